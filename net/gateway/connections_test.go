package gateway

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	dogfightwire "dogfight/proto/dialect/dogfight"
	"dogfight/testkit"
)

func TestASilentVisitorIsHalfOpenAndReplaceable(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dogfight", "carnage", "lightracer"} {
		r := newRig(t, dogfight.HostConfig{})
		g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: admission.Limits{HalfOpen: 2}})
		var mute []net.Conn
		for range 2 {
			conn, err := net.Dial("tcp", g.Addrs()[0])
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			mute = append(mute, conn)
			testkit.Until(t, name+": all connections are half-open", func() bool {
				total, half := g.admission.Count()
				return total == len(mute) && half == len(mute)
			})
		}
		r.connects(g)
		mute[0].SetReadDeadline(time.Now().Add(9 * time.Second)) // before its time limit
		for b := make([]byte, 4096); ; {
			if _, err := mute[0].Read(b); err != nil {
				if err, ok := err.(net.Error); ok && err.Timeout() {
					t.Errorf("%s: the first is there still", name)
				}
				break
			}
		}
		r.waits("a ship", func(w *game.World) bool { return ships(w) >= 1 })
	}
}

func TestAPlayerThatDoesNotReadIsDisconnectedWithoutEffectOnOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	t.Parallel()
	for _, name := range []string{"dogfight", "carnage", "lightracer"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{})
			g := r.open(name + "=:0")
			defer r.crowd(55)() // that make updates long
			r.waits("a crowd", func(w *game.World) bool { return ships(w) == 55 })
			deaf := r.connects(g)
			r.boards(deaf)
			silent := connOf(deaf)
			silent.(*net.TCPConn).SetReadBuffer(1 << 10)
			p := r.plays(g)
			first := r.now()
			p.begin()
			r.waits("that the player has left", func(w *game.World) bool { return ships(w) == 56 })
			passed := int(r.now() - first)
			p.receivesOn(t, passed)
			silent.SetReadDeadline(time.Now().Add(testkit.Limit))
			n, err := io.Copy(io.Discard, silent)
			if errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("the connection is still open")
			}
			if n > 1<<20 {
				t.Errorf("%d bytes waited for the player", n)
			}
		})
	}
}

// connOf returns the connection with most packets to a player.
func connOf(c guest) net.Conn {
	switch c := c.(type) {
	case *spaceman:
		return c.Conn
	case *carnageClient:
		return c.Conn
	}
	return c.(*racing).data
}

// seated returns a player that has joined and sent nothing, and a function that reports whether it is half-open.
func seated(t *testing.T) (p *connPlayer, halfOpen func() bool) {
	control := admission.New(admission.Limits{})
	visit, err := control.Enter(netip.MustParseAddr("127.0.0.1"), func() {})
	if err != nil {
		t.Fatal(err)
	}
	near, far := net.Pipe()
	t.Cleanup(func() { near.Close() })
	go io.Copy(io.Discard, far)
	p = &connPlayer{visit: visit, transport: stream{near, near}}
	p.player = &player{client: dogfight.NewClient(dogfight.ClientConfig{}), session: dogfightwire.NewSession(false)}
	return p, func() bool {
		_, n := control.Count()
		return n > 0
	}
}

// The original dogfight client sends nothing until a key is pressed.
func TestASilentPlayerIsSettledAfterReadingMoreThanSystemsBuffer(t *testing.T) {
	t.Parallel()
	p, halfOpen := seated(t)
	state := make([]byte, 1000)
	for sent := 0; ; sent += len(state) {
		if err := p.settle(); err != nil {
			t.Fatal(err)
		}
		if !halfOpen() {
			if sent <= maxUnread || sent > maxUnread+len(state) {
				t.Errorf("in after %d bytes, of which the systems may keep %d", sent, maxUnread)
			}
			return
		}
		if sent > 2*maxUnread {
			t.Fatal("never in")
		}
		p.write(dialect.Main, state)
	}
}

func TestAPlayerThatNeitherSendsNorReadsForAMinuteLeaves(t *testing.T) {
	t.Parallel()
	for what, does := range map[string]func(p *connPlayer){
		"nothing": func(*connPlayer) {},
		"reads":   func(p *connPlayer) { p.write(dialect.Main, []byte{0}) },
		"speaks":  func(p *connPlayer) { p.handle(event{bytes: []byte{3}}) }, // half an event is a sign of life too
	} {
		p, _ := seated(t)
		ticks := 0
		for ; ticks < 10*maxQuiet && p.settle() == nil; ticks++ {
			if ticks%maxQuiet == maxQuiet-1 && ticks < 5*maxQuiet {
				does(p)
			}
		}
		want := maxQuiet
		if what != "nothing" {
			want += 5 * maxQuiet
		}
		if ticks != want {
			t.Errorf("%s: left after %d ticks, expected %d", what, ticks, want)
		}
	}
}

func TestAKickedPlayerGetsTheReasonAndMayRejoinUnlessBanned(t *testing.T) {
	t.Parallel()
	told := map[string][3]string{ // when kicked, when banned, when joining again
		"dogfight":  {"closed", "closed", "hung up"},
		"carnage":   {"hung up", "hung up", "not okay"},
		"warworlds": {"disconnected", "disconnected", "disconnected"},
		"lightracer": {
			"ERROR the host kicked you: be nice", "ERROR the host kicked you: you are banned from this host",
			"ERROR you are banned from this host",
		},
		"rtype":      {"GAMEOVER", "GAMEOVER", "REJECT"},
		"rtype-code": {"GAMEOVER", "GAMEOVER", "REJECT"},
	}
	eachDialect(t, func(t *testing.T, name string) {
		r := newRig(t, dogfight.HostConfig{})
		g := r.open(name + "=:0")
		nobody := func(w *game.World) bool { return ships(w) == 0 }
		var came [3]string
		c, id := r.arrives(g)
		r.host.Kick(id, "be nice")
		came[0] = c.ends()
		r.waits("that the player was kicked", nobody)
		c, id = r.arrives(g)
		banned, err := r.host.BanPilot(id, dogfight.ByBoth, "", time.Time{}, false)
		if err != nil {
			t.Fatal(err)
		}
		came[1] = c.ends()
		r.waits("that the player was banned", nobody)
		came[2] = r.connects(g).ends()
		if came != told[name] {
			t.Errorf("the player got %q", came)
		}
		r.waits("an empty match", nobody)
		r.host.Unban(banned.What[0])
		r.boards(r.connects(g)) // maybe beside the former one, as its last packets may be read only now
	})
}

