package ui

import (
	"errors"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/ui/input"
)

// openKeys goes from the title or the menu of a match to the page of keys.
func (r *rig) openKeys() { r.press("s", up, enter) }

func TestPageOfKeysListsThemAll(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.openKeys()
		r.shows("◂ qwerty ▸", "Up  w  k", "net figures       F3", "other team        t", "Esc back")
		r.resize(60, 20)
		r.shows("◂ qwerty ▸", "▼")
		r.press(up) // around to the last
		r.shows("all that was said[F2] +", "▲")
		r.showsNot("qwerty")
	})
}

func TestChosenSetIsKeptOnceAndOnlyIfItIsAnother(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}, Save: k.keep}, func(r *rig) {
		r.openKeys()
		r.press(right, left, esc)
		if len(k.kept) != 0 {
			t.Errorf("found %+v", k.kept)
		}
		r.press(enter, right, right, esc)
		r.shows("dvorak · Enter opens")
		want := ann
		want.Keys = input.BindingsOf(input.Dvorak)
		if len(k.kept) != 1 || k.kept[0] != [2]Preferences{ann, want} {
			t.Errorf("found %+v", k.kept)
		}
		r.press(up, enter) // the other settings leave the keys alone
		if len(k.kept) != 1 {
			t.Errorf("found %+v", k.kept)
		}
	})
}

func TestNewKeyIsWaitedForAndTakenFromWhatHadIt(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.openKeys()
		r.press(down, right, enter)
		r.shows("Press the new key for: fly up", "Esc keeps the old", "Up [?] k")
		r.press(esc)
		r.shows("Up [w] k")
		r.press(enter, "f")
		r.shows("f: fly up (was boost)", "Up [f] k", "boost             unbound")
	})
}

func TestKeyIsAddedRemovedAndBroughtBack(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.openKeys()
		r.press(down, right, right, right, enter, "\x1b[15~")
		r.shows("Up  w  k [F5]", "qwerty, changed")
		r.press(left, "\x7f")
		r.shows("Up  w [F5] +")
		r.press("\x1b[3~")
		r.shows("Up  w [+]")
		r.press("r")
		r.shows("Up  w [k] +")
		r.showsNot("changed")
	})
}

func TestLastKeyThatFiresCannotBeTakenAway(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.openKeys()
		for range input.Fire {
			r.press(down)
		}
		r.press("\x7f")
		r.shows("Space is the only key for: fire", "fire             [Space] +")
		r.press(down, enter, " ")
		r.shows("Space is the only key for: fire", "boost            [f] +")
	})
}

func TestOwnKeysComeBackWithTheSetTheyBelongTo(t *testing.T) {
	var own input.Bindings
	own.Unbind(input.Boost, 0)
	onRig(t, Config{Settings: Settings{Keys: own}}, func(r *rig) {
		r.openKeys()
		r.shows("qwerty, changed")
		r.press(right)
		r.showsNot("changed")
		r.press(left)
		r.shows("qwerty, changed")
	})
}

func TestOtherKeysHoldAtOnceInTheMatchBelow(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, "z")
		r.flies(0)
		r.press(esc)
		r.openKeys()
		r.press(right, esc, esc, esc)
		r.showsNot("Settings")
		r.press("z")
		r.flies(game.Steer(game.Up))
		r.press("q")
		r.flies(game.Steer(game.Left))
		r.press("a")
		r.flies(game.Steer(game.Left))
	})
}

func TestKeysThatCannotBeKeptHoldUntilThePlayerLeaves(t *testing.T) {
	k := &keeper{fails: errors.New("the disk is full")}
	onRig(t, Config{Save: k.keep}, func(r *rig) {
		r.openKeys()
		r.press(right, esc)
		r.shows("Could not save your settings", "the disk is full")
		r.press(enter)
		r.shows("azerty")
	})
}

// Reports of the mouse: moved, and the left button pressed and let go.
const (
	pointerRight = "\x1b[<35;80;12M"
	leftDown     = "\x1b[<0;80;12M"
	leftUp       = "\x1b[<0;80;12m"
	mouseOn      = "\x1b[?1003h"
	mouseOff     = "\x1b[?1003l"
)

func TestTheMouseSteersWhereItIsChosen(t *testing.T) {
	onRig(t, Config{Settings: Settings{Mouse: true, FrameRate: slowRate}}, func(r *rig) {
		if out := r.look(); strings.Contains(out, mouseOn) {
			t.Errorf("the title asked for the mouse: %q", out)
		}
		r.press(enter)
		r.wrote(mouseOn)
		r.press(pointerRight)

		if r.launcher.match.now().input.Course() == game.Idle {
			t.Error("the ship does not head for the pointer")
		}
		r.press(leftDown)
		if !r.launcher.match.now().input.Holds(game.Fire) {
			t.Error("the left button does not fire")
		}
		r.press(leftUp, esc)
		r.wrote(mouseOff)
		r.flies(0)
		r.press(pointerRight) // as one that was on its way
		r.flies(0)
		r.press(esc)
		r.wrote(mouseOn)
		r.press(enter)
		r.wrote(mouseOff) // a text is typed
	})
}

func TestTheMouseIsChosenUnderSettings(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Save: k.keep}, func(r *rig) {
		r.press(enter, pointerRight)
		r.flies(0)
		r.press(esc, "s", up, up, right, enter)
		if len(k.kept) != 1 || !k.kept[0][1].Mouse {
			t.Errorf("found %+v", k.kept)
		}
		r.look()
		r.press(esc)
		r.wrote(mouseOn)
		r.shows("mouse steers")
	})
}
