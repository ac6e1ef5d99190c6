package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/input"
)

// keeper records the calls of a Config's Save.
type keeper struct {
	saved [][2]input.Settings
	fails error
}

func (k *keeper) save(was, is input.Settings) error {
	k.saved = append(k.saved, [2]input.Settings{was, is})
	return k.fails
}

// ann is the player of the tests.
var ann = input.Settings{Name: "Ann", Theme: "auto"}

func withName(p input.Settings, name string) input.Settings {
	p.Name = name
	return p
}

func TestChangedSettingsAreSaved(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}, Save: k.save}, func(r *rig) {
		r.press("s", "e", enter)
		r.press("s", down, left, down, right, down, right, down, right, enter)
		anne := withName(ann, "Anne")
		all := input.Settings{Name: "Anne", Glyphs: input.ASCIIGlyphs, FewerFlashes: true, ReducedMotion: true, FrameRate: 30, Theme: "auto"}
		if want := [][2]input.Settings{{ann, anne}, {anne, all}}; !slices.Equal(k.saved, want) {
			t.Errorf("expected %+v, found %+v", want, k.saved)
		}
		r.shows("(q) Quit")
	})
}

func TestUnchangedSettingsAreNotSaved(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Save: k.save}, func(r *rig) {
		r.press("s", enter, "s", esc, "s", "e", "\x7f", enter, "s", "e", "\x7f", esc)
		if len(k.saved) != 0 {
			t.Errorf("found %+v", k.saved)
		}
	})
}

func TestUnsavedSettingsApplyUntilThePlayerLeaves(t *testing.T) {
	k := &keeper{fails: errors.New("the disk is full")}
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}, Save: k.save}, func(r *rig) {
		r.press("s", "e", enter)
		r.shows("Could not save your settings", "the disk is full")
		r.press(enter)
		r.shows("(q) Quit")
		k.fails = nil
		r.press("s", enter) // which tries again
		if last := k.saved[len(k.saved)-1]; len(k.saved) != 2 || last != [2]input.Settings{ann, withName(ann, "Anne")} {
			t.Errorf("found %+v", k.saved)
		}
		r.press("p")
		if name := r.launcher.solo[0].Player.Name; name != "Anne" {
			t.Errorf("expected Anne to fly, found %q", name)
		}
	})
}

func TestSettingsAreSavedDuringAMatch(t *testing.T) {
	k := &keeper{fails: errTest}
	onRig(t, Config{Save: k.save}, func(r *rig) {
		r.press(enter, esc, "s", down, left, enter)
		r.shows(errTest.Error())
		r.press(enter)
		r.shows("Leave the match")
		if len(k.saved) != 1 || k.saved[0][1].Glyphs != input.ASCIIGlyphs {
			t.Errorf("found %+v", k.saved)
		}
	})
}

func TestOtherSettingsDoNotChangeTheChat(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter)
		r.launcher.match.change(func(m *flownState) { m.view.Chat = []net.ChatLine{{Text: "Vega has joined"}} })
		r.wait()
		r.launcher.match.change(func(m *flownState) { m.view.Chat = nil })
		r.press(esc, "s", down, left, enter, esc)
		r.shows("Vega has joined", "####") // and it is in ASCII now
		r.showsNot("♥")
	})
}

// framesIn counts the frames of a match in a time.
func (r *rig) framesIn(d time.Duration) int {
	before := r.launcher.match.now().frames
	time.Sleep(d)
	return r.launcher.match.now().frames - before
}

func TestFrameRateIsObeyedAtOnce(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{FrameRate: 60}}, func(r *rig) {
		r.press(enter)
		if n := r.framesIn(3 * time.Second); n < 178 || n > 182 {
			t.Errorf("expected 180 frames in three seconds, found %d", n)
		}
		r.press(esc, "s", down, down, down, down, left, enter, esc)
		if n := r.framesIn(3 * time.Second); n < 88 || n > 92 {
			t.Errorf("after choosing 30, expected 90 frames in three seconds, found %d", n)
		}
	})
}

func TestAProblemShowsBeforeTheTitleUntilAnyKey(t *testing.T) {
	for _, key := range []string{"x", enter, esc, down, " "} {
		onRig(t, Config{Problem: errors.New("settings.toml:3: expected less")}, func(r *rig) {
			r.shows("settings.toml:3: expected less", "Press any key to continue")
			r.press(key)
			r.showsNot("expected less")
			r.shows("(q) Quit")
			if len(r.launcher.solo) > 0 || r.hasLeft() {
				t.Errorf("%q did more than to go on", key)
			}
		})
	}
}

