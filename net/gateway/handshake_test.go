package gateway

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	dogfight "dogfight/net"
	"dogfight/net/link"
)

func TestAHandshakeOneByteAtATimeIsOne(t *testing.T) {
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		ws, _, err := dialWebSocket(drip{l.dial()}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.boards(stands(t, ws, "Ann"))
		ws.Close()
	})
}

func TestWithoutTheOptionARequestIsAnsweredByNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	if said := heard(r.connect("tcp", r.open("carnage=:0").Addrs()[0]), request()); said != "" {
		t.Errorf("it is answered %q", said)
	}
}

func TestAHandshakeThatNeverEndsIsCutOffAfterTenSeconds(t *testing.T) {
	for _, c := range []struct {
		begins string
		drips  bool // a byte a second follows
	}{
		{"", false}, {"G", false}, {"GET", false}, {"GET / HTTP/1.1\r\nHost: x\r\n", false}, {strings.TrimSuffix(request(), "\r\n"), false},
		{"GET ", true}, {"GET / HTTP/1.1\r\nHost: x\r\n", true}, {strings.TrimSuffix(request(), "\r\n"), true},
	} {
		inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
			conn, began := l.dial(), time.Now()
			var saying sync.WaitGroup
			saying.Go(func() {
				_, err := conn.Write([]byte(c.begins))
				for c.drips && err == nil {
					time.Sleep(time.Second)
					_, err = conn.Write([]byte("x"))
				}
			})
			io.Copy(io.Discard, conn)
			if took := time.Since(began); took != openingTime {
				t.Errorf("%+v: it took %v", c, took)
			}
			conn.Close()
			saying.Wait()
		})
	}
}

func TestWhatIsNoHandshakeIsToldWhy(t *testing.T) {
	without := func(line string) string { return strings.Replace(request(), line+"\r\n", "", 1) }
	for p, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n":                   "HTTP/1.1 426 ",
		"GET \r\n\r\n":                                        "HTTP/1.1 400 ",
		"GET / HTTP/1.1\r\nno header\r\n\r\n":                 "HTTP/1.1 400 ",
		without("Sec-WebSocket-Version: 13"):                  "HTTP/1.1 400 ",
		without("Upgrade: websocket"):                         "HTTP/1.1 426 ",
		request("X: " + strings.Repeat("x", maxHeader)):       "HTTP/1.1 431 ",
		request(strings.Repeat("X: y\r\n", maxHeader/6)):      "HTTP/1.1 431 ",
		"GET /" + strings.Repeat("x", 1<<20):                  "HTTP/1.1 431 ",
		"GET / HTTP/1.1\r\n" + strings.Repeat(" ", maxHeader): "HTTP/1.1 400 ",
		"POST / HTTP/1.1\r\n\r\n":                             "", // as no length begins with G, it is one
	} {
		inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
			if said := heard(l.dial(), p); !strings.HasPrefix(said, want) || want == "" && said != "" {
				t.Errorf("%.60q: expected %q, came %q", p, want, said)
			}
		})
	}
}

func TestAVisitorWithAHandshakeAloneGivesWay(t *testing.T) {
	t.Parallel()
	inBubble(t, "carnage=:0,websocket", func(t *testing.T, r *rig, l *pipes) {
		conn, began := l.dial(), time.Now()
		_, frames, _ := strings.Cut(heard(conn, request()), "\r\n\r\n")
		code, reason := lastWords(frames)
		if code != websocket.StatusPolicyViolation || reason != errNotJoined.Error() {
			t.Errorf("a silent visitor is told %v, %q", code, reason)
		}
		if took := time.Since(began); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("it took %v", took)
		}
	})
	t.Run("when others come", func(t *testing.T) {
		r := newRig(t, dogfight.HostConfig{})
		g := r.openWith("carnage=:0,websocket", Config{Dial: r.dial, Limits: link.Limits{HalfOpen: 2}})
		first := r.connect("tcp", g.Addrs()[0])
		io.WriteString(first, request())
		first.Read(make([]byte, 1)) // so it is a WebSocket now
		half := r.connect("tcp", g.Addrs()[0])
		io.WriteString(half, "GET /")
		for _, conn := range []net.Conn{first, half} {
			c := r.carnage(g, "Ann")
			r.boards(c)
			conn.SetReadDeadline(time.Now().Add(5 * time.Second)) // before it has to go anyway
			if _, err := io.Copy(io.Discard, conn); isTimeout(err) {
				t.Error("one who never came in is there still")
			}
			io.WriteString(r.connect("tcp", g.Addrs()[0]), "GET /")
		}
	})
}
