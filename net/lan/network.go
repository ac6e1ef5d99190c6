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

// networks returns those on which there may be somebody else.
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

// has reports whether there is an address of the family.
func (n *network) has(v4 bool) bool {
	return slices.ContainsFunc(n.at, func(a netip.Addr) bool { return a.Is4() == v4 })
}

// elsewhere reports whether an address can be that of another machine.
func elsewhere(a netip.Addr) bool {
	return a.IsGlobalUnicast() || a.IsLinkLocalUnicast()
}
