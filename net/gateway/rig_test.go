package gateway

import (
	"context"
	"sync"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
)

// rig is a host with gateways on loopback.
type rig struct {
	testing.TB
	host  *net.Host
	close func() // has the host say its last words
	drips bool   // connections say one byte at a time

	mu    sync.Mutex
	world game.World         // the newest
	hits  [game.MaxShips]int // ticks in which somebody remembers to have been hit by the slot
}

func newRig(t testing.TB, conf net.HostConfig) *rig {
	t.Helper()
	if conf.Setup == nil {
		conf.Setup = duelSetup(t)
	}
	conf.BotNames = []string{"Bot"}
	r := &rig{TB: t}
	conf.Observe = func(w *game.World) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.world = *w
		r.noteHits(w)
	}
	r.host = net.NewHost(conf)
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
	g, err := Open(s, conf)
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
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		r.mu.Lock()
		w := r.world
		r.mu.Unlock()
		if is(&w) {
			return
		}
	}
	r.Fatalf("after 20 s the host has not seen: %s", what)
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
