package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net"
)

// keeper remembers what a Config's Keep was called with.
type keeper struct {
	kept  [][2]Preferences
	fails error
}

func (k *keeper) keep(was, is Preferences) error {
	k.kept = append(k.kept, [2]Preferences{was, is})
	return k.fails
}

// ann is what the tests begin with.
var ann = Preferences{Name: "Ann", Settings: Settings{Theme: "auto"}}

func withName(p Preferences, name string) Preferences {
	p.Name = name
	return p
}

func TestSettingsThatWereChangedAreKept(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}, Save: k.keep}, func(r *rig) {
		r.press("s", "e", enter)
		r.press("s", down, left, down, right, down, right, down, right, enter)
		anne := withName(ann, "Anne")
		all := Preferences{Name: "Anne", Settings: Settings{Glyphs: ASCIIGlyphs, FewerFlashes: true, ReducedMotion: true, FrameRate: 30, Theme: "auto"}}
		if want := [][2]Preferences{{ann, anne}, {anne, all}}; !slices.Equal(k.kept, want) {
			t.Errorf("expected %+v, found %+v", want, k.kept)
		}
		r.shows("(q) Quit")
	})
}

func TestSettingsThatWereNotChangedAreNotKept(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Save: k.keep}, func(r *rig) {
		r.press("s", enter, "s", esc, "s", "e", "\x7f", enter, "s", "e", "\x7f", esc)
		if len(k.kept) != 0 {
			t.Errorf("found %+v", k.kept)
		}
	})
}

func TestSettingsThatCannotBeKeptHoldUntilThePlayerLeaves(t *testing.T) {
	k := &keeper{fails: errors.New("the disk is full")}
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}, Save: k.keep}, func(r *rig) {
		r.press("s", "e", enter)
		r.shows("Could not save your settings", "the disk is full")
		r.press(enter)
		r.shows("(q) Quit")
		k.fails = nil
		r.press("s", enter) // which tries again
		if last := k.kept[len(k.kept)-1]; len(k.kept) != 2 || last != [2]Preferences{ann, withName(ann, "Anne")} {
			t.Errorf("found %+v", k.kept)
		}
		r.press("p")
		if name := r.launcher.solo[0].Pilot.Name; name != "Anne" {
			t.Errorf("expected Anne to fly, found %q", name)
		}
	})
}

func TestSettingsAreKeptFromWithinAMatch(t *testing.T) {
	k := &keeper{fails: errTest}
	onRig(t, Config{Save: k.keep}, func(r *rig) {
		r.press(enter, esc, "s", down, left, enter)
		r.shows(errTest.Error())
		r.press(enter)
		r.shows("Leave the match")
		if len(k.kept) != 1 || k.kept[0][1].Glyphs != ASCIIGlyphs {
			t.Errorf("found %+v", k.kept)
		}
	})
}

func TestOtherSettingsKeepWhatWasSaid(t *testing.T) {
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
	onRig(t, Config{Settings: Settings{FrameRate: 60}}, func(r *rig) {
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

func TestProblemIsToldBeforeTheTitleUntilAnyKey(t *testing.T) {
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

func TestProblemIsToldOverAMatch(t *testing.T) {
	match := newFlown()
	conf := Config{Session: match.session(""), Problem: errors.New("settings.toml:3: expected less")}
	onRig(t, conf, func(r *rig) {
		r.shows("settings.toml:3: expected less", "♥")
		r.press("x")
		r.showsNot("expected less")
		if match.now().frames == 0 {
			t.Error("the match stood still below it")
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
				t.Errorf("seed %d: what was said is lost:\n%s", seed, text)
			}
		})
	}
}
