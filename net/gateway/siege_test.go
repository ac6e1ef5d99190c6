package gateway

import (
	"context"
	"flag"
	"runtime"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
)

var long = flag.Bool("long", false, "let the gateways be besieged for ten seconds, not two, and clients play for minutes")

// seats is how many players one address may have in these tests, or half as many of the
// dialect that takes two connections for each.
const seats = 12

func TestNothingThatStrangersDoDisturbsThoseWhoPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	heap, goroutines := heapInUse(), runtime.NumGoroutine()
	t.Run("all", func(t *testing.T) { eachDialect(t, besiege) })
	for late := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > goroutines && time.Now().Before(late); {
		time.Sleep(10 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines were left behind", n-goroutines)
	}
	grown := int64(heapInUse()) - int64(heap)
	if t.Logf("the heap grew by %d kB", grown>>10); grown > 4<<20 {
		t.Error("expected it to stay flat, within 4 MB")
	}
}

func heapInUse() uint64 {
	runtime.GC()
	runtime.GC() // what has finalizers
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// besiege has strangers do all that they can while two play, and looks whether these
// have noticed, and whether all is as before when all have left.
func besiege(t *testing.T, name string) {
	r := newRig(t, net.HostConfig{})
	spec := name + "=:0"
	if name == "carnage" {
		spec += ",websocket"
	}
	g := r.openWith(spec, Config{Dial: r.dial, Limits: link.Limits{PerAddress: seats, PerLocal: seats, HalfOpen: seats}})
	lasts := 2 * time.Second
	if *long {
		lasts = 10 * time.Second
	}
	honest := []*regular{r.plays(g)}
	r.ws = name == "carnage"
	honest = append(honest, r.plays(g))
	r.ws = false
	for _, p := range honest {
		p.begin()
		p.settles(t)
	}
	ctx, stop := context.WithTimeout(context.Background(), lasts)
	defer stop()
	first := r.now()
	r.attack(ctx, g)
	passed := int(r.now() - first)
	for _, p := range honest {
		p.stop()
		due := passed * newsRate[name] / game.TickRate
		if p.news.Load() < int64(due)/4 || // the besiegers have the same processors
			p.err != nil {
			t.Errorf("a player had %d news in %d ticks, expected about %d: %v", p.news.Load(), passed, due, p.err)
		}
		p.leave()
	}
	if want := int(lasts/tickTime) / 2; passed < want {
		t.Errorf("the host made %d ticks, expected %d at least", passed, want)
	}
	r.waits("nobody", func(w *game.World) bool { return ships(w) == 0 })
	time.Sleep(closeTime) // until the last connections are forgotten
	for range seats {
		r.comes(g)
	}
	r.waits("as many as there is room for", func(w *game.World) bool { return ships(w) == seats })
}
