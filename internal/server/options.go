package server

import (
	"net/netip"
	"time"

	"dogfight/game/bot"
	"dogfight/internal/config"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/sys"
)

// Options say what a server hosts, and for whom.
type Options struct {
	Dirs  config.Dirs // of the files of the host and of its user
	Match net.MatchOptions
	Past  []bot.PastMatch // how the players who will come did in their last matches, for bots that are to suit them
	Title string
	// Welcome is told to each player who comes in: see net.HostConfig.
	Welcome []string

	Listen   string        // address to listen on; "" for nobody from outside
	Hidden   bool          // not to be found on the network: players need the address to join
	Password string        // that players must know; "" for none
	Delay    time.Duration // by which spectators see the match later than players; 0 for not at all
	Admin    string        // path of the admin socket; "" for the usual one, if that is free

	SSH       string // address to listen on for players who only have ssh; "" for none
	SSHAllow  string // file with the keys of those who may; "" for everybody
	SSHAdmins string // file with the keys of those who may manage the host; "" for nobody

	Web string // address to listen on for players who only have a browser; "" for none
	WebOptions

	PerAddress int // connections, SSH sessions and seats of an address that is not local; 0 for the usual number

	Dialects        []string // other protocols to speak, NAME=ADDR
	Classic         bool     // the dogfight dialect speaks as its first client reads it
	DialectSettings bool     // players of the lightracer dialect may change the next match

	Fleet FleetOptions // of which it is one host

	Archive *replays.Archive // where matches are recorded; nil for nowhere
	Resume  bool             // go on with the match of a host that was killed which listened at the same address

	Sockets sys.Sockets // that listen already, for doors that need not open them: see Adopt

	Ops     string      // address at which to tell how the host fares, or unix:PATH; "" for nowhere
	Program string      // version of this program
	Motions net.Motions // that players may vote on

	Drains     bool          // the operator may have it end with the match: see Server.Drained
	DrainLimit time.Duration // after which it ends at the latest then

	Measure func(net.Measured) // called after every tick, and must not wait; nil for nothing
}

// WebOptions say how browsers come in. The zero value is plain HTTP, which suits a network of one's own.
type WebOptions struct {
	WebCertificate, WebKey string            // files of the certificate that browsers are shown; "" for none
	WebDomain              string            // for which a certificate is got from an authority; "" for none
	WebAuthority           string            // URL of the authority's ACME directory; "" is Let's Encrypt
	WebOrigins             admission.Origins // others' pages that may play here
	WebProxies             []netip.Prefix    // networks whose word for whom they speak is believed
	WebReplays             bool              // those that are kept may be seen
}
