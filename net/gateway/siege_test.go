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
	"dogfight/testkit"
)

var long = flag.Bool("long", false, "let the gateways be besieged for ten seconds, not a fifth of one, and clients play for minutes")

// seats is how many players one address may have in these tests, or half as many of the
// dialect that takes two connections for each.
const seats = 12

func TestNothingThatStrangersDoDisturbsThoseWhoPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	if !*long {
		t.Parallel() // TestMain finds goroutines that are left behind; only the heap is measured with -long alone
		eachDialect(t, besiege)
		return
	}
	heap, goroutines := heapInUse(), runtime.NumGoroutine()
	t.Run("all", func(t *testing.T) { eachDialect(t, besiege) })
	testkit.Until(t, "no goroutine is left behind", func() bool { return runtime.NumGoroutine() <= goroutines })
	grown := int64(heapInUse()) - int64(heap)
	if t.Logf("the heap grew by %d kB", grown>>10); grown > 4<<20 {
		t.Error("expected it to stay flat, within 4 MB")
	}
}

// streams are the dialects whose players come over TCP.
var streams = map[string]bool{"dogfight": true, "carnage": true, "lightracer": true}

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
	lasts := 200 * time.Millisecond
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
		p.hearsOn(t, passed)
		p.leave()
	}
	r.waits("nobody", func(w *game.World) bool { return ships(w) == 0 })
	time.Sleep(closeTime) // in which ENet, which the count below knows nothing of, forgets the last
	testkit.Until(t, "all connections are forgotten", func() bool { n, _ := g.admission.Count(); return n == 0 })
	for range seats {
		r.comes(g)
	}
	looks := 0
	r.waits("as many as there is room for", func(w *game.World) bool {
		n := ships(w)
		if looks++; n < seats && looks%200 == 0 && streams[name] {
			r.comes(g) // for one that was refused while besiegers, who had left, were still in the system's queue
		}
		return n == seats
	})
}
