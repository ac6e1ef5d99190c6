package net

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/proto/replay"
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

func TestTheReplayOfARaceLeadsToTheSameWorldAndLaps(t *testing.T) {
	skipIfShort(t)
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
			f, err := replay.Parse(r.Replay)
			if err != nil || f.Torn != nil || !f.Head.Whole || int(f.Head.Number) != round || r.Number != f.Head.Number || f.Result == nil {
				t.Fatalf("%v, %v, %+v", err, f.Torn, f.Head)
			}
			t.Logf("%d bytes for %d ships and %d ticks", len(r.Replay), len(r.Flights), f.LastTick-f.Head.First)
			var end game.World
			if err := f.Witness(func(w *game.World, _ []game.Event) error { end = *w; return nil }); err != nil {
				t.Fatal(err)
			}
			for _, l := range r.Flights {
				if racer := end.Racers[l.Slot]; racer.Best != l.Lap || end.Ships[l.Slot].Score != l.Score || l.Lap == 0 {
					t.Errorf("lobby %t, round %d: slot %d: best lap %d and score %d in the replay, %d and %d in the race", lobby, round, l.Slot, racer.Best, end.Ships[l.Slot].Score, l.Lap, l.Score)
				}
			}
			for s.liveMatch.World.Status == game.Closed {
				s.pass(60)
			}
		}
	}
}

func TestNothingIsProvenOfAMatchThatWasTakenOverOrIsNoRace(t *testing.T) {
	var told results
	s := newStage(HostConfig{Result: told.take}, played{Setup: raceSetup(t, "ring", 1, false), Bots: 2})
	s.pass(300)
	taken := liveMatch{ended: told.take, log: s.liveMatch.log, botNames: []string{"Bot"}}
	taken.resume(s.value())
	if taken.proof.w != nil || s.proof.w == nil {
		t.Errorf("kept after it was taken over: %t; from the beginning: %t", taken.proof.w != nil, s.proof.w != nil)
	}
	if other := newStage(HostConfig{Result: told.take}, played{Setup: expanse(t), Bots: 2}); other.proof.w != nil {
		t.Error("a deathmatch is kept")
	}
}