func TestAVisitorToAFullMatchIsRefusedAndLeavesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("a full match; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	leave := r.crowd(game.MaxShips)
	r.waits("a full match", func(w *game.World) bool { return ships(w) == game.MaxShips })
	told := map[string]string{
		"dogfight": "closed", "carnage": "hung up", "warworlds": "disconnected",
		"lightracer": "ERROR the match is full: all ships for players are taken; you can still spectate",
		"rtype":      "REJECT", "rtype-code": "REJECT",
	}
	var gateways []*Gateway
	for _, name := range Names() {
		g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: admission.Limits{PerAddress: 2, HalfOpen: 2}})
		gateways = append(gateways, g)
		for range 3 { // more at a time than the limits accept
			came := r.connects(g).ends()
			if name == "dogfight" && came == "hung up" {
				came = "closed" // refused before it got its id: then the dialect has no message
			}
			if came != told[name] {
				t.Errorf("%s got %q", name, came)
			}
		}
	}
	leave()
	r.waits("an empty match", func(w *game.World) bool { return ships(w) == 0 })
	for _, g := range gateways {
		r.connects(g)
	}
	r.waits("all of them", func(w *game.World) bool { return ships(w) == len(gateways) })
}

func TestAllPlayersGetTheReasonWhenTheHostCloses(t *testing.T) {
	t.Parallel()
	told := map[string][2]string{ // by the host, by the gateway alone
		"dogfight": {"closed", "closed"}, "carnage": {"hung up", "hung up"}, "warworlds": {"disconnected", "disconnected"},
		"lightracer": {"ERROR the host closed the match", "ERROR the host is closing"},
		"rtype":      {"GAMEOVER", "GAMEOVER"}, "rtype-code": {"GAMEOVER", "GAMEOVER"},
	}
	eachDialect(t, func(t *testing.T, name string) {
		var came [2]string
		for i := range came {
			r := newRig(t, dogfight.HostConfig{})
			g := r.open(name + "=:0")
			c, _ := r.arrives(g)
			if i == 0 {
				r.close()
			}
			g.Close()
			came[i] = c.ends()
		}
		if came != told[name] {
			t.Errorf("the player got %q", came)
		}
	})
}

// bomb is a link that, once armed, breaks the session that sends over it.
type bomb struct {
	link.Link
	armed *atomic.Bool
}

func (b bomb) Send(ch link.Channel, p []byte) {
	if b.armed.CompareAndSwap(true, false) {
		panic("on purpose")
	}
	b.Link.Send(ch, p)
}

// logged is the text of a log.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), text)
}

func TestASessionThatPanicsEndsOnlyItsPlayer(t *testing.T) {
	t.Parallel()
	eachDialect(t, func(t *testing.T, name string) {
		r := newRig(t, dogfight.HostConfig{})
		var log logged
		var armed atomic.Bool
		came := 0
		g := r.openWith(name+"=:0", Config{
			Dial: func(remote string) link.Link {
				if came++; came == 1 {
					return bomb{r.dial(remote), &armed}
				}
				return r.dial(remote)
			},
			Log:    slog.New(slog.NewTextHandler(&log, nil)),
			Limits: admission.Limits{PerAddress: 4, HalfOpen: 4},
		})
		r.arrives(g)
		other := r.connects(g)
		r.waits("both", func(w *game.World) bool { return ships(w) == 2 })
		armed.Store(true)
		r.waits("that one has left", func(w *game.World) bool { return ships(w) == 1 })
		r.boards(other)
		r.waits("that it is in the log", func(*game.World) bool { return log.count("on purpose") > 0 })
		if n := log.count("a session panicked"); n != 1 {
			t.Errorf("it is logged %d times:\n%s", n, log.text.String())
		}
		r.connects(g)
		r.waits("another", func(w *game.World) bool { return ships(w) == 2 })
	})
}

// tickTime is how long a tick lasts.
const tickTime = time.Second / game.TickRate

// slowSession counts its ticks, and is slow in some of them.
type slowSession struct {
	intent dialect.Intent
	ticks  int
}

func (s *slowSession) Receive(dialect.Channel, []byte, dialect.Send) error { return nil }
func (s *slowSession) Intent() *dialect.Intent                             { return &s.intent }
func (s *slowSession) End(string, dialect.Send)                            {}

func (s *slowSession) Tick(*dialect.Scene, dialect.Send) error {
	if s.ticks++; s.ticks%50 == 0 {
		time.Sleep(3 * tickTime)
	}
	return nil
}

func TestTicksThatAreLateAreMadeUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		s := &slowSession{}
		p := connPlayer{player: &player{session: s}}
		if err := p.play(ctx); err != errClosing {
			t.Error(err)
		}
		if want := 5 * game.TickRate; s.ticks < want-2 || s.ticks > want+5 {
			t.Errorf("%d ticks in 5 s, expected about %d", s.ticks, want)
		}
	})
}
