package ui

import (
	"slices"
	"testing"
)

func TestThePracticeRangeIsReachedFromTheTitleAndLeadsBackThere(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
		r.press("g")
		if got := r.launcher.shooters; len(got) != 1 || got[0].Name != "Ann" {
			t.Fatalf("found %v", got)
		}
		r.shows("Cannon: 0 of 0 hit", "1 Fighter", "7 Mines")
		r.press(esc, "l")
		r.shows("(g) Practice range")
	})
}

func TestDigitsChangeShipAndGunInSpaceOnTheRangeAlone(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("g", "3", "6")
		if got := r.launcher.match.now().chosen; !slices.Equal(got, [][3]uint8{{2, 0, 0}, {2, 2, 0}}) {
			t.Errorf("chosen %v", got)
		}
		r.press("c")
		r.shows("Your ship and weapon")
		r.showsNot("from your next spawn")
	})
	onRig(t, Config{}, func(r *rig) {
		r.press("p", "3", "6", "c")
		if got := r.launcher.match.now().chosen; len(got) != 0 {
			t.Errorf("chosen %v in a match", got)
		}
		r.showsNot("Your ship and weapon")
	})
}
