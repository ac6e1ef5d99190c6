package gateway

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect/carnage"
	"dogfight/testkit"
)

// page is the script of examples/carnage.html in node, playing at a gateway.
type page struct {
	testing.TB
	addr    string
	stdin   io.Writer
	running sync.WaitGroup

	mu      sync.Mutex
	socket  *websocket.Conn
	opened  int                  // WebSockets so far
	sent    map[carnage.Type]int // messages
	drawn   drawing              // last
	texts   map[string]int       // drawn so far
	trouble string               // shown to its user, or logged by the page
}

// drawing is the drawing of a tenth of a second.
type drawing struct {
	Texts          map[string]int
	Strokes, Fills int
}

// openPage plays with the page until the test ends.
func openPage(t testing.TB, g *Gateway) *page {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the page is not played")
	}
	p := &page{TB: t, addr: g.Addrs()[0], sent: map[carnage.Type]int{}, texts: map[string]int{}}
	cmd := exec.Command(node, "testdata/page.js", "../../examples/carnage.html")
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	errs := &strings.Builder{}
	cmd.Stderr = errs
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	p.stdin = stdin
	p.running.Go(func() {
		for lines := bufio.NewScanner(stdout); lines.Scan(); {
			word, rest, _ := strings.Cut(lines.Text(), " ")
			p.does(word, rest)
		}
	})
	t.Cleanup(func() {
		stdin.Close()
		p.hangUp()
		p.running.Wait()
		if err := cmd.Wait(); err != nil || errs.Len() > 0 {
			t.Errorf("the page ended by %v:\n%s", err, errs)
		}
	})
	return p
}

// does performs a request of the page.
func (p *page) does(word, rest string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch word {
	case "open":
		p.opened++
		p.running.Go(p.connect)
	case "send":
		b, _ := hex.DecodeString(rest)
		m, err := carnage.Wire{Whole: true}.Parse(b)
		if err != nil {
			p.trouble = err.Error()
			return
		}
		p.sent[m.Type()]++
		p.socket.Write(context.Background(), websocket.MessageBinary, b)
	case "close":
		p.socket.CloseNow()
	case "drawn":
		p.drawn = drawing{}
		if err := json.Unmarshal([]byte(rest), &p.drawn); err != nil {
			p.trouble = err.Error()
		}
		for text := range p.drawn.Texts {
			p.texts[text]++
		}
	case "trouble":
		p.trouble = rest
	}
}

// connect connects the page as a browser with a local file would, until that ends.
func (p *page) connect() {
	ws, _, err := websocket.Dial(context.Background(), "ws://"+p.addr, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"null"}}})
	if err != nil {
		fmt.Fprintln(p.stdin, "close 1006")
		return
	}
	ws.SetReadLimit(carnage.LongestResponse)
	p.mu.Lock()
	p.socket = ws
	fmt.Fprintln(p.stdin, "open")
	p.mu.Unlock()
	for {
		_, message, err := ws.Read(context.Background())
		p.mu.Lock()
		current := p.socket == ws
		p.mu.Unlock()
		var end websocket.CloseError
		switch {
		case !current:
			return
		case errors.As(err, &end):
			fmt.Fprintln(p.stdin, "close", int(end.Code), end.Reason)
			return
		case err != nil:
			return
		}
		fmt.Fprintf(p.stdin, "message %x\n", message)
	}
}

func (p *page) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.socket != nil {
		p.socket.CloseNow()
	}
}

// shows waits for a condition of the page.
func (p *page) shows(what string, is func() bool) {
	p.Helper()
	for late := time.Now().Add(testkit.Limit); ; time.Sleep(10 * time.Millisecond) {
		p.mu.Lock()
		ok, trouble, drawn := is(), p.trouble, p.drawn
		p.mu.Unlock()
		if ok {
			return
		}
		if trouble != "" || time.Now().After(late) {
			p.Fatalf("the page does not show %s: it tells %q and draws %+v", what, trouble, drawn)
		}
	}
}

