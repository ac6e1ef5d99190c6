package lan

import (
	"net"
	"net/netip"
	"slices"
)

// Near returns a function that reports whether an address is of a network that this machine is on now, or of the machine
// itself.
func Near() func(netip.Addr) bool {
	var all []netip.Prefix
	for _, n := range networks() {
		all = append(all, prefixesOf(n.iface)...)
	}
	return func(a netip.Addr) bool { return a.IsLoopback() || onLink(all, a) }
}

// prefixesOf returns those of the network behind an interface.
func prefixesOf(iface net.Interface) (found []netip.Prefix) {
	all, _ := iface.Addrs()
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil && elsewhere(p.Addr()) {
			found = append(found, p.Masked())
		}
	}
	return found
}

// onLink reports whether an address is of one of the networks. A link-local one has its zone from the network it came from.
func onLink(of []netip.Prefix, a netip.Addr) bool {
	a = a.Unmap()
	return a.IsLinkLocalUnicast() && a.Is6() ||
		slices.ContainsFunc(of, func(p netip.Prefix) bool { return p.Contains(a.WithZone("")) })
}
