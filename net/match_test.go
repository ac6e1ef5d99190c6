package net

import (
	"fmt"
	"testing"
	"time"

	"dogfight/net/link"
)

func TestNoClientEverConfirmsAWorldThatIsNotTheHosts(t *testing.T) {
	for _, loss := range []float64{0, 0.05, 0.20} {
		for _, c := range []link.Conditions{
			{},
			{Delay: 25 * time.Millisecond, Jitter: 5 * time.Millisecond, Duplicate: 0.01},
			{Delay: 100 * time.Millisecond, Jitter: 20 * time.Millisecond, Reorder: 0.05},
			{Delay: 200 * time.Millisecond, Jitter: 40 * time.Millisecond},
			{Delay: 50 * time.Millisecond, Jitter: 100 * time.Millisecond, Duplicate: 0.05, Reorder: 0.05},
		} {
			c.Loss, c.Seed = loss, 7
			name := fmt.Sprintf("loss %.0f %%, delay %v, jitter %v", loss*100, c.Delay, c.Jitter)
			t.Run(name, func(t *testing.T) {
				bubble(t, func(t *testing.T) { flyLossy(t, c) })
			})
		}
	}
}

// flyLossy is a virtual minute of eight players and as many bots.
func flyLossy(t *testing.T, c link.Conditions) {
	m := startMatch(t, HostConfig{Bots: 8, Seed: 1})
	defer m.end()
	var players []*player
	for i := range 8 {
		c.Seed += 10
		players = append(players, newPlayer(fmt.Sprintf("Pilot %d", i+1), m.dial(c), uint64(i)))
	}
	m.fly(time.Minute/slowdown, players...)

	present := m.world()
	kills := 0
	for _, p := range players {
		m.plays(p)
		if behind := present.Tick - p.confirmed.Tick; behind > 40 {
			t.Errorf("%s is %d ticks behind the host", p.conf.Name, behind)
		}
		if p.view.Lag.Desyncs != 0 {
			t.Errorf("%s found %d Worlds that were not the host's", p.conf.Name, p.view.Lag.Desyncs)
		}
		kills += int(present.Ships[p.view.Me].Kills)
		t.Logf("%s: RTT %v, slack %v, ahead %d, roll-backs %d, keyframes %d, correction %v", p.conf.Name,
			p.view.Lag.RTT, p.view.Lag.Slack, p.view.Lag.Ahead, p.view.Lag.Rollbacks, p.view.Lag.Keyframes, p.clock.correction())
	}
	if kills == 0 && slowdown == 1 {
		t.Error("no player destroyed anybody in a minute")
	}
	for _, p := range players {
		p.Leave()
	}
}
