package gateway

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
)

// regular is a well-behaved player.
type regular struct {
	guest
	name    string // of the dialect
	news    atomic.Int64
	own     atomic.Int64 // of which had its ship
	halt    atomic.Bool
	stopped atomic.Bool // it has stopped, of itself or when it was to
	playing sync.WaitGroup
	err     error // once it has stopped
}

// plays connects a player who looks and steers.
func (r *rig) plays(g *Gateway) *regular {
	p := &regular{guest: r.comes(g), name: g.Name()}
	r.boards(p.guest)
	return p
}

func (p *regular) begin() {
	if c, ok := p.guest.(*rtypeClient); ok {
		p.playing.Go(func() { p.pings(c) })
	}
	p.playing.Go(func() {
		defer p.stopped.Store(true)
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
	testkit.Until(t, "a player has ten news", func() bool { return p.news.Load() >= 10 })
	p.news.Store(0)
}

// hearsOn fails unless the player has news still, in a match that has made so many ticks since it settled, and stops it. How many
// it had by then depends on the machine, which plays, attacks and defends; with -long they must be a quarter of those due.
func (p *regular) hearsOn(t testing.TB, passed int) {
	t.Helper()
	before := p.news.Load()
	testkit.Until(t, "a player has more news or is cut off", func() bool { return p.news.Load() > before || p.stopped.Load() })
	p.stop()
	if p.err != nil {
		t.Errorf("a player was cut off after %d ticks and %d news: %v", passed, before, p.err)
	}
	if due := passed * newsRate[p.name] / game.TickRate; *long && before < int64(due)/4 {
		t.Errorf("a player had %d news in %d ticks, expected about %d", before, passed, due)
	}
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
