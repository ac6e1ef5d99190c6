package model

import (
	"testing"

	"dogfight/game"
	"dogfight/net"
)

func TestLapTimesHaveHundredths(t *testing.T) {
	for _, c := range []struct {
		ticks, than game.Tick
		time, split string
	}{{0, 60, "0.00", "-1.00"}, {61, 60, "1.02", "+0.02"}, {60*60 - 1, 60, "59.98", "+58.98"}, {83*60 + 30, 60, "1:23.50", "+1:22.50"}} {
		if got, split := LapTime(c.ticks), splitTime(c.ticks, c.than); got != c.time || split != c.split {
			t.Errorf("%d ticks: %q and %q, expected %q and %q", c.ticks, got, split, c.time, c.split)
		}
	}
}

func TestTheBestLapFliesAlongAndItsSplitsAreHeldAgainst(t *testing.T) {
	w := game.World{Status: game.InProgress}
	w.Ships[0].State = game.Flying
	arena := &game.Arena{Name: "yard", Gates: make([]game.Point, 2), Laps: 9}
	m := &Match{View: &net.View{Me: 0, World: &w, Setup: &game.Setup{Mode: game.Race, Arena: arena}}}
	var l Laps
	pass := func(gate uint8) string {
		if gate == 0 {
			w.Racers[0].Began = w.Tick
		}
		return l.Note(m, &game.Event{Kind: game.EventGate, What: gate})
	}
	fly := func(ticks int, step int32) {
		for range ticks {
			w.Tick++
			w.Ships[0].X += step
			l.Record(m)
		}
	}
	fly(10, 1)
	if split := pass(0); split != "" {
		t.Errorf("before the first lap: %q", split)
	}
	w.Ships[0].X = 0
	l.Record(m)
	fly(60, 10)
	if split := pass(1); split != "" {
		t.Errorf("in the first lap: %q", split)
	}
	fly(60, 10)
	if split := pass(0); split != "2.00" {
		t.Errorf("the first lap: %q", split)
	}
	w.Ships[0].X = 0
	l.Record(m)
	fly(66, 5)
	if split := pass(1); split != "+0.10" {
		t.Errorf("at a gate: %q", split)
	}
	if at, ok := l.Ghost(m); !ok || at.X != 660 {
		t.Errorf("the ghost is at %d, %t, expected 660", at.X, ok)
	}
	fly(30, 5)
	if split := pass(0); split != "-0.40" {
		t.Errorf("a faster lap: %q", split)
	}
}
