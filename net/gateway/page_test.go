package gateway

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect/carnage"
	"dogfight/testkit"
)

// page is the script of examples/carnage.html as it runs in node, which plays at a gateway.
type page struct {
	testing.TB
	addr    string
	stdin   io.Writer
	running sync.WaitGroup

	mu      sync.Mutex
	socket  *websocket.Conn
	opened  int                  // WebSockets so far
	said    map[carnage.Type]int // messages
	drawn   drawing              // last
	texts   map[string]int       // drawn so far
	trouble string               // that it tells its user, or nonsense that it said
}

// drawing is what was drawn in a tenth of a second.
type drawing struct {
	Texts          map[string]int
	Strokes, Fills int
}

// openPage has the page play until the test ends.
func openPage(t testing.TB, g *Gateway) *page {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the page is not played")
	}
	p := &page{TB: t, addr: g.Addrs()[0], said: map[carnage.Type]int{}, texts: map[string]int{}}
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

// does does what the page asks for.
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
		p.said[m.Type()]++
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

// connect connects the page as a browser would that has it from a file, until that ends.
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

// shows waits until something holds of the page.
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
			t.Fatalf("it tells its user %q", trouble)
		}
	}
}

func TestThePageDiesAndFliesAgainAndInTheNextMatch(t *testing.T) {
	if !*long {
		t.Skip("half a minute; runs with -long")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, skirmish(t))
	p := openPage(t, r.openWith("carnage=:0,websocket,origin=null", Config{Dial: r.dial, Limits: link.Limits{}}))
	io.WriteString(p.stdin, "down Space\n")
	p.shows("that its ship exploded", func() bool { return p.texts["your ship exploded: the next one is coming"] > 0 })
	p.shows("that it flies again", func() bool {
		return p.said[carnage.SpawnRequestType] > 1 && p.drawn.Texts["score 0   health 100 %"] > 0
	})
	p.shows("the next match", func() bool { return p.opened > 1 && p.drawn.Texts["Ann"] > 0 })
	if p.mu.Lock(); p.said[carnage.HelloRequestType] != p.opened {
		t.Errorf("%d WebSockets, %v was said", p.opened, p.said)
	}
	p.mu.Unlock()
}
