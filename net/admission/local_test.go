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
