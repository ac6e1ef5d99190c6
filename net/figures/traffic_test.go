package figures

import (
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
)

// What is around a data packet on the wire, over IPv4: UDP and IP headers,
// number, seal.
const (
	aroundDown = 28 + 2 + 16
	aroundUp   = 28 + 5 + 16
)

// traffic is what a player's link carried on average in a time.
type traffic struct {
	down, up float64 // kbit/s
	body     float64 // bytes of a data packet of the host
	packets  float64 // of it, a second
	upRate   float64 // of a player, a second
	age      [3]time.Duration
	changes  float64
	missed   float64
}

func measure(m *match, d time.Duration) (tr traffic) {
	before := make([]link.Counts, len(m.players))
	for i, p := range m.players {
		before[i] = p.near.Counts()
	}
	var ages []time.Duration
	held := map[*player]game.Input{}
	m.watch(d, func(p *player) {
		confirmed := p.view.World.Tick - game.Tick(p.view.Lag.Ahead)
		ages = append(ages, time.Duration(m.tick-confirmed)*tickTime+time.Since(m.tickAt))
		if p.view.Me >= 0 {
			if in := p.view.World.Ships[p.view.Me].Input; in != held[p] {
				held[p] = in
				tr.changes++
			}
		}
	})
	n, s := float64(len(m.players)), d.Seconds()
	for i, p := range m.players {
		now := p.near.Counts()
		dataIn, dataOut := float64(now.DataIn-before[i].DataIn), float64(now.DataOut-before[i].DataOut)
		in, out := float64(now.BytesIn-before[i].BytesIn), float64(now.BytesOut-before[i].BytesOut)
		controlIn := float64(now.PacketsIn-before[i].PacketsIn) - dataIn
		tr.down += (in + dataIn*aroundDown + controlIn*66) * 8 / 1000 / s / n
		tr.up += (out + dataOut*aroundUp) * 8 / 1000 / s / n
		tr.body += in / dataIn / n
		tr.packets += dataIn / s / n
		tr.upRate += dataOut / s / n
	}
	tr.changes /= n * s
	slices.Sort(ages)
	for i, share := range []int{50, 95, 99} {
		tr.age[i] = ages[len(ages)*share/100]
	}
	return tr
}

func TestTraffic(t *testing.T) {
	for _, c := range []struct {
		players, rate int
		arena         string
		conditions    link.Conditions
	}{
		{64, 30, "expanse", link.Conditions{Delay: 50 * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.05}},
		{64, 60, "expanse", link.Conditions{Delay: 50 * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.05}},
		{64, 30, "expanse", link.Conditions{Delay: 200 * time.Microsecond}},
		{8, 30, "open", link.Conditions{Delay: 50 * time.Millisecond, Jitter: 3 * time.Millisecond, Loss: 0.05}},
	} {
		play(t, c.players, c.arena, c.conditions, c.rate, func(m *match) {
			tr := measure(m, 10*time.Second)
			desyncs := uint64(0)
			var rollbacks float64
			var estimated time.Duration
			tp, tt, tc := 0, 0, 0
			for _, p := range m.players {
				tp += p.tap.packets
				tt += p.tap.ticks
				tc += p.tap.coded
				desyncs += p.view.Lag.Desyncs
				rollbacks += p.view.Lag.RollbackRate
				estimated += p.view.Lag.Age
			}
			t.Logf("ticks/packet %.2f, coded %.2f B/packet, %.3f bits/tick/ship", float64(tt)/float64(tp), float64(tc)/float64(tp), float64(tc)*8/float64(tt)/float64(c.players))
			t.Logf("%d at %d Hz, %v: %.1f down %.1f up kbit/s, body %.1f B, %.1f/s down %.1f/s up, age %v, %.1f changes/s, desyncs %d, rollbacks %.1f/s, lag %+v",
				c.players, c.rate, c.conditions, tr.down, tr.up, tr.body, tr.packets, tr.upRate, tr.age, tr.changes, desyncs, rollbacks/float64(c.players), m.players[0].view.Lag)
		})
	}
}
