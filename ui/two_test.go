package ui

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/ui/term"
)

// onTwo runs a test with two pilots in a window of that size, on a terminal that reports releases.
func onTwo(t *testing.T, width, height int, test func(r *rig, one, two *flown)) {
	one, two := newFlown(), newFlown()
	s := one.session("")
	s.Second = two
	onRigOf(t, width, height, term.Traits{Name: "xterm-256color"}, Config{Session: s}, func(r *rig) {
		r.press(kittyHere)
		r.refresh()
		r.press(releasesOn)
		test(r, one, two)
	})
}

func TestTwoPilotsFlyWithTheHalvesOfAKeyboard(t *testing.T) {
	onTwo(t, 121, 24, func(r *rig, one, two *flown) {
		flies := func(first, second game.Input) {
			t.Helper()
			if a, b := one.now().input, two.now().input; a != first || b != second {
				t.Errorf("they fly %#x and %#x, want %#x and %#x", a, b, first, second)
			}
		}
		r.press("\x1b[119;;119u", "\x1b[100;;100u", spaceDown) // w, d and Space
		flies(game.Steer(game.UpRight)|game.Fire, 0)
		r.press(upDown, rightDown, "\x1b[13u")
		flies(game.Steer(game.UpRight)|game.Fire, game.Steer(game.UpRight)|game.Fire)
		r.press("\x1b[119;1:3u", upUp)
		flies(game.Steer(game.Right)|game.Fire, game.Steer(game.Right)|game.Fire)
		r.press("\x1b[100;1:3u", spaceUp)
		flies(0, game.Steer(game.Right)|game.Fire)
		r.press("\x1b[27u") // the menu is for both
		flies(0, 0)
		if !one.now().idle || !two.now().idle {
			t.Error("a menu pauses the match for one of the two")
		}
	})
}

func TestTwoPilotsHaveAHalfOfTheScreenEach(t *testing.T) {
	for _, size := range [][2]int{{121, 24}, {120, 24}, {80, 41}, {80, 40}} {
		onTwo(t, size[0], size[1], func(r *rig, _, _ *flown) {
			r.shows("wasd steer", "arrows steer", "Enter fires")
		})
	}
	onTwo(t, 119, 39, func(r *rig, _, _ *flown) {
		r.shows("119x39, two pilots need 120x20 or 60x40")
	})
}

func TestDigitsChooseAShipForThePilotThatWaitsForOne(t *testing.T) {
	onTwo(t, 121, 24, func(r *rig, one, two *flown) {
		r.press("2")
		if a, b := one.now().chosen, two.now().chosen; len(a)+len(b) != 0 {
			t.Errorf("in flight they chose %v and %v", a, b)
		}
		dies := func(m *flown) {
			m.change(func(m *flownState) { m.view.World.Ships[m.view.Me].State = game.Dead })
			r.wait()
			r.press("2")
		}
		dies(two)
		if a, b := one.now().chosen, two.now().chosen; len(a) != 0 || len(b) != 1 {
			t.Errorf("after the death of the second they chose %v and %v", a, b)
		}
		dies(one)
		if a, b := one.now().chosen, two.now().chosen; len(a) != 1 || len(b) != 1 {
			t.Errorf("after both deaths they chose %v and %v", a, b)
		}
	})
}

func TestTheNextMatchBeginsWhenEitherPilotWantsIt(t *testing.T) {
	onTwo(t, 121, 24, func(r *rig, one, two *flown) {
		for _, m := range []*flown{one, two} {
			m.change(func(m *flownState) { m.view.World.Status = game.Closed; m.view.NextMatch = 1 << 40 })
		}
		r.wait()
		for range 30 {
			r.wait()
		}
		r.press("\x1b[13u")
		if a, b := one.now().readied, two.now().readied; len(a) != 1 || len(b) != 1 || !a[0] || !b[0] {
			t.Errorf("ready are %v and %v", a, b)
		}
	})
}

func TestTheMenuChangesTheShipOfEitherPilot(t *testing.T) {
	onTwo(t, 121, 24, func(r *rig, one, two *flown) {
		r.press("\x1b[27u", "2")
		r.shows("Second pilot, from the next spawn")
		r.press(right, "o", enter)
		if a, b := one.now(), two.now(); len(a.chosen)+len(a.colours) != 0 || len(b.chosen) != 1 || len(b.colours) != 1 {
			t.Fatalf("the first chose %v in %v, the second %v in %v", a.chosen, a.colours, b.chosen, b.colours)
		}
		r.press("\x1b[27u", "c", right, enter)
		if a, b := one.now().chosen, two.now().chosen; len(a) != 1 || len(b) != 1 {
			t.Errorf("then they chose %v and %v", a, b)
		}
	})
	onRig(t, Config{Session: newFlown().session("")}, func(r *rig) {
		r.press(esc)
		r.showsNot("Second pilot")
	})
}

func TestAPageBesideTheMatchIsNoSignOfATerminalWithoutReleases(t *testing.T) {
	for _, reports := range []bool{true, false} {
		onTwo(t, 121, 24, func(r *rig, _, _ *flown) {
			if !reports {
				r.press("\x1b[?0u")
			}
			r.press("\x1b[27u", kittyHere) // a page is read without releases
			time.Sleep(releasesAfter + time.Second)
			r.wait()
			r.showsNot("no key releases")
			r.press("b")
			if reports {
				r.press(releasesOn)
				r.showsNot("no key releases")
			} else {
				r.shows("no key releases")
			}
		})
	}
}
