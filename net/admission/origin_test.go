package admission

import "testing"

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

func TestOnlyNamesThatNoStrangerCanOwnAreBelieved(t *testing.T) {
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
		t.Error("* does not stand for all")
	}
}
