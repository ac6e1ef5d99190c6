package lan

import (
	"net"
	"net/netip"
	"testing"

	"go.uber.org/goleak"

	"dogfight/testkit"
)

func TestTheAddressForOthersIsNoneOfContainersAndNoneThatNeedsAZone(t *testing.T) {
	on := func(name string, flags net.Flags, at ...string) network {
		n := network{iface: net.Interface{Name: name, Flags: flags}}
		for _, a := range at {
			n.at = append(n.at, netip.MustParseAddr(a))
		}
		return n
	}
	const up = net.FlagUp | net.FlagMulticast | net.FlagRunning
	docker, bridge := on("docker0", up, "172.17.0.1"), on("br-0a1b2c3d4e5f", up, "172.18.0.1")
	unplugged := on("eth1", up&^net.FlagRunning, "198.51.100.9")
	lan := on("eth0", up, "fe80::7", "2001:db8::7", "192.0.2.7")
	six := on("eth0", up, "fe80::7", "2001:db8::7")
	for _, c := range []struct {
		on     []network
		routed string
		want   string
	}{
		{[]network{docker, lan}, "192.0.2.7", "192.0.2.7"},
		{[]network{docker, lan}, "10.8.0.2", "10.8.0.2"}, // of a tunnel, which gets no questions
		{[]network{docker, bridge, unplugged, lan}, "", "192.0.2.7"},
		{[]network{docker, bridge, lan}, "172.17.0.1", "192.0.2.7"},
		{[]network{docker, six}, "172.17.0.1", "2001:db8::7"},
		{[]network{docker}, "172.17.0.1", "172.17.0.1"},
		{[]network{on("eth0", up, "169.254.3.7")}, "", "169.254.3.7"},
		{[]network{on("eth0", up, "fe80::7")}, "", ""},
		{nil, "", ""},
	} {
		var routed []netip.Addr
		if c.routed != "" {
			routed = append(routed, netip.MustParseAddr(c.routed))
		}
		want := netip.Addr{}
		if c.want != "" {
			want = netip.MustParseAddr(c.want)
		}
		if got := reached(c.on, routed); got != want {
			t.Errorf("%+v with a route by %q: got %v, want %v", c.on, c.routed, got, want)
		}
	}
}

func TestTheAddressForOthersIsOneOfThisMachine(t *testing.T) {
	reached := Reached()
	if !reached.IsValid() {
		t.Skip("this machine is on no network")
	}
	all, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr() == reached {
			return
		}
	}
	t.Errorf("it is %v; the machine has %v", reached, all)
}

func TestMain(m *testing.M) {
	testkit.Parallel(12)
	goleak.VerifyTestMain(m)
}

func at(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }
