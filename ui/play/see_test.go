package play

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/play/playtest"
)

func TestDrawingTwiceLooksTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom(allModes).Draw(t, "mode")
		s := New(Options{Mode: mode, FewerBytes: rapid.Bool().Draw(t, "far")})
		moves := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		v := anyView(t)
		width, height := 60+moves.IntN(150), 20+moves.IntN(50)
		one, other := newTerminal(nil, width, height), newTerminal(nil, width, height)
		s.overlay, s.figures.Open = overlay(moves.IntN(5)), moves.IntN(2) == 0
		for i := range 5 {
			for slot := range v.World.Ships {
				ship := &v.World.Ships[slot]
				ship.X, ship.Y = ship.X+moves.Int32N(9*game.One), ship.Y-moves.Int32N(9*game.One)
			}
			s.See(v, playtest.Noon.Add(time.Duration(i)*33*time.Millisecond))
			s.Draw(one)
			again := slices.Clone(one.Grid.Cells)
			s.Draw(other) // a screen on which nothing is yet
			s.Draw(one)
			if !slices.Equal(one.Grid.Cells, again) || one.text() != other.text() {
				t.Fatalf("picture %d:\n%s\nand then\n%s", i, one.text(), other.text())
			}
		}
	})
}

func TestWhatIsToldWhileNothingIsDrawnIsNotLost(t *testing.T) {
	v, s := playtest.View("Nova", "Rex"), New(Options{})
	show(s, newTerminal(t, 80, 24), v, playtest.Noon)
	v.Chat = []net.ChatLine{{From: "Rex", Pilot: 1, Slot: 1, Text: "behind you"}}
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1}}
	v.Decided = v.Events
	s.See(v, playtest.Noon.Add(time.Second))
	v.Chat, v.Events, v.Decided = nil, nil, nil
	s.See(v, playtest.Noon.Add(2*time.Second))
	term := newTerminal(t, 80, 24)
	s.Draw(term)
	term.shows(t, "Rex: behind you", "Rex » Nova")
	if s.tally.Slots[1].Streak != 1 {
		t.Error("the kill is not counted")
	}
}
