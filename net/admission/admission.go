// Package admission decides what strangers may do: which connections a listener accepts if there are too many (Control),
// how many bytes or answers an address gets (ReplyBudget, FairShare, Brake), how often a question is answered anew (Answer), which addresses count as local, which
// players are banned (Bans) and which web pages may connect (Origins).
//
// A Control serves one listener, of any protocol:
//
//	Enter ──► half-open ──► Settle ──► settled ──► Leave
//	  │           │                       ▲
//	  │           │                       └──► resting ──► Leave, or cut off
//	  │           └──► cut off, or Leave: a penalty
//	  └──► refused
//
// A connection is half-open until its visitor has shaken hands and sent a request. Attackers use that state, so it has
// strict rules:
//
//   - An address (an IPv4 address or an IPv6 /64) has a maximum of connections, local ones a higher one. The fuller the
//     host, the lower it is: it falls from a quarter of Limits.Total on, and the second half is for addresses that have
//     none yet.
//   - If the maximum of half-open connections is reached, the oldest of the heaviest prefix is cut off for the new one.
//     Prefixes are /16, /24 and /32 of IPv4, and /32, /48 and /64 of IPv6: the heaviest of the widest, and within it the
//     heaviest of the next.
//   - From half of that number on, new connections are dropped at random, more and more of them, as OpenSSH's MaxStartups
//     does. But an address that has no half-open connection and no bad reputation is always admitted.
//   - An address with connections that are cut off, or leave while half-open, gets a bad reputation after a few times and
//     for at most 20 seconds, as by OpenSSH's PerSourcePenalties; so does one that connects and leaves more than four
//     times a second for long. Then it gets one connection a second, so that others who share the address are not locked
//     out. A wider prefix bears more penalties, and gets more connections.
//
// If visitors send one request after the other, as browsers do, a connection rests in between. It is not half-open, but
// it may be cut off to make room.
//
// The memory of reputations is bounded. When it is full the slightest is forgotten, so that filling it locks no address
// out.
//
// Local addresses get no bad reputation, are not dropped at random, and weigh a sixteenth: behind a proxy or a tunnel all
// visitors have one.
package admission

import (
	"cmp"
	"log/slog"
	"net/netip"
	"time"
)

// Limits bound the use of a listener by strangers. A zero field means its default.
type Limits struct {
	HalfOpen   int // connections that are not settled yet; 128
	PerAddress int // connections of an IPv4 address or an IPv6 /64; 8
	PerLocal   int // the same, of local addresses; 64, for a LAN party, or PerAddress if that is more
	Total      int // all connections; 1,024, or 512 at a door for terminals

	Local func(netip.Addr) bool // whether an address is local; IsLocal
	Log   *slog.Logger          // nil: silent

	// AtOnce is the number of connections that a visitor opens at a time, as a browser does to load a page. Each
	// counts as that fraction of a visit for the reputation; 1.
	AtOnce int

	// Forged is set if source addresses may be forged, as in the first datagram of UDP. Then no address gets a bad
	// reputation.
	Forged bool

	Handshake time.Duration // the longest TLS handshake, or at a door for terminals each step until a session; 5 s, 10 s by SSH

	// Of links (package link).
	ControlIn   int // the largest control packet from a peer; 4 KiB
	DataPackets int // data packets of a peer a second, and after a pause at once; 128. A client sends 60
	DataBytes   int // the same in bytes; 32 KiB. More are dropped

	// Of doors for terminals (package window). Cells are drawn on, beyond 80x24 a window; about 50 bytes each.
	Cells           int           // in all; 1,048,576, or less if GOMEMLIMIT is low
	CellsPerAddress int           // 65,536: one window of the largest size, or eight of 115x80; local addresses may have all
	Question        time.Duration // by SSH, for the whole exchange of keys: on the first visit the user is asked whether the host's key is right; 60 s
	Page            time.Duration // by the web, of a connection without a player; a minute, for the slowest lines
	Silence         time.Duration // after which a client that answers nothing is gone; 10 s
}

func (l Limits) orDefaults() Limits {
	l.HalfOpen = cmp.Or(l.HalfOpen, 128)
	l.PerAddress = cmp.Or(l.PerAddress, 8)
	l.PerLocal = cmp.Or(l.PerLocal, max(64, l.PerAddress))
	l.Total = cmp.Or(l.Total, 1024)
	l.AtOnce = cmp.Or(l.AtOnce, 1)
	if l.Local == nil {
		l.Local = IsLocal
	}
	return l
}

// share returns an address's maximum of connections if there are total ones.
func (l *Limits) share(local bool, total int) int {
	free, most := l.Total/4, l.PerAddress
	switch {
	case local:
		return l.PerLocal
	case total < free || free == 0:
		return most
	}
	return max(1, most-most*(total-free)/free)
}

// Refused counts the connections that a Control refused or cut off for others.
type Refused struct {
	AddressFull uint64 // their address had its maximum
	Full        uint64 // the total was reached
	Busy        uint64 // too many were half-open, or their address has a bad reputation
	Cut         uint64 // cut off for others while half-open or resting
	Failed      uint64 // the system could not accept them: see Patient
}

// Plus returns the sums of both.
func (r Refused) Plus(other Refused) Refused {
	return Refused{
		AddressFull: r.AddressFull + other.AddressFull, Full: r.Full + other.Full,
		Busy: r.Busy + other.Busy, Cut: r.Cut + other.Cut, Failed: r.Failed + other.Failed,
	}
}

func (c *Control) Refused() Refused {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refused
}
