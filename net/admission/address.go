package admission

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// levels is the number of prefixes of an address, the widest first. The last is its site.
const levels = 3

var (
	widths4 = [levels]int{16, 24, 32}
	widths6 = [levels]int{32, 48, 64}
)

// prefixesOf returns the networks of an address, or the zero Prefix for the zero Addr.
func prefixesOf(a netip.Addr) (p [levels]netip.Prefix) {
	a = a.Unmap().WithZone("")
	widths := widths6
	if a.Is4() {
		widths = widths4
	}
	for i, bits := range widths {
		p[i], _ = a.Prefix(bits) // fails only for the zero Addr
	}
	return p
}

// AddressOf returns the peer's address, or the zero Addr if a connection is not over TCP.
func AddressOf(c interface{ RemoteAddr() net.Addr }) netip.Addr {
	tcp, ok := c.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr()
}

// Site returns the network of one subscriber: an IPv4 address or an IPv6 /64. That of the zero Addr is the zero Prefix.
func Site(a netip.Addr) netip.Prefix { return prefixesOf(a)[levels-1] }

// IsLocal reports whether an address is loopback, or private or link-local in a network of one of this machine's
// interfaces. The networks may be a minute old. A public network does not count: its other machines are strangers.
func IsLocal(a netip.Addr) bool { return links.near(a) }

// IsNeighbour reports whether an address is loopback, private, link-local, or in any network of this machine's
// interfaces. It is wider than IsLocal: more strangers can pass for a neighbour.
func IsNeighbour(a netip.Addr) bool { return links.neighbours(a) }

// links are the networks of this machine's interfaces.
var links onLink

type onLink struct {
	mu       sync.Mutex
	read     time.Time
	prefixes []netip.Prefix
}

// linksAge is the oldest that they may be.
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

func (o *onLink) neighbours(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.IsLoopback() {
		return true
	}
	p, on := o.prefixOf(a)
	if on && a.Is4() && p.Bits() <= 30 && !p.Contains(a.Next()) {
		return false // a broadcast address
	}
	return on || a.IsPrivate() || a.IsLinkLocalUnicast()
}

// prefixOf returns the interface's network that contains an address.
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

// prefixesOnLink returns nothing if the system reports none.
func prefixesOnLink() (list []netip.Prefix) {
	addrs, _ := net.InterfaceAddrs()
	for _, addr := range addrs {
		if p, err := netip.ParsePrefix(addr.String()); err == nil {
			list = append(list, p.Masked())
		}
	}
	return list
}

// BanAddress returns an address, which may have a port, in canonical form, or "".
func BanAddress(s string) string {
	if at := addressOf(s); at.IsValid() {
		return at.String()
	}
	return ""
}

// BanSubject returns the address or network to ban for an address, which may have a port, or "": of IPv6 the subscriber's
// network, since a subscriber can choose among its addresses.
func BanSubject(s string) string {
	at := addressOf(s)
	if at.Is6() && !at.IsLinkLocalUnicast() { // the link-local network is common to all on the wire
		return netip.PrefixFrom(at, 64).Masked().String()
	}
	return BanAddress(s)
}

// addressOf returns an address without its port, or the zero Addr, which is in no network.
func addressOf(s string) netip.Addr {
	if at, err := netip.ParseAddrPort(s); err == nil {
		return at.Addr().Unmap().WithZone("")
	}
	at, _ := netip.ParseAddr(s)
	return at.Unmap().WithZone("")
}