func TestAProblemShowsOverAMatch(t *testing.T) {
	match := newFlown()
	conf := Config{Session: match.session(""), Problem: errors.New("settings.toml:3: expected less")}
	onRig(t, conf, func(r *rig) {
		r.shows("settings.toml:3: expected less", "♥")
		r.press("x")
		r.showsNot("expected less")
		if match.now().frames == 0 {
			t.Error("the match did not run below it")
		}
	})
}

func TestSettingsInAnyOrderLeaveChatScreenAndModesRight(t *testing.T) {
	if testing.Short() {
		t.Skip("many orders are tried; runs without -short")
	}
	seeds, changes := uint64(1), 20
	if *long {
		seeds, changes = 5, 40
	}
	for seed := range seeds {
		synctest.Test(t, func(t *testing.T) {
			m := newMonkey(t, seed)
			defer m.eyes.Stop()
			defer m.end()
			m.types(enter)
			m.wait(time.Second)
			m.types(enter, "keep this", enter)
			for range changes {
				m.settings()
				m.wait(time.Duration(40+m.chance.IntN(200)) * time.Millisecond) // a frame at least
				m.read(false)
				m.checkModes()
				m.compare()
			}
			m.types(esc, "t")
			m.read(m.app.ascii())
			if text := m.text(); !strings.Contains(text, "keep this") {
				t.Errorf("seed %d: the chat is lost:\n%s", seed, text)
			}
		})
	}
}

// openKeys goes from the title or the menu of a match to the page of keys.
func (r *rig) openKeys() { r.press("s", up, enter) }

func TestPageOfKeysListsThemAll(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.openKeys()
		r.shows("◂ qwerty ▸", "Up  w  k", "net figures       F3", "other team        t", "Esc back")
		r.resize(60, 20)
		r.shows("◂ qwerty ▸", "▼")
		r.press(up) // around to the last
		r.shows("chat log         [F2] +", "▲")
		r.showsNot("qwerty")
	})
}

func TestAnotherPresetIsSavedOnce(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}, Save: k.save}, func(r *rig) {
		r.openKeys()
		r.press(right, left, esc)
		if len(k.saved) != 0 {
			t.Errorf("found %+v", k.saved)
		}
		r.press(enter, right, right, esc)
		r.shows("dvorak · Enter opens")
		want := ann
		want.Keys = input.BindingsOf(input.Dvorak)
		if len(k.saved) != 1 || k.saved[0] != [2]input.Settings{ann, want} {
			t.Errorf("found %+v", k.saved)
		}
		r.press(up, enter) // the other settings leave the keys alone
		if len(k.saved) != 1 {
			t.Errorf("found %+v", k.saved)
		}
	})
}

func TestANewKeyMovesFromItsOldAction(t *testing.T) {
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

func TestTheLastFireKeyCannotBeUnbound(t *testing.T) {
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

func TestChangedKeysReturnWithTheirPreset(t *testing.T) {
	var own input.Bindings
	own.Unbind(input.Boost, 0)
	onRig(t, Config{Settings: input.Settings{Keys: own}}, func(r *rig) {
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

// Reports of the mouse: moved, and the left button pressed and let go.
const (
	pointerRight = "\x1b[<35;80;12M"
	leftDown     = "\x1b[<0;80;12M"
	leftUp       = "\x1b[<0;80;12m"
	mouseOn      = "\x1b[?1003h"
	mouseOff     = "\x1b[?1003l"
)

func TestTheMouseSteersWhereItIsChosen(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Mouse: true, FrameRate: slowRate}}, func(r *rig) {
		if out := r.refresh(); strings.Contains(out, mouseOn) {
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
	onRig(t, Config{Save: k.save}, func(r *rig) {
		r.press(enter, pointerRight)
		r.flies(0)
		r.press(esc, "s", up, up, right, enter)
		if len(k.saved) != 1 || !k.saved[0][1].Mouse {
			t.Errorf("found %+v", k.saved)
		}
		r.refresh()
		r.press(esc)
		r.wrote(mouseOn)
		r.shows("mouse steers")
	})
}