func TestThePageDrawsTheMatchAndFliesInIt(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{}, 0))
	g := r.open("carnage=:0,websocket,origin=null")
	other := r.carnage(g, "Bob")
	p := openPage(t, g)
	p.shows("both ships, their names and more lines than these have", func() bool {
		return p.drawn.Texts["Ann"] > 0 && p.drawn.Texts["Bob"] > 0 && p.drawn.Strokes > 10 && p.drawn.Fills > 4
	})
	flies := r.ever(func(w *game.World) bool {
		s := &w.Ships[1]
		return s.VX > 0 && s.VY < 0 && s.Live != 0
	})
	io.WriteString(p.stdin, "down ArrowRight\ndown KeyW\ndown Space\n")
	r.waits("that it flies to where it steers, and fires", flies)
	io.WriteString(p.stdin, "up Space\nup KeyW\n")
	r.waits("that it stops firing and climbing", func(w *game.World) bool {
		s := &w.Ships[1]
		return s.Input == game.Steer(game.Right)
	})
	other.leave()
	p.shows("one ship alone", func() bool { return p.drawn.Texts["Ann"] > 0 && p.drawn.Texts["Bob"] == 0 })
	all, err := r.host.Pilots()
	if err != nil {
		t.Fatal(err)
	}
	for _, pilot := range all {
		if pilot.Name == "Ann" {
			r.host.Kick(pilot.ID, "be nice")
		}
	}
	for late := time.Now().Add(testkit.Limit); ; time.Sleep(10 * time.Millisecond) {
		p.mu.Lock()
		trouble := p.trouble
		p.mu.Unlock()
		if trouble == "The host ended it: the host kicked you: be nice." {
			return
		}
		if trouble != "" || time.Now().After(late) {
			t.Fatalf("it shows its user %q", trouble)
		}
	}
}

func TestThePageDiesAndFliesAgainAndInTheNextMatch(t *testing.T) {
	if !*long {
		t.Skip("half a minute; runs with -long")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, skirmish(t))
	p := openPage(t, r.openWith("carnage=:0,websocket,origin=null", Config{Dial: r.dial, Limits: admission.Limits{}}))
	io.WriteString(p.stdin, "down Space\n")
	p.shows("that its ship exploded", func() bool { return p.texts["your ship exploded: the next one is coming"] > 0 })
	p.shows("that it flies again", func() bool {
		return p.sent[carnage.SpawnRequestType] > 1 && p.drawn.Texts["score 0   health 100 %"] > 0
	})
	p.shows("the next match", func() bool { return p.opened > 1 && p.drawn.Texts["Ann"] > 0 })
	if p.mu.Lock(); p.sent[carnage.HelloRequestType] != p.opened {
		t.Errorf("%d WebSockets sent %v", p.opened, p.sent)
	}
	p.mu.Unlock()
}

// A page can make a browser send a request with any body to any port and, to a name that now resolves to this host, with any method and
// path. None of it is a dialect, so it must not join.
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
				io.Copy(io.Discard, conn) // until the gateway closes it
				conn.Close()
			}
		}
		testkit.Until(t, spec+": all connections are closed", func() bool {
			total, _ := g.admission.Count()
			return total == 0
		})
		if n := joined.Load(); n > 0 {
			t.Errorf("%s: %d requests joined", spec, n)
		}
	}
}

// A dialect that joins without a message waits for the request, which comes with the connection and ends the session.
func TestAConnectionJoinsOnlyAfterTheTimeForARequest(t *testing.T) {
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

func TestOnlyPagesOfConfiguredOriginsMayPlay(t *testing.T) {
	for _, c := range []struct {
		spec, host string
		origins    []string
		may        bool
	}{
		{"", "game.example:4245", nil, true}, // a program
		{"", "game.example:4245", []string{"https://elsewhere.example"}, false},
		{"", "game.example:4245", []string{"null"}, false}, // a file, or a page in a sandbox
		{"", "game.example:4245", []string{""}, false},
		// Its name now resolves to this machine, and before to the page's host.
		{"", "rebound.example:4245", []string{"http://rebound.example:4245"}, false},
		{"", "rebound.example:4245", []string{"http://rebound.example"}, false},
		// A web server on this machine may have a page that plays here.
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
			said := exchange(conn, strings.Replace(request(headers...), "game.example:4245", c.host, 1))
			want := "HTTP/1.1 403 "
			if c.may {
				want = "HTTP/1.1 101 "
			}
			if !strings.HasPrefix(said, want) {
				t.Errorf("origins %q to %s with %q: expected %s, got %q", c.origins, c.host, c.spec, want, said)
			}
		})
	}
}

// With any headers of a browser, without an option a page must be from the machine itself, by its address.
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
