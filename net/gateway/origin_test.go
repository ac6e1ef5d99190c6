package gateway

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestOnlyPagesOfTheOriginsGivenMayPlay(t *testing.T) {
	for _, c := range []struct {
		spec, host string
		origins    []string
		may        bool
	}{
		{"", "game.example:4245", nil, true}, // a program
		{"", "game.example:4245", []string{"https://elsewhere.example"}, false},
		{"", "game.example:4245", []string{"null"}, false}, // a file, or a page in a sandbox
		{"", "game.example:4245", []string{""}, false},
		// Whose name now means this machine, and before meant the one that the page is from.
		{"", "rebound.example:4245", []string{"http://rebound.example:4245"}, false},
		{"", "rebound.example:4245", []string{"http://rebound.example"}, false},
		// What serves pages on the machine itself may play there.
		{"", "192.168.1.7:4245", []string{"http://192.168.1.7"}, true},
		{"", "192.168.1.7:4245", []string{"http://192.168.1.8"}, false},
		{"", "[fd00::1]:4245", []string{"http://[fd00::1]:8000"}, true},
		{"", "127.0.0.1:4245", []string{"http://127.0.0.1:8000"}, true},
		{"", "localhost:4245", []string{"http://localhost:8000"}, true},
		{"", "localhost:4245", []string{"http://localhost.example"}, false},
		{",origin=https://a.example", "game.example", []string{"https://a.example"}, true},
		{",origin=https://a.example", "game.example", []string{"HTTPS://A.example"}, true},
		{",origin=https://a.example", "game.example", []string{"http://a.example"}, false},
		{",origin=https://a.example", "game.example", []string{"https://a.example:8443"}, false},
		{",origin=https://a.example", "game.example", []string{"https://b.a.example"}, false},
		{",origin=https://a.example", "game.example", []string{"https://a.example", "https://b.example"}, false},
		{",origin=https://a.example,origin=null", "game.example", []string{"null"}, true},
		{",origin=null", "game.example", []string{"file://"}, true},
		{"", "game.example", []string{"file://"}, false},
		{",origin=null", "game.example", []string{"https://a.example"}, false},
		{",origin=*", "game.example", []string{"https://a.example"}, true},
		{",origin=*", "game.example", []string{"null"}, true},
	} {
		inBubble(t, "carnage=:0,websocket"+c.spec, func(t *testing.T, r *rig, l *pipes) {
			var headers []string
			for _, o := range c.origins {
				headers = append(headers, "Origin: "+o)
			}
			conn := l.dial()
			conn.SetReadDeadline(time.Now().Add(time.Second))
			said := heard(conn, strings.Replace(request(headers...), "game.example:4245", c.host, 1))
			want := "HTTP/1.1 403 "
			if c.may {
				want = "HTTP/1.1 101 "
			}
			if !strings.HasPrefix(said, want) {
				t.Errorf("origins %q to %s with %q: expected %s, came %q", c.origins, c.host, c.spec, want, said)
			}
		})
	}
}

// Whatever a browser can be made to say, without an option a page must be from the machine itself, by its address.
func FuzzOrigin(f *testing.F) {
	for _, s := range []string{"http://127.0.0.1", "null", "file://", "http://[::1]:1", "http://a@127.0.0.1", "http://localhost"} {
		f.Add(s, "127.0.0.1:4245")
		f.Add(s, "rebound.example:4245")
		f.Add("http://rebound.example", s)
	}
	f.Fuzz(func(t *testing.T, origin, host string) {
		s := Spec{WebSocket: true}
		if s.allows([]string{origin}, host) != nil {
			return
		}
		u, err := url.Parse(strings.ToLower(origin))
		if err != nil {
			t.Fatalf("%q may play", origin)
		}
		if _, err := netip.ParseAddr(u.Hostname()); err != nil && u.Hostname() != "localhost" || !strings.Contains(host, u.Hostname()) {
			t.Errorf("%q may play at %q", origin, host)
		}
	})
}
