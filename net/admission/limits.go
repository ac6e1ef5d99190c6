package admission

import (
	"cmp"
	"net/netip"
)

// Limits bound connections. A zero field means its default.
type Limits struct {
	HalfOpen   int // connections that have not come in yet; 128
	PerAddress int // connections of an IPv4 address or an IPv6 /64; 8
	PerLocal   int // the same, of local addresses; 64, or PerAddress if that is more
	Total      int // connections in all; 1,024

	Local func(netip.Addr) bool // whether an address is local; IsLocal

	// AtOnce is how many connections a visitor opens at a time, as a browser does to load a page: each
	// counts as that part of a visit where it makes a bad reputation; 1.
	AtOnce int

	// Forged says that source addresses may be forged, as in the first datagram of UDP. Then no
	// address gets a bad reputation by what others do in its name.
	Forged bool
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
