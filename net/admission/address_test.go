package admission

import (
	"net/netip"
	"testing"
	"time"
)

func TestOnlyPrivateNetworksOfAMachineAreLocal(t *testing.T) {
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

func TestPrivateAddressesAndThoseOnAMachinesNetworksAreNeighbours(t *testing.T) {
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

func TestAnOriginIsAsBrowsersSendIt(t *testing.T) {
	for text, want := range map[string]string{
		"https://Example.org": "https://example.org", "http://10.0.0.1:8080": "http://10.0.0.1:8080", "*": "*", "NULL": "null",
		"http://[::1]:80": "http://[::1]:80",
	} {
		if got, err := ParseOrigin(text); got != want || err != nil {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "example.org", "https://example.org/", "https://example.org/x", "https://", "https://a?b", "//a", "https://a@b", "https://a b"} {
		if got, err := ParseOrigin(text); err == nil {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

func TestOnlyNamesThatNoStrangerCanRegisterAreTrusted(t *testing.T) {
	for host, want := range map[string]bool{
		"192.168.1.7": true, "192.168.1.7:8080": true, "[fd00::1]:8080": true, "[fe80::1]": true,
		"localhost:8080": true, "sofa": true, "sofa:8080": true, "sofa.local": true, "SOFA.LOCAL.:80": true, "a.b.home.arpa": true,
		"pc.internal": true, "pc.lan:1": true, "game.localhost": true,
		"": false, ":8080": false, ".": false, "example.org": false, "example.org:8080": false, "192.168.1.7.nip.io": false,
		"local.example.org": false, "notlocal.org": false, "xlocal": true, "x.xlocal": false, "1.2.3": false, "127.0.0.1.": true,
	} {
		if got := Unrebindable(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
}

func TestAListNamesTheHostsOfItsOrigins(t *testing.T) {
	l := Origins{"https://example.org", "http://a.example:8080"}
	for host, want := range map[string]bool{"example.org": true, "EXAMPLE.org": true, "a.example:8080": true, "a.example": false, "example.org:1": false, "": false} {
		if got := l.Names(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
	if (Origins{NullOrigin}).Names("null") || (Origins{NullOrigin}).Names("") {
		t.Error("null is the name of a host")
	}
	if !(Origins{AnyOrigin}).Names("whatever.example") || !(Origins{AnyOrigin}).Allows("https://whatever.example") {
		t.Error("* does not mean all origins")
	}
}
