package net

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/proto"
)

// raceSetup returns a race over so many laps.
func raceSetup(t *testing.T, arena string, laps int, lobby bool) *game.Setup {
	t.Helper()
	a, err := assets.Arena(arena)
	if err != nil {
		t.Fatal(err)
	}
	of := *a
	of.Laps = laps
	return &game.Setup{Arena: &of, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Race, Lobby: lobby}
}

func TestTheTapeOfARaceLeadsToTheSameWorldAndLaps(t *testing.T) {
	for _, lobby := range []bool{false, true} {
		var told results
		s := newStage(HostConfig{Result: told.take}, played{Setup: raceSetup(t, "ring", 1, lobby), Bots: 4})
		for round := 1; round <= 2; round++ {
			s.pass(100)
			if lobby {
				s.liveMatch.order(game.OrderStart)
			}
			for n := 0; len(told.all()) < round; n++ {
				if s.pass(60); n > 200 {
					t.Fatal("the race does not end")
				}
			}
			r := told.all()[round-1]
			tape, err := proto.ParseTape(r.Tape.Append(nil))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d bytes of orders and setup for %d ships and %d ticks", len(r.Tape.Append(nil)), len(r.Flights), len(tape.Ticks))
			var end game.World
			tape.Play(func(w *game.World, _ []game.Event) bool { end = *w; return true })
			for _, f := range r.Flights {
				if racer := end.Racers[f.Slot]; racer.Best != f.Lap || end.Ships[f.Slot].Score != f.Score || f.Lap == 0 {
					t.Errorf("lobby %t, round %d: slot %d: best lap %d and score %d on the tape, %d and %d in the race", lobby, round, f.Slot, racer.Best, end.Ships[f.Slot].Score, f.Lap, f.Score)
				}
			}
			for s.liveMatch.World.Status == game.Closed {
				s.pass(60)
			}
		}
	}
}

func TestThereIsNoTapeOfAMatchThatWasTakenOverOrIsNoRace(t *testing.T) {
	var told results
	s := newStage(HostConfig{Result: told.take}, played{Setup: raceSetup(t, "ring", 1, false), Bots: 2})
	s.pass(300)
	taken := liveMatch{ended: told.take, log: s.liveMatch.log, botNames: []string{"Bot"}}
	taken.resume(s.value())
	if taken.tape.on || !s.tape.on {
		t.Errorf("kept after it was taken over: %t; from the beginning: %t", taken.tape.on, s.tape.on)
	}
	if other := newStage(HostConfig{Result: told.take}, played{Setup: expanse(t), Bots: 2}); other.tape.on {
		t.Error("the orders of a deathmatch are kept")
	}
}
