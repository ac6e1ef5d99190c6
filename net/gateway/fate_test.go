package gateway

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
)

func TestAPlayerWhoIsKickedIsToldAndMayRejoinUnlessBanned(t *testing.T) {
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
		r := newRig(t, net.HostConfig{})
		g := r.open(name + "=:0")
		nobody := func(w *game.World) bool { return ships(w) == 0 }
		var came [3]string
		c, id := r.arrives(g)
		r.host.Kick(id, "be nice")
		came[0] = c.ends()
		r.waits("that the player was kicked", nobody)
		c, id = r.arrives(g)
		banned, err := r.host.BanPilot(id, net.ByBoth, "", false)
		if err != nil {
			t.Fatal(err)
		}
		came[1] = c.ends()
		r.waits("that the player was banned", nobody)
		came[2] = r.comes(g).ends()
		if came != told[name] {
			t.Errorf("the player was told %q", came)
		}
		r.waits("nobody", nobody)
		r.host.Unban(banned.What[0])
		r.boards(r.comes(g)) // maybe beside the one before, of whose packets the last may be read only now
	})
}

func TestAVisitorToAFullMatchIsRefusedAndNothingIsLeftBehind(t *testing.T) {
	if testing.Short() {
		t.Skip("a full match; runs without -short")
	}
	t.Parallel()
	r := newRig(t, net.HostConfig{})
	leave := r.crowd(game.MaxShips)
	r.waits("a full match", func(w *game.World) bool { return ships(w) == game.MaxShips })
	told := map[string]string{
		"dogfight": "closed", "carnage": "hung up", "warworlds": "disconnected",
		"lightracer": "ERROR the match is full: all 64 ships are taken; you can still spectate",
		"rtype":      "REJECT", "rtype-code": "REJECT",
	}
	var gateways []*Gateway
	for _, name := range Names() {
		g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: link.Limits{PerAddress: 2, HalfOpen: 2}})
		gateways = append(gateways, g)
		for range 3 { // more than the limits let in at a time
			came := r.comes(g).ends()
			if name == "dogfight" && came == "hung up" {
				came = "closed" // it was refused before it was told its id: then the dialect has no word
			}
			if came != told[name] {
				t.Errorf("%s was told %q", name, came)
			}
		}
	}
	leave()
	r.waits("nobody", func(w *game.World) bool { return ships(w) == 0 })
	for _, g := range gateways {
		r.comes(g)
	}
	r.waits("all of them", func(w *game.World) bool { return ships(w) == len(gateways) })
}

func TestWhenTheHostClosesEverybodyIsTold(t *testing.T) {
	t.Parallel()
	told := map[string][2]string{ // by the host, by the gateway alone
		"dogfight": {"closed", "closed"}, "carnage": {"hung up", "hung up"}, "warworlds": {"disconnected", "disconnected"},
		"lightracer": {"ERROR the host closed the match", "ERROR the host is closing"},
		"rtype":      {"GAMEOVER", "GAMEOVER"}, "rtype-code": {"GAMEOVER", "GAMEOVER"},
	}
	eachDialect(t, func(t *testing.T, name string) {
		var came [2]string
		for i := range came {
			r := newRig(t, net.HostConfig{})
			g := r.open(name + "=:0")
			c, _ := r.arrives(g)
			if i == 0 {
				r.close()
			}
			g.Close()
			came[i] = c.ends()
		}
		if came != told[name] {
			t.Errorf("the player was told %q", came)
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

// logged is what was logged.
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

func TestASessionThatBreaksEndsOnePlayerAlone(t *testing.T) {
	t.Parallel()
	eachDialect(t, func(t *testing.T, name string) {
		r := newRig(t, net.HostConfig{})
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
			Limits: link.Limits{PerAddress: 4, HalfOpen: 4},
		})
		r.arrives(g)
		other := r.comes(g)
		r.waits("both", func(w *game.World) bool { return ships(w) == 2 })
		armed.Store(true)
		r.waits("that one is gone", func(w *game.World) bool { return ships(w) == 1 })
		r.boards(other)
		r.waits("that it is in the log", func(*game.World) bool { return log.count("on purpose") > 0 })
		if n := log.count("a session panicked"); n != 1 {
			t.Errorf("it is logged %d times:\n%s", n, log.text.String())
		}
		r.comes(g)
		r.waits("another", func(w *game.World) bool { return ships(w) == 2 })
	})
}
