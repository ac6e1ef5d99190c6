package laps

import (
	"errors"
	"slices"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// aRace returns the tape of a race of bots over one lap.
func aRace(t *testing.T) *proto.Tape {
	t.Helper()
	arena, err := assets.Arena("ring")
	if err != nil {
		t.Fatal(err)
	}
	a := *arena
	a.Laps = 1
	s := &game.Setup{Arena: &a, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Race}
	tape := &proto.Tape{Rules: game.RulesFingerprint, Setup: s, Seed: 11, First: 500}
	w := game.NewWorldAt(s, tape.Seed, tape.First)
	var bots [4]bot.Bot
	var orders []game.Order
	for slot := range bots {
		bots[slot] = bot.New(4, uint64(slot))
		orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(slot), Class: uint8(slot % 3)})
	}
	for w.Status != game.Closed {
		w.Step(s, orders, nil)
		tape.Ticks = append(tape.Ticks, orders)
		orders = nil
		for slot := range bots {
			if in := bots[slot].Fly(&w, s, slot); in != w.Ships[slot].Input {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
	return tape
}

func TestALapHoldsThatWasFlownAndNoOther(t *testing.T) {
	tape := aRace(t)
	flown := Of(tape)
	if len(flown) != 4 {
		t.Fatalf("%d laps, expected one of each ship: %+v", len(flown), flown)
	}
	course := Course(tape.Setup.Arena)
	coded := tape.Append(nil)
	t.Logf("%d bytes", len(coded))
	check := func(b []byte, lap Lap) error { return Check(b, course, assets.Classes(), assets.Weapons(), lap) }
	for _, lap := range flown {
		if err := check(coded, lap); err != nil {
			t.Errorf("%+v: %v", lap, err)
		}
		for _, other := range []Lap{{lap.Slot, lap.Class, lap.Took - 1}, {lap.Slot + 1, lap.Class, lap.Took}, {lap.Slot, "tank", lap.Took}} {
			if err := check(coded, other); !errors.Is(err, ErrTime) {
				t.Errorf("%+v was never flown, and holds: %v", other, err)
			}
		}
	}
	if err := Check(coded, "another", assets.Classes(), assets.Weapons(), flown[0]); !errors.Is(err, ErrCourse) {
		t.Errorf("on another course: %v", err)
	}
}

func TestATamperedTapeIsRefused(t *testing.T) {
	tape := aRace(t)
	lap, course := Of(tape)[0], Course(tape.Setup.Arena)
	check := func(b []byte) error { return Check(b, course, assets.Classes(), assets.Weapons(), lap) }
	coded := tape.Append(nil)

	held := 0
	for at := 0; at < len(coded); at += 1 + len(coded)/50 {
		changed := slices.Clone(coded)
		if changed[at] ^= 1 << (at % 8); check(changed) == nil {
			held++
		}
	}
	// A bit may change what another ship did afterwards, the first tick's number, or a title: the lap is the same.
	if held > 15 {
		t.Errorf("%d of 50 changes of a bit do no harm", held)
	}
	if err := check(coded[:len(coded)*2/3]); err == nil {
		t.Error("a tape that is cut holds")
	}
	if err := check(nil); err == nil {
		t.Error("no tape holds")
	}

	for what, c := range map[string]struct {
		change func(t *proto.Tape)
		want   error
	}{
		"other rules": {func(t *proto.Tape) { t.Rules++ }, ErrRules},
		"a fast ship": {func(t *proto.Tape) {
			s := *t.Setup
			s.Classes = slices.Clone(s.Classes)
			s.Classes[0].Thrust *= 2
			t.Setup = &s
		}, ErrShips},
		"a short course": {func(t *proto.Tape) {
			s, a := *t.Setup, *t.Setup.Arena
			a.Tiles = slices.Clone(a.Tiles)
			a.Tiles[0] = game.Space
			s.Arena, t.Setup = &a, &s
		}, ErrCourse},
		"another seed": {func(t *proto.Tape) { t.Seed++ }, ErrTime},
	} {
		other := *tape
		c.change(&other)
		if err := check(other.Append(nil)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, expected %v", what, err, c.want)
		}
	}
}
