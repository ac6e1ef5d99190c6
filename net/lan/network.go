package lan

import (
	"net"
	"net/netip"
	"slices"
)

// network is one that this machine is on.
type network struct {
	iface    net.Interface
	at       []netip.Addr   // of this machine
	prefixes []netip.Prefix // of all who are on it
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
		n := network{iface: iface}
		if n.readAddresses(); len(n.at) > 0 {
			found = append(found, n)
		}
	}
	return found
}

func (n *network) readAddresses() {
	all, _ := n.iface.Addrs()
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil && elsewhere(p.Addr()) {
			n.at = append(n.at, p.Addr().Unmap())
			n.prefixes = append(n.prefixes, p.Masked())
		}
	}
}

// has reports whether there is an address of the family.
func (n *network) has(v4 bool) bool {
	return slices.ContainsFunc(n.at, func(a netip.Addr) bool { return a.Is4() == v4 })
}

// elsewhere reports whether an address can be that of another machine.
func elsewhere(a netip.Addr) bool {
	return a.IsGlobalUnicast() || a.IsLinkLocalUnicast()
}
