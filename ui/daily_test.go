package ui

import (
	"errors"
	"slices"
	"testing"
)

// today is a challenge that was flown or not.
func today(used bool) func() (Daily, error) {
	return func() (Daily, error) {
		return Daily{Used: used, Text: func(int) string { return "what is played today" }}, nil
	}
}

func TestTheTryThatCountsIsFlownFromItsPageAfterItsRulesWereTold(t *testing.T) {
	onRig(t, Config{Daily: today(false)}, func(r *rig) {
		r.press("d")
		r.shows("what is played today", "One try a day counts, from the moment you start it", "leave it before its end")
		r.press(enter)
		if got := r.launcher.dailies; !slices.Equal(got, []bool{true}) {
			t.Errorf("launched %v", got)
		}
		r.press(esc, "l")
		r.shows("(d) Daily challenge")
	})
}

func TestPracticeIsOfferedBeforeTheTryAndAloneAfterIt(t *testing.T) {
	onRig(t, Config{Daily: today(false)}, func(r *rig) {
		r.press("d", "p")
		if got := r.launcher.dailies; !slices.Equal(got, []bool{false}) {
			t.Errorf("launched %v", got)
		}
	})
	onRig(t, Config{Daily: today(true)}, func(r *rig) {
		r.press("d")
		r.shows("Today's try is used up")
		r.showsNot("it counts")
		r.press(enter)
		if got := r.launcher.dailies; !slices.Equal(got, []bool{false}) {
			t.Errorf("launched %v", got)
		}
	})
}

func TestTheChallengeMayBeTheFirstPage(t *testing.T) {
	onRig(t, Config{Daily: today(false), Challenged: true}, func(r *rig) {
		r.shows("what is played today")
		r.press(esc)
		r.shows("(q) Quit")
	})
}

func TestAChallengeThatCannotBeKeptIsPracticeAtMost(t *testing.T) {
	broken := func() (Daily, error) { return Daily{}, errors.New("records: damaged") }
	onRig(t, Config{Daily: broken}, func(r *rig) {
		r.press("d")
		r.shows("records: damaged", "Back")
		r.showsNot("it counts")
	})
	onRig(t, Config{Daily: today(false), Launcher: &launches{fails: errTest}}, func(r *rig) {
		r.press("d", enter)
		r.shows("Could not start the challenge", "the port is taken")
	})
}
