package lan

import (
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Local reports whether an address is this machine's, or of a private network that this
// machine is in. A public network that it is in is not its own: those beside it there
// are strangers. Safe from any goroutine.
func Local(at netip.Addr) bool { return own.has(at.Unmap(), time.Now()) }

// homes are the private networks of this machine, looked up now and then.
type homes struct {
	mu      sync.Mutex
	asked   time.Time
	private []netip.Prefix
}

var own homes

// networksKept is how long a machine is taken to stay in its networks.
const networksKept = 10 * time.Second

func (n *homes) has(at netip.Addr, now time.Time) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.asked.IsZero() || now.Sub(n.asked) >= networksKept {
		addresses, _ := net.InterfaceAddrs() // without any, only the machine itself is local
		n.asked, n.private = now, privateOf(addresses)
	}
	at = at.WithZone("")
	return at.IsLoopback() || slices.ContainsFunc(n.private, func(p netip.Prefix) bool { return p.Contains(at) })
}

// privateOf returns the private networks of a machine with these addresses.
func privateOf(addresses []net.Addr) (some []netip.Prefix) {
	for _, a := range addresses {
		p, err := netip.ParsePrefix(a.String())
		if err == nil && (p.Addr().IsPrivate() || p.Addr().IsLinkLocalUnicast()) {
			some = append(some, p.Masked())
		}
	}
	return some
}
