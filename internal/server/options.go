package server

import (
	"cmp"
	"crypto/ed25519"
	stdnet "net"
	"net/netip"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/internal/config"
	"dogfight/internal/fleet"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/sys"
	"dogfight/ui"
)

// Options configure a server.
type Options struct {
	Dirs config.Dirs // of the files of the host and of its user
	ui.Hosting
	RecentMatches []bot.PastMatch // latest results of the players to come, for bots that adapt to them
	Admin         string          // path of the admin socket; "" for the usual one, if that is free

	SSH       string // address for SSH; "" for none
	SSHAllow  string // file with the keys that may join; "" for all
	SSHAdmins string // file with the keys of operators; "" for none

	SSHModerators string // file with the keys of moderators; "" for none

	WebOptions

	Dialects        []string // other protocols to speak, NAME=ADDR
	Classic         bool     // the dogfight dialect is for its original client
	DialectSettings bool     // players of the lightracer dialect may change the next match

	Fleet FleetOptions // to join

	Archive *replays.Archive // of replays; nil for none
	Resume  bool             // resume the match of a host at the same address that was killed

	Sockets sys.Sockets // that are open already: see Adopt

	Ops     string // address for monitoring, or unix:PATH; "" for none
	Program string // version of this program

	LogChat  bool                                                // chat is logged
	Webhook  string                                              // URL that gets all events; "" for none
	Settings func(key, value string) (lines []string, err error) // see ops.Console

	Drains     bool          // the operator may end the host with its match: see Server.Drained
	DrainLimit time.Duration // after which it ends at the latest then

	Measure func(net.Measured) // called after every tick; must not block; nil for nothing
}

// WebOptions configure the door for browsers. The zero value is plain HTTP, for a local network.
type WebOptions struct {
	WebCertificate, WebKey string            // files of the certificate; "" for none
	WebDomain              string            // to get a certificate for from an authority; "" for none
	WebAuthority           string            // URL of the authority's ACME directory; "" is Let's Encrypt
	WebOrigins             admission.Origins // other sites with pages that may connect
	WebProxies             []netip.Prefix    // networks of trusted reverse proxies
	WebReplays             bool              // serve the replays
}

// FleetOptions name the fleet of a host. The zero value is none.
type FleetOptions struct {
	Fleet   fleet.Fleet
	Key     ed25519.PrivateKey // of the host; nil for a new one, if the bus asks for none
	Address string             // where players reach the host; "" for where it listens
	Region  string
	Matches int // at most at once, the home included

	updateEvery time.Duration // of the directory; 0 for usualUpdateEvery
}

const (
	// UsualMatches is the usual number of matches of a host of a fleet.
	UsualMatches = 32
	// UsualPerAddress is for a family, or some friends in one room.
	UsualPerAddress = 8
	// MaxPerAddress is as many as the whole host may have.
	MaxPerAddress = 1024
	// maxPerLocal lets a full match, and as many spectators, come from one network: a school, an office
	// or a LAN party, or this machine where a tunnel or a proxy ends.
	maxPerLocal = 2 * game.MaxShips
)

// limits returns the limits of connections of clients and visitors.
func (o *Options) limits() admission.Limits {
	most := cmp.Or(o.PerAddress, UsualPerAddress)
	return admission.Limits{PerAddress: most, PerLocal: max(maxPerLocal, most), HalfOpen: 4 * game.MaxShips}
}

// Adopt uses sockets that are open already, in place of the addresses of their doors.
func (o *Options) Adopt(s sys.Sockets) {
	o.Sockets = s
	for _, door := range []struct {
		address  *string
		listener *stdnet.TCPListener
	}{{&o.Listen, s.Native}, {&o.SSH, s.SSH}, {&o.Web, s.Web}} {
		if door.listener != nil {
			*door.address = door.listener.Addr().String()
		}
	}
}
