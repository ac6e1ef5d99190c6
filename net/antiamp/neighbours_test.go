package antiamp

import (
	"net/netip"
	"testing"
	"time"
)

func TestWhoIsANeighbour(t *testing.T) {
	now := time.Unix(1e9, 0)
	n := Neighbours{asked: now, prefixes: []netip.Prefix{
		netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("fe80::/64"), netip.MustParsePrefix("2001:db8:1::/64"),
	}}
	for addr, want := range map[string]bool{
		"127.0.0.1": true, "::1": true, "::ffff:127.9.9.9": true,
		"192.0.2.200": true, "::ffff:192.0.2.200": true, "192.0.3.1": false, "10.0.0.1": false,
		"fe80::1%eth0": true, "2001:db8:1::9": true, "2001:db8:2::9": false, "0.0.0.0": false,
	} {
		if got := n.Has(netip.MustParseAddr(addr), now); got != want {
			t.Errorf("%s: %v, want %v", addr, got, want)
		}
	}
	if n.Has(netip.Addr{}, now) {
		t.Error("no address is a neighbour")
	}
}

func TestNeighboursAreThoseOfTheInterfacesNow(t *testing.T) {
	n := Neighbours{prefixes: []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}, asked: time.Now().Add(-renewal)}
	stale := netip.MustParseAddr("203.0.113.1")
	for _, p := range prefixes() {
		if !n.Has(p.Addr(), time.Now()) {
			t.Errorf("%v is none", p)
		}
		if p.Contains(stale) {
			t.Skip("this machine is on the network of the example")
		}
	}
	if n.Has(stale, time.Now()) {
		t.Error("a network is remembered that the machine has left")
	}
}
