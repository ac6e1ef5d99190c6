package swarm

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/proto"
)

func TestAWhimChangesFiveTimesASecond(t *testing.T) {
	w := newRandomInput(1)
	const seconds = 1000
	changes, last := 0, w.held
	for tick := game.Tick(1); tick <= seconds*game.TickRate; tick++ {
		if changed := w.press(tick); changed != (w.held != last) {
			t.Fatalf("tick %d: from %x to %x, told %v", tick, last, w.held, changed)
		} else if changed {
			changes++
		}
		if last = w.held; !last.Valid() {
			t.Fatalf("tick %d: %x is no input", tick, last)
		}
	}
	// Of 60,000 chances of 1 in 12, four standard deviations are 270.
	if expected := changesPerSecond * seconds; changes < expected-270 || changes > expected+270 {
		t.Errorf("expected about %d changes, got %d", expected, changes)
	}
}

func TestAWhimRemembersWhatItHeld(t *testing.T) {
	w := newRandomInput(2)
	w.start(100)
	var held []game.Input // in the ticks after 100
	for tick := game.Tick(101); tick <= 200; tick++ {
		w.press(tick)
		held = append(held, w.held)
	}
	for _, c := range []struct{ tick, n game.Tick }{
		{200, 1}, {250, 1}, {199, 1}, {190, 10}, {200 - proto.MaxInputs, proto.MaxInputs}, {0, proto.MaxInputs},
	} {
		if got := w.since(nil, c.tick); !slices.Equal(got, held[100-c.n:]) {
			t.Errorf("since tick %d: expected %v, got %v", c.tick, held[100-c.n:], got)
		}
	}
}
