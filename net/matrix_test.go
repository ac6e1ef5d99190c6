package net

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
)

// TestNoClientEverConfirmsAWorldThatIsNotTheHosts flies matches of 64 over every
// kind of line. m.fly compares each World that a client confirms to the host's.
func TestNoClientEverConfirmsAWorldThatIsNotTheHosts(t *testing.T) {
	for i, rtt := range []time.Duration{0, 50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond} {
		for j, loss := range []lossy.Conditions{{}, {Loss: 0.01}, {Loss: 0.05}, {Loss: 0.20}, {Loss: 0.05, Burst: 4}} {
			for _, shaken := range []bool{false, true} {
				if !*allConditions && slowdown == 1 && ((i+j)%5 != 0 || shaken != (i%2 == 0)) {
					continue // each round trip and each loss once, every other shaken, unless all are asked for
				}
				if slowdown > 1 && shaken != (rtt == 100*time.Millisecond) {
					continue // the race detector looks at some of them
				}
				if testing.Short() && (!shaken || rtt != 100*time.Millisecond || j%2 > 0) {
					continue // as does -short
				}
				c := loss
				c.Delay, c.Seed = rtt/2, 7
				if shaken {
					c.Jitter, c.Duplicate, c.Reorder = 40*time.Millisecond, 0.05, 0.05
				}
				t.Run(conditionsName(c), func(t *testing.T) {
					t.Parallel()
					bubble(t, func(t *testing.T) { flyOver(t, c) })
				})
			}
		}
	}
}

func conditionsName(c lossy.Conditions) string {
	name := fmt.Sprintf("RTT %v, loss %.0f %%", 2*c.Delay, 100*c.Loss)
	if c.Burst > 1 {
		name += " in bursts"
	}
	if c.Jitter > 0 {
		name += ", shaken"
	}
	return name
}

// matrixTime is how long a match of the matrix is flown.
func matrixTime() time.Duration {
	if *long {
		return 5 * time.Minute / slowdown
	}
	return 3 * time.Second / slowdown
}

// flyOver is a match of four players and 60 bots over one kind of line.
func flyOver(t *testing.T, c lossy.Conditions) {
	m := startMatch(t, HostConfig{}, played{Setup: expanse(t), Bots: 60, Skill: 3, Seed: 1})
	defer m.end()
	var players []*player
	for i := range 4 {
		c.Seed += 10
		players = append(players, newPlayer(fmt.Sprintf("Pilot %d", i+1), m.dial(c), uint64(i)))
	}
	m.fly(3*time.Second, players...)
	for _, p := range players {
		m.plays(p)
	}
	rollbacks := players[0].Rollbacks
	missed, flown := m.inputs()
	var ages []time.Duration
	for until := time.Now().Add(matrixTime()); time.Now().Before(until); {
		for _, p := range players {
			p.frame()
			m.check(p.Client)
			ages = append(ages, m.ageOf(p))
		}
		time.Sleep(tickTime(1))
	}
	slices.Sort(ages)
	missedAtLast, flownAtLast := m.inputs()
	for _, p := range players {
		if matches := m.checked[p.Client].matches; p.desyncs != 0 || p.keyframes != matches {
			t.Errorf("%s: %d desyncs, %d keyframes in %d matches", p.conf.Name, p.desyncs, p.keyframes, matches)
		}
	}
	t.Logf("age p50 %v, p99 %v; %.2f %% of ticks flown otherwise; %.1f roll-backs a second; prediction off by %.1f units",
		ages[len(ages)/2].Round(time.Millisecond), ages[len(ages)*99/100].Round(time.Millisecond),
		100*float64(missedAtLast-missed)/float64(flownAtLast-flown), float64(players[0].Rollbacks-rollbacks)/matrixTime().Seconds(),
		float64(players[0].view.Lag.Error)/game.One)
}

// ageOf returns how long ago the host decided the newest tick that a player knows.
func (m *testMatch) ageOf(p *player) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return time.Since(m.lastAt) + tickTime(int64(m.last.Tick-p.confirmed.Tick))
}

// inputs returns how many ticks the players have flown, and how many of these
// with another input than they had pressed.
func (m *testMatch) inputs() (missed, flown uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.missed, m.flown
}
