package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
)

func TestABlackoutOfFiveSecondsHealsWithinOne(t *testing.T) {
	skipIfShort(t)
	for _, rtt := range []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond} {
		if !*long && rtt == 0 {
			continue
		}
		t.Run(rtt.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T) { survivesBlackout(t, rtt) })
		})
	}
}

func survivesBlackout(t *testing.T, rtt time.Duration) {
	m := startMatch(t, HostConfig{}, played{Setup: expanse(t), Bots: 60})
	defer m.end()
	var w wire
	p := newPlayer("Rex", w.dial(m, lossy.Conditions{Delay: rtt / 2, Loss: 0.05}), 1)
	m.fly(5*time.Second, p)
	w.dark.Store(true)
	m.fly(time.Second, p)
	if !p.view.Stale {
		t.Errorf("after a second of silence the others are no ghosts; age %v", p.view.Lag.Age)
	}
	m.fly(4*time.Second, p)
	w.dark.Store(false)
	heals := time.Second
	if rtt > 100*time.Millisecond { // what is lost of what was missed comes again a round trip later
		heals += rtt
	}
	m.fly(heals, p)
	m.plays(p)
	behind := m.tick() - p.confirmed.Tick
	if usual := game.Tick(rtt/2*game.TickRate/time.Second) + 8; behind > usual || p.view.Stale {
		t.Errorf("a second after it was %d ticks behind, stale: %v", behind, p.view.Stale)
	}
	if p.desyncs != 0 {
		t.Errorf("%d desyncs", p.desyncs)
	}
	// And what he presses counts again.
	p.bot, p.held = nil, game.Steer(game.Left)
	m.fly(rtt+200*time.Millisecond, p)
	world := m.world()
	if ship := &world.Ships[p.view.Me]; ship.AcceptsInput() && ship.Input != p.held {
		t.Errorf("the ship holds %d", ship.Input)
	}
}
