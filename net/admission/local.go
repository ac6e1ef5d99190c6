package admission

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// IsLocal reports whether an address is this machine's loopback, or private or link-local and of
// a network that one of its interfaces is on. Which those are may be known a minute late.
// A public network that it is on is not its own: those beside it there are strangers.
func IsLocal(a netip.Addr) bool { return links.near(a) }

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
	o.mu.Lock()
	defer o.mu.Unlock()
	if now := time.Now(); o.read.IsZero() || now.Sub(o.read) > linksAge {
		o.read, o.prefixes = now, prefixesOnLink()
	}
	for _, p := range o.prefixes {
		if p.Contains(a) {
			return true
		}
	}
	return false
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
