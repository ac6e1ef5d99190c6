package lan

import (
	"net"
	"net/netip"
	"slices"
)

// network is one that this machine is on.
type network struct {
	iface net.Interface
	at    []netip.Addr // of this machine
}

// maxNetworks bounds what is asked of machines with hundreds of virtual ones.
const maxNetworks = 8

// networks returns those on which there may be other machines.
func networks() (found []network) {
	all, _ := net.Interfaces()
	const wanted = net.FlagUp | net.FlagMulticast
	for _, iface := range all {
		if iface.Flags&(wanted|net.FlagLoopback) != wanted || len(found) == maxNetworks {
			continue
		}
		if at := addressesOf(iface); len(at) > 0 {
			found = append(found, network{iface, at})
		}
	}
	return found
}

func addressesOf(iface net.Interface) (found []netip.Addr) {
	all, _ := iface.Addrs()
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil && elsewhere(p.Addr()) {
			found = append(found, p.Addr().Unmap())
		}
	}
	return found
}

// families returns the families of its addresses: true is IPv4, false is IPv6.
func (n *network) families() (found []bool) {
	for _, v4 := range []bool{true, false} {
		if slices.ContainsFunc(n.at, func(a netip.Addr) bool { return a.Is4() == v4 }) {
			found = append(found, v4)
		}
	}
	return found
}

// elsewhere reports whether an address can be that of another machine.
func elsewhere(a netip.Addr) bool {
	return a.IsGlobalUnicast() || a.IsLinkLocalUnicast()
}
