package gateway

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
)

// rig is a host with gateways on loopback.
type rig struct {
	testing.TB
	host  *net.Host
	close func() // has the host say its last words
	drips bool   // connections say one byte at a time
	ws    bool   // clients of C4RN4G3 come over a WebSocket

	mu    sync.Mutex
	world game.World         // the newest
	ended bool               // a match was decided, and no test has seen it yet
	hits  [game.MaxShips]int // ticks in which a ship remembers a hit by the slot
	seen  []func(w *game.World)
}

// newRig returns one that plays the match or, without one, on the smallest arena.
func newRig(t testing.TB, conf net.HostConfig, play ...net.Match) *rig {
	t.Helper()
	if play == nil {
		play = []net.Match{net.FixedMatch(duelSetup(t), net.MatchOptions{}, 0)}
	}
	conf.BotNames = []string{"Bot"}
	conf.Results = cmp.Or(conf.Results, time.Second)
	r := &rig{TB: t}
	conf.Observe = func(w *game.World) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ended = r.ended || w.Status == game.Closed && r.world.Status != game.Closed
		r.world = *w
		r.noteHits(w)
		for _, see := range r.seen {
			see(w)
		}
	}
	r.host = net.NewHost(conf, play[0])
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { r.host.Run(ctx) })
	r.close = func() {
		stop()
		running.Wait()
	}
	t.Cleanup(r.close)
	return r
}

func (r *rig) noteHits(w *game.World) {
	for i := range w.Ships {
		for _, a := range w.Ships[i].Attackers {
			if a.Left > 0 && int(a.Slot) != i {
				r.hits[a.Slot]++
			}
		}
	}
}

func duelSetup(t testing.TB) *game.Setup {
	t.Helper()
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// open opens a gateway on a free port.
func (r *rig) open(spec string) *Gateway {
	r.Helper()
	return r.openWith(spec, Config{Dial: r.dial})
}

func (r *rig) openWith(spec string, conf Config) *Gateway {
	r.Helper()
	s, err := ParseSpec(spec)
	if err != nil {
		r.Fatal(err)
	}
	g, err := open(s, conf)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(g.Close)
	return g
}

func (r *rig) dial(remote string) link.Link {
	near, far := link.PipeOf(remote, "")
	r.host.Add(far)
	return near
}

// waits waits until the condition holds of the host's World.
func (r *rig) waits(what string, is func(w *game.World) bool) {
	r.Helper()
	testkit.Until(r.TB, "the host sees "+what, func() bool {
		r.mu.Lock()
		w := r.world
		r.mu.Unlock()
		return is(&w)
	})
}

// ever returns a condition for waits: that another has held in any tick since this call. It may have held only for a moment, between two
// looks of a busy machine.
func (r *rig) ever(is func(w *game.World) bool) func(*game.World) bool {
	var held atomic.Bool
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, func(w *game.World) {
		if is(w) {
			held.Store(true)
		}
	})
	return func(*game.World) bool { return held.Load() }
}

// waitsForTheEnd waits until a match is decided, or has been since the last time.
func (r *rig) waitsForTheEnd() {
	r.Helper()
	testkit.Until(r.TB, "a match is decided", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		was := r.ended
		r.ended = false
		return was
	})
}

// ships counts those that are there.
func ships(w *game.World) (n int) {
	for i := range w.Ships {
		if w.Ships[i].State != game.Empty {
			n++
		}
	}
	return n
}

// now is the host's tick.
func (r *rig) now() game.Tick {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.world.Tick
}
