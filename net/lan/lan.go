// Package lan finds matches on this network and on this machine.
//
//	Announcer  announces a match, until its context ends
//	Finder     lists the matches that can be joined: it asks every announced address, once a second
//	RoundTrips measures the round trips to hosts
//
//	browse ──► Finder ──► a proto.Query to each candidate
//	             ▲                   │
//	             └── proto.Answer ◄──┘
//
// On the network, matches are announced by DNS service discovery over multicast DNS (RFC 6763, RFC 6762), so that other
// tools see them too:
//
//	avahi-browse --resolve _dogfight._udp
//
// The name of an instance is the title of the match and, in brackets, the first 4 digits of its number. Its TXT record has
//
//	txtvers=1
//	id=        the number of the match, 16 hexadecimal digits
//	at=        an address of the host without the port; there may be several
//	web=       the address for browsers: http:PORT or https:PORT; missing if there is none
//
// There are several addresses because a host may have some that only some clients can reach. A client asks all of them,
// and recognises one host by its number. On each network only the addresses there are announced. Browsers find the host
// at the address that sent the record.
//
// Only neighbours on the same network get answers, recognised by the interface of a question and by the prefixes of its
// addresses (RFC 6762, section 11): an answer is seven times as long as a question, which may have a forged source.
// Multicast answers are sent once a second (section 6), and not to those that know them already (section 7.1). Unicast
// answers, to resolvers that ask for them or know no multicast, are sent at most 8 times a second to each, and 64 times in
// all.
//
// Without multicast, as in most containers, matches of the same user on the same machine still find each other: each has a
// file in a common folder. Its name is the number of the match, its lines are the addresses, then web= and the address for
// browsers, if any. A host touches its file regularly, so that a file left by a crash is recognised by its age; containers
// and Windows answer differently whether a process lives.
//
// Announcements may be lies. So their cost is bounded, and nothing of them is shown except a scheme and a port for
// browsers, at the sender's address.
package lan

import (
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"time"

	"dogfight/proto"
)

// Match is a match that answers.
type Match struct {
	ID      uint64
	Address string        // with the port
	Ping    time.Duration // latest round trip
	Web     string        // address for browsers, or ""
	proto.Info
	Password bool // players need one; false also if that is unknown

	at netip.AddrPort
}

// Ours reports whether the host has our protocol version.
func (m *Match) Ours() bool { return m.Version == proto.Version }

// instance is an announced match.
type instance struct {
	ID uint64
	At []netip.AddrPort // its addresses, of which some may be wrong; at most 8

	web  string     // address for browsers, or ""
	from netip.Addr // the only one of its addresses to which web applies; zero: all
}

// Web returns the address for browsers if the match is at an address, or "". It is unknown if no announcement came from
// there.
func (m *instance) Web(at netip.Addr) (url string, known bool) {
	if m.from.IsValid() && m.from != at.WithZone("") {
		return "", false
	}
	return m.web, true
}

const (
	// maxMatches bounds the matches of a network, of the folder, and of a list.
	maxMatches = 64
	// maxAddresses has room for both families on a few networks.
	maxAddresses = 8
)

func idText(id uint64) string { return fmt.Sprintf("%016x", id) }

func parseID(text string) (id uint64, ok bool) {
	id, err := strconv.ParseUint(text, 16, 64)
	return id, err == nil && text == idText(id)
}

// add adds a valid address.
func (m *instance) add(a netip.AddrPort) {
	if a.IsValid() && a.Port() != 0 && len(m.At) < maxAddresses && !slices.Contains(m.At, a) {
		m.At = append(m.At, a)
	}
}
