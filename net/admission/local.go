package admission

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// IsLocal reports whether an address is this machine's loopback, or private or link-local and of
// a network that one of its interfaces is on. Which those are may be known a minute late.
// A public network does not count: the machines beside it there are strangers.
func IsLocal(a netip.Addr) bool { return links.near(a) }

// IsNeighbour reports whether an address is loopback, private, link-local, or of any network that
// one of this machine's interfaces is on. It is wider than IsLocal: more strangers can pass for
// a neighbour.
func IsNeighbour(a netip.Addr) bool { return links.neighbours(a) }

// links are the networks that this machine's interfaces are on.
var links onLink

type onLink struct {
	mu       sync.Mutex
	read     time.Time
	prefixes []netip.Prefix
}

// linksAge is how old they may be.
const linksAge = time.Minute

func (o *onLink) near(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	switch {
	case a.IsLoopback():
		return true
	case !a.IsPrivate() && !a.IsLinkLocalUnicast():
		return false
	}
	_, on := o.prefixOf(a)
	return on
}

// neighbours is IsNeighbour.
func (o *onLink) neighbours(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.IsLoopback() {
		return true
	}
	p, on := o.prefixOf(a)
	if on && a.Is4() && p.Bits() <= 30 && !p.Contains(a.Next()) {
		return false // what goes there goes to all of the network
	}
	return on || a.IsPrivate() || a.IsLinkLocalUnicast()
}

// prefixOf returns the network of an interface that an address is of.
func (o *onLink) prefixOf(a netip.Addr) (netip.Prefix, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if now := time.Now(); o.read.IsZero() || now.Sub(o.read) > linksAge {
		o.read, o.prefixes = now, prefixesOnLink()
	}
	for _, p := range o.prefixes {
		if p.Contains(a) {
			return p, true
		}
	}
	return netip.Prefix{}, false
}

// prefixesOnLink returns none if the system does not tell.
func prefixesOnLink() (list []netip.Prefix) {
	addrs, _ := net.InterfaceAddrs()
	for _, addr := range addrs {
		if p, err := netip.ParsePrefix(addr.String()); err == nil {
			list = append(list, p.Masked())
		}
	}
	return list
}
