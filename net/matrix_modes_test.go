package net

import (
	"fmt"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link/lossy"
)

// TestNoClientConfirmsAnotherWorldInAnyMode flies a match of each mode over a line that loses, doubles and reorders what
// it carries. A player comes in the middle of it.
func TestNoClientConfirmsAnotherWorldInAnyMode(t *testing.T) {
	lines := []lossy.Conditions{
		{Delay: 50 * time.Millisecond, Loss: 0.05, Jitter: 40 * time.Millisecond, Duplicate: 0.05, Reorder: 0.05, Seed: 7},
		{Delay: 100 * time.Millisecond, Loss: 0.20, Jitter: 40 * time.Millisecond, Seed: 9},
	}
	if slowdown > 1 || testing.Short() {
		lines = lines[:1]
	}
	for i, mode := range game.Modes() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		some := lines
		if !*allConditions {
			some = lines[i%len(lines):][:1]
		}
		for _, c := range some {
			t.Run(mode.Name()+", "+conditionsName(c), func(t *testing.T) {
				t.Parallel()
				bubble(t, func(t *testing.T) { flyMode(t, mode, c) })
			})
		}
	}
}

// flyMode is a match of the mode, with two dozen ships or, where all conditions are asked for, as many as it has room for.
func flyMode(t *testing.T, mode game.Mode, c lossy.Conditions) {
	o := MatchOptions{Mode: mode, Time: UsualTime, Bots: game.MaxShips}
	s, err := o.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	bots := 20
	if *allConditions {
		bots = 60
	}
	m := startMatch(t, HostConfig{}, played{Setup: s, Bots: min(bots, mode.Pilots()-4), Skill: 3, Seed: 1})
	defer m.end()
	var players []*player
	join := func() {
		c.Seed += 10
		players = append(players, newPlayer(fmt.Sprintf("Pilot %d", len(players)+1), m.dial(c), uint64(len(players))))
	}
	for range 3 {
		join()
	}
	m.fly(modeTime(), players...)
	join() // late
	m.fly(modeTime(), players...)
	for _, p := range players {
		m.plays(p)
		if matches := m.checked[p.Client].matches; p.desyncs != 0 || p.keyframes != matches {
			t.Errorf("%s: %d desyncs, %d keyframes in %d matches", p.conf.Name, p.desyncs, p.keyframes, matches)
		}
	}
}

// modeTime is how long a match is flown before a player comes late, and after.
func modeTime() time.Duration {
	if *long {
		return 2 * time.Minute / slowdown
	}
	return max(4*time.Second/slowdown, 2*time.Second) // in which all have a ship
}
