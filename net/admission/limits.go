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
	Total      int // all connections; 1,024

	Local func(netip.Addr) bool // whether an address is local; IsLocal
	Log   *slog.Logger          // nil: silent

	// AtOnce is the number of connections that a visitor opens at a time, as a browser does to load a page. Each
	// counts as that fraction of a visit for the reputation; 1.
	AtOnce int

	// Forged is set if source addresses may be forged, as in the first datagram of UDP. Then no address gets a bad
	// reputation.
	Forged bool

	// Of links (package link).
	Handshake   time.Duration // the longest TLS handshake; 5 s
	ControlIn   int           // the largest control packet from a peer; 4 KiB
	DataPackets int           // data packets of a peer a second, and after a pause at once; 128. A client sends 60
	DataBytes   int           // the same in bytes; 32 KiB. More are dropped
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

// share returns how many connections an address may have when there are so many in all.
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
