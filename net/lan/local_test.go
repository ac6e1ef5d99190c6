package lan

import (
	"net"
	"net/netip"
	"testing"
)

func TestOnlyThePrivateNetworksOfAMachineAreItsOwn(t *testing.T) {
	var addresses []net.Addr
	for _, a := range []string{"127.0.0.1/8", "192.168.7.2/24", "203.0.113.9/24", "fd00:1::2/64", "2001:db8::9/64", "fe80::1/64"} {
		ip, network, err := net.ParseCIDR(a)
		if err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	got := homes{private: privateOf(addresses)}
	got.asked = got.asked.Add(1) // so that it is not looked up
	for at, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "192.168.7.200": true, "192.168.8.1": false, "203.0.113.10": false, "10.0.0.1": false,
		"fd00:1::77": true, "fd00:2::77": false, "2001:db8::10": false, "fe80::5%eth0": true, "8.8.8.8": false,
	} {
		if is := got.has(netip.MustParseAddr(at), got.asked); is != want {
			t.Errorf("%s: local %v", at, is)
		}
	}
}

func TestThisMachineIsLocal(t *testing.T) {
	for _, at := range []string{"127.0.0.1", "::1", "::ffff:127.0.0.1"} {
		if !Local(netip.MustParseAddr(at)) {
			t.Errorf("%s is not local", at)
		}
	}
	if Local(netip.Addr{}) {
		t.Error("no address is local")
	}
}
