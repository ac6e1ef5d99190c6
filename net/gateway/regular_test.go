package gateway

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto/dialect/rtype"
)

// regular is a well-behaved player.
type regular struct {
	guest
	news    atomic.Int64
	own     atomic.Int64 // of which had its ship
	halt    atomic.Bool
	playing sync.WaitGroup
	err     error // once it has stopped
}

// plays connects a player who looks and steers.
func (r *rig) plays(g *Gateway) *regular {
	p := &regular{guest: r.comes(g)}
	r.boards(p.guest)
	return p
}

func (p *regular) begin() {
	if c, ok := p.guest.(*rtypeClient); ok {
		p.playing.Go(func() { p.pings(c) })
	}
	p.playing.Go(func() {
		for !p.halt.Load() {
			var spots []spot
			if spots, p.err = p.look(); p.err != nil {
				return
			}
			if slices.ContainsFunc(spots, func(s spot) bool { return s.mine }) {
				p.own.Add(1)
			}
			p.hold(game.Steer(game.Course(1 + p.news.Add(1)/20%4)))
		}
	})
}

// settles waits until a player counts as one who has come in: before that, it would give way to
// any newcomer. What it was told until then does not count.
func (p *regular) settles(t testing.TB) {
	t.Helper()
	for late := time.Now().Add(20 * time.Second); p.news.Load() < 10; time.Sleep(tickTime) {
		if time.Now().After(late) {
			t.Fatalf("a player had %d news in 20 s", p.news.Load())
		}
	}
	p.news.Store(0)
}

// pings says every second that the player is there, who is told nothing.
func (p *regular) pings(c *rtypeClient) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for !p.halt.Load() {
		c.signals(rtype.PingType)
		<-second.C
	}
}

func (p *regular) stop() {
	p.halt.Store(true)
	p.playing.Wait()
}

// newsRate is how often each dialect tells what there is to see, in a second.
var newsRate = map[string]int{"dogfight": 20, "carnage": 20, "warworlds": 10, "lightracer": 30, "rtype": 20, "rtype-code": 20}
