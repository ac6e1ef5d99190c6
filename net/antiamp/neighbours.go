package antiamp

import (
	"net"
	"net/netip"
	"slices"
	"time"
)

// Neighbours are the addresses that share a network with this machine: loopback, and
// the prefixes of its interfaces. Whoever forges one of them is on that network himself,
// unless its router lets in from outside what can only come from inside. It belongs to
// one goroutine. The zero value is ready.
type Neighbours struct {
	prefixes []netip.Prefix
	asked    time.Time
}

// renewal is how often the system is asked for its interfaces at most.
const renewal = 15 * time.Second

// Has reports whether an address is one of them.
func (n *Neighbours) Has(a netip.Addr, now time.Time) bool {
	a = a.Unmap().WithZone("")
	if a.IsLoopback() {
		return true
	}
	if n.asked.IsZero() || now.Sub(n.asked) >= renewal {
		n.prefixes, n.asked = prefixes(), now
	}
	return slices.ContainsFunc(n.prefixes, func(p netip.Prefix) bool { return p.Contains(a) })
}

// prefixes are those of this machine's interfaces. A system that does not tell has none.
func prefixes() (found []netip.Prefix) {
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		p, err := netip.ParsePrefix(a.String())
		if err == nil && p.Bits() > 0 { // one of 0 bits is everybody
			found = append(found, p.Masked())
		}
	}
	return found
}
