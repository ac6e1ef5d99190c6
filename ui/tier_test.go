package ui

import (
	"strings"
	"testing"
	"time"

	"dogfight/ui/term"
)

func TestFarAwayColoursAreNumbersHoweverManyThereAre(t *testing.T) {
	for _, ground := range []string{darkGround, ""} {
		onRigThatTells(t, ground, 80, 24, term.Traits{Name: "xterm-256color", TrueColor: true, Remote: true}, Config{}, func(r *rig) {
			r.press(enter)
			time.Sleep(time.Second)
			if out := r.look(); strings.Contains(out, "38;2;") || strings.Contains(out, "48;2;") {
				t.Errorf("told %q: %q", ground, out)
			}
		})
	}
}

func TestInTheRichTierSpaceIsPaintedAndElsewhereTheTerminalsOwnShows(t *testing.T) {
	for _, c := range []struct {
		traits  term.Traits
		painted bool
	}{
		{term.Traits{Name: "xterm-256color", TrueColor: true}, true},
		{term.Traits{Name: "xterm-256color"}, false},
		{term.Traits{Name: "xterm-256color", TrueColor: true, Remote: true}, false},
	} {
		onRigLike(t, c.traits, Config{}, func(r *rig) {
			if out := r.look(); strings.Contains(out, "48;2;5;6;12") != c.painted {
				t.Errorf("%+v: expected that space is painted: %v", c.traits, c.painted)
			}
		})
	}
}

func TestATerminalThatTellsLateIsDrawnOnAsItTells(t *testing.T) {
	onRigLike(t, term.Traits{Name: "xterm-256color"}, Config{}, func(r *rig) {
		r.press(enter)
		r.press("\x1bP>|kitty(0.40.0)\x1b\\")
		if out := r.look(); !strings.Contains(out, "48;2;5;6;12") {
			t.Error("kitty has 16 million colours, and does not get them")
		}
		r.press(esc)
		r.shows("Leave the match") // and nothing was taken for keys
	})
}
