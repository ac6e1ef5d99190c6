package admission

import (
	"net/netip"
	"testing"
	"time"
)

func TestOnlyThePrivateNetworksOfAMachineAreItsOwn(t *testing.T) {
	here := onLink{read: time.Now()}
	for _, p := range []string{"127.0.0.0/8", "192.168.7.0/24", "203.0.113.0/24", "fd00:1::/64", "2001:db8::/64", "fe80::/64"} {
		here.prefixes = append(here.prefixes, netip.MustParsePrefix(p))
	}
	for at, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "::ffff:127.0.0.1": true, "192.168.7.200": true, "192.168.8.1": false, "203.0.113.10": false,
		"10.0.0.1": false, "fd00:1::77": true, "fd00:2::77": false, "2001:db8::10": false, "fe80::5%eth0": true, "8.8.8.8": false,
	} {
		if is := here.near(netip.MustParseAddr(at)); is != want {
			t.Errorf("%s: local %v", at, is)
		}
	}
	if here.near(netip.Addr{}) {
		t.Error("no address is local")
	}
}

func TestNeighboursAreAllWhoArePrivateOrOnAMachinesNetworks(t *testing.T) {
	here := onLink{read: time.Now()}
	for _, p := range []string{"127.0.0.0/8", "192.168.7.0/24", "203.0.113.0/24", "198.51.100.9/32", "2001:db8::/64"} {
		here.prefixes = append(here.prefixes, netip.MustParsePrefix(p))
	}
	for at, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "127.255.255.255": true, "192.168.7.200": true, "::ffff:192.168.8.1": true, "10.1.2.3": true,
		"203.0.113.10": true, "203.0.114.10": false, "2001:db8::10": true, "2001:db8:1::10": false, "fd00:2::77": true, "fe80::5%eth0": true,
		"169.254.3.4": true, "198.51.100.9": true, "8.8.8.8": false, "192.168.7.255": false, "203.0.113.255": false, "255.255.255.255": false, "224.0.0.251": false, "0.0.0.0": false,
	} {
		if is := here.neighbours(netip.MustParseAddr(at)); is != want {
			t.Errorf("%s: neighbour %v", at, is)
		}
	}
	if here.neighbours(netip.Addr{}) {
		t.Error("no address is a neighbour")
	}
}
