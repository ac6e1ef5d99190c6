package gateway

import (
	"bytes"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// A page may have a browser send a request with any body to any port and, to a name that means this host by now, with any method and
// path. None of it is a dialect, so nobody joins.
func TestNoRequestOfABrowserJoins(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	for _, spec := range []string{"carnage=:0", "carnage=:0,websocket", "lightracer=:0"} {
		var joined atomic.Int32
		g := r.openWith(spec, Config{Dial: r.dial, Joined: func(string, link.Link) { joined.Add(1) }})
		body := append(bytes.Join(wordsOf(g.Name())[:2], nil), "\nREADY\n"...)
		for _, addr := range g.Addrs() {
			for _, method := range []string{"POST", "OPTIONS", "JOIN", "SET"} {
				request, err := http.NewRequest(method, "http://"+addr+"/bots", bytes.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("Origin", "https://example.org")
				conn := r.connect("tcp", addr)
				if err := request.Write(conn); err != nil {
					t.Fatal(err)
				}
				io.Copy(io.Discard, conn) // until the gateway hangs up
				conn.Close()
			}
		}
		testkit.Until(t, spec+": all connections are gone", func() bool {
			total, _ := g.admission.Count()
			return total == 0
		})
		if n := joined.Load(); n > 0 {
			t.Errorf("%s: %d requests joined", spec, n)
		}
	}
}

// A dialect that joins without a word waits for the request, which comes with the connection and ends the session.
func TestAConnectionJoinsOnlyWhenARequestWouldHaveCome(t *testing.T) {
	r, joined := newRig(t, dogfight.HostConfig{}), 0
	g := newGateway(Spec{Dialect: "dogfight"}, Config{Dial: r.dial, Joined: func(string, link.Link) { joined++ }})
	for _, request := range []string{"POST / HTTP/1.1\r\nHost: example.org\r\n\r\n", "GET / HTTP/1.1\r\n"} {
		if err := g.dogfightSession(nil).Receive(0, []byte(request), deaf); err == nil {
			t.Errorf("%q does not end the session", request)
		}
	}
	p := g.newPlayer(g.dogfightSession(nil), "192.0.2.1:1", deaf)
	defer p.leave()
	for tick := 1; tick <= 2*settleTime; tick++ {
		if err := p.tick(time.Now()); err != nil {
			t.Fatal(err)
		}
		if (joined > 0) != (tick >= settleTime) {
			t.Fatalf("after %d ticks it has joined %d times", tick, joined)
		}
	}
}
