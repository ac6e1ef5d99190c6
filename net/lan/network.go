package lan

import (
	"net"
	"net/netip"
	"slices"
	"strings"
)

// network is a network that this machine is on.
type network struct {
	iface net.Interface
	at    []netip.Addr // addresses of this machine
}

// maxNetworks bounds questions on machines with hundreds of virtual networks.
const maxNetworks = 8

// networks returns the networks on which there may be other machines.
func networks() (found []network) {
	all, _ := net.Interfaces()
	const wanted = net.FlagUp | net.FlagMulticast
	for _, iface := range all {
		if iface.Flags&(wanted|net.FlagLoopback) != wanted || len(found) == maxNetworks {
			continue
		}
		var at []netip.Addr
		for _, p := range prefixesOf(iface) {
			at = append(at, p.Addr().Unmap())
		}
		if len(at) > 0 {
			found = append(found, network{iface, at})
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

// Reached returns the address by which other machines reach this one, or the zero Addr: that of its default route,
// unless that leads to containers or virtual machines.
func Reached() netip.Addr {
	var routed []netip.Addr
	for _, elsewhere := range []string{"192.0.2.1:9", "[2001:db8::1]:9"} { // documentation addresses; nothing is sent
		if c, err := net.Dial("udp", elsewhere); err == nil {
			routed = append(routed, c.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap())
			c.Close()
		}
	}
	return reached(networks(), routed)
}

func reached(on []network, routed []netip.Addr) netip.Addr {
	inside := func(a netip.Addr) bool {
		return slices.ContainsFunc(on, func(n network) bool { return !n.leadsOut() && slices.Contains(n.at, a) })
	}
	for _, a := range routed {
		if !inside(a) {
			return a
		}
	}
	for _, v4 := range []bool{true, false} {
		for _, n := range on {
			for _, a := range n.at {
				// Others would need their own zone for a link-local address of IPv6.
				if n.leadsOut() && a.Is4() == v4 && (v4 || !a.IsLinkLocalUnicast()) {
					return a
				}
			}
		}
	}
	if len(routed) > 0 {
		return routed[0]
	}
	return netip.Addr{}
}

// leadsOut reports whether the network has other machines, not only containers or virtual machines on this one.
func (n *network) leadsOut() bool {
	name := n.iface.Name
	inner := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	ofDocker := inner("br-") && len(name) == len("br-0123456789ab")
	return n.iface.Flags&net.FlagRunning != 0 && !ofDocker && !slices.ContainsFunc(innerPrefixes, inner)
}

// innerPrefixes begin the interface names of Docker, Podman, Kubernetes, LXC, libvirt, VirtualBox and VMware.
var innerPrefixes = []string{"docker", "veth", "podman", "cni", "flannel", "lxc", "lxd", "virbr", "vboxnet", "vmnet"}

// ourNetworks returns a function that reports whether an address is this machine's, or of a network that it is on now.
func ourNetworks() func(netip.Addr) bool {
	var all []netip.Prefix
	for _, n := range networks() {
		all = append(all, prefixesOf(n.iface)...)
	}
	return func(a netip.Addr) bool { return a.IsLoopback() || onLink(all, a) }
}

// prefixesOf returns the addresses of an interface with their networks.
func prefixesOf(iface net.Interface) (found []netip.Prefix) {
	all, _ := iface.Addrs()
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil && elsewhere(p.Addr()) {
			found = append(found, p)
		}
	}
	return found
}

// onLink reports whether an address is of one of the networks. A link-local one has its zone from the network it came
// from.
func onLink(of []netip.Prefix, a netip.Addr) bool {
	a = a.Unmap()
	return a.IsLinkLocalUnicast() && a.Is6() ||
		slices.ContainsFunc(of, func(p netip.Prefix) bool { return p.Contains(a.WithZone("")) })
}
