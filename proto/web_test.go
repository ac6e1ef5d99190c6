package proto

import "testing"

func TestWhatABrowserOpens(t *testing.T) {
	for _, c := range []struct {
		web        Web
		host, want string
	}{
		{Web{8080, false}, "192.0.2.7", "http://192.0.2.7:8080/"},
		{Web{80, false}, "192.0.2.7", "http://192.0.2.7/"},
		{Web{443, false}, "192.0.2.7", "http://192.0.2.7:443/"},
		{Web{443, true}, "fight.example.org", "https://fight.example.org/"},
		{Web{8443, true}, "2001:db8::7", "https://[2001:db8::7]:8443/"},
		{Web{8080, false}, "fe80::7%eth0", ""},
		{Web{8080, false}, "", ""},
		{Web{}, "192.0.2.7", ""},
	} {
		if got := c.web.URL(c.host); got != c.want {
			t.Errorf("%+v at %q: got %q, want %q", c.web, c.host, got, c.want)
		}
	}
}
