package lan

import (
	"net"
	"net/netip"
	"slices"
	"strings"
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

// Reached returns the address by which other machines reach this one, or none if it is on no
// network: that of its default route, unless that leads to containers or virtual machines.
func Reached() netip.Addr {
	var routed []netip.Addr
	for _, elsewhere := range []string{"192.0.2.1:9", "[2001:db8::1]:9"} { // for documentation; nothing is sent
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

// leadsOut reports whether other machines are on the network, rather than containers or
// virtual machines on this one.
func (n *network) leadsOut() bool {
	name := n.iface.Name
	inner := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	ofDocker := inner("br-") && len(name) == len("br-0123456789ab")
	return n.iface.Flags&net.FlagRunning != 0 && !ofDocker && !slices.ContainsFunc(innerPrefixes, inner)
}

// innerPrefixes begin the names that Docker, Podman, Kubernetes, LXC, libvirt, VirtualBox and
// VMware give to interfaces.
var innerPrefixes = []string{"docker", "veth", "podman", "cni", "flannel", "lxc", "lxd", "virbr", "vboxnet", "vmnet"}
