package ui

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto"
)

func TestEscGoesBackFromEveryPageOfTheTitleAndKeepsWhatWasChanged(t *testing.T) {
	for page, c := range map[string]struct {
		open, change []string
		again        []string // what the page shows when it is opened once more
	}{
		"match options": {[]string{"o"}, []string{down, down, left, down, down, down, right}, []string{"Bots          6", "duel"}},
		"their ship":    {[]string{"o", "c"}, []string{right}, []string{"Scout"}},
		"host form":     {[]string{"h"}, []string{"!", up, up, up, "secret", up, right}, []string{"Fun!", "secret", "Lobby                  yes"}},
		"join form":     {[]string{"j"}, []string{"example.org", down, "a", down, right}, []string{"example.org", "Anna", "Scout"}},
		"settings":      {[]string{"s"}, []string{"e", down, down, right, down, right, down, right}, []string{"Anne", "Fewer flashes    yes", "Reduced motion   yes", "30 fps"}},
		"keys":          {[]string{"s", up, enter}, []string{right}, nil},
		"records":       {[]string{"r"}, []string{down}, nil},
		"help":          {[]string{"?"}, []string{down}, nil},
	} {
		onRig(t, Config{Pilot: Pilot{Name: "Ann"}, Host: HostOptions{Title: "Fun", Listen: ":99"}, Arenas: []string{"duel", "open"}}, func(r *rig) {
			r.press(c.open...)
			r.showsNot("(q) Quit")
			r.press(c.change...)
			for range len(c.open) {
				r.press(esc)
			}
			if r.shows("(q) Quit"); len(r.launcher.solo)+len(r.launcher.host)+len(r.launcher.join) > 0 {
				t.Errorf("%s: Esc started a match", page)
			}
			r.press(c.open[0])
			if r.shows(c.again...); t.Failed() {
				t.Errorf("that is the %s", page)
			}
		})
	}
}

func TestEscKeepsNoNameThatCannotBe(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
		r.press("s", "\x7f", "\x7f", "\x7f", down, down, right, esc, "s")
		r.shows("Ann", "Fewer flashes    yes")
	})
}

func TestEscOnSettingsHasThemKept(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}, Save: k.keep}, func(r *rig) {
		r.press("s", "e", esc)
		if len(k.kept) != 1 || k.kept[0][1].Name != "Anne" {
			t.Errorf("found %+v", k.kept)
		}
	})
}

func TestEscGoesBackFromEveryPageOfAMatch(t *testing.T) {
	for page, c := range map[string]struct {
		open  []string
		below string // what it goes back to
	}{
		"the menu":        {[]string{esc}, ""},
		"help":            {[]string{esc, "?"}, "Back to the match"},
		"settings":        {[]string{esc, "s"}, "Back to the match"},
		"keys":            {[]string{esc, "s", up, enter}, "Fewer flashes"},
		"ships":           {[]string{esc, "c"}, "Back to the match"},
		"match settings":  {[]string{esc, "m"}, "Back to the match"},
		"who joins":       {[]string{esc, "o"}, "Back to the match"},
		"kick, mute, ban": {[]string{esc, "k"}, "Back to the match"},
		"leaving":         {[]string{esc, "l"}, "Back to the match"},
		"help over it":    {[]string{"?"}, ""},
		"scores":          {[]string{"\t"}, ""},
		"who is there":    {[]string{esc, "p"}, ""},
		"what was said":   {[]string{esc, "t"}, ""},
	} {
		onOwnWith(t, game.InProgress, func(h *HostControls) {
			h.JoinHints = []string{"dogfight join 192.0.2.7"}
			h.Moderation = &Moderation{
				Pilots: func() ([]net.Present, error) { return nil, nil },
				Bans:   func() []admission.Ban { return nil },
			}
		}, func(r *rig, o *owned) {
			o.change(func(m *flownState) { m.view.Roster = []proto.Pilot{{ID: 9, Name: "Bo", Slot: 3}} })
			was := r.text()
			r.press(c.open...)
			if is := r.text(); is == was {
				t.Fatalf("%s: nothing opened", page)
			}
			r.press(esc)
			if c.below != "" {
				r.shows(c.below)
				return
			}
			r.showsNot("Back to the match")
			if o.now().idle {
				t.Errorf("%s: a page is left open:\n%s", page, r.text())
			}
			if r.hasLeft() {
				t.Errorf("%s: Esc left the match", page)
			}
		})
	}
}

func TestEscKeepsWhatWasSetOfTheMatch(t *testing.T) {
	onOwn(t, game.InProgress, func(r *rig, o *owned) {
		r.press(esc, "m", right, esc)
		if len(o.set) != 1 || o.set[0].Bots != 8 || len(o.wishes) > 0 {
			t.Errorf("found %+v, %q", o.set, o.wishes)
		}
		r.shows("Back to the match")
		r.press("m", esc)
		if len(o.set) != 1 {
			t.Errorf("nothing was changed, and it was set again: %+v", o.set)
		}
	})
}

func TestWhyEscCouldNotSetTheMatchIsTold(t *testing.T) {
	onOwn(t, game.InProgress, func(r *rig, o *owned) {
		o.fails = errTest
		r.press(esc, "m", right, esc)
		r.shows("Could not change the match", errTest.Error())
	})
}

func TestASpectatorJoinsTheFight(t *testing.T) {
	match := newFlown()
	match.view.Me = -1
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.press(esc, "j", right, esc)
		if got := match.now().chosen; len(got) != 0 {
			t.Errorf("Esc joined with %v", got)
		}
		r.press("j", right, enter)
		if got := match.now().chosen; len(got) != 1 || got[0] != [3]uint8{1, 0, 0} {
			t.Errorf("joined with %v", got)
		}
		match.change(func(m *flownState) { m.view.Waiting = true })
		r.wait()
		r.shows("waiting for a ship")
		r.press(esc)
		r.showsNot("Join the fight")
	})
}

func TestWhoHostsIsAskedBeforeOthersLoseTheirMatch(t *testing.T) {
	for n, asked := range map[int]string{0: "", 1: "1 other player is in your match", 2: "2 other players are in your match"} {
		onOwn(t, game.InProgress, func(r *rig, o *owned) {
			o.change(func(m *flownState) {
				m.view.Pilot = 1
				m.view.Roster = []proto.Pilot{{ID: 1, Name: "Own"}, {ID: 2, Name: "Bot", Flags: proto.BotPilot}, {ID: 3, Name: "Gone", Flags: proto.Away}}
				for i := range n {
					m.view.Roster = append(m.view.Roster, proto.Pilot{ID: uint16(10 + i), Name: "Guest", Slot: proto.NoSlot})
				}
			})
			r.press(esc, "l")
			if asked == "" {
				leftOnce(r, o.flown)
				return
			}
			r.shows(asked, "Leave and end the match", "Stay")
			r.press("s")
			r.shows("Leave the match")
			r.press("l", enter) // which begins with staying
			r.shows("Leave the match")
			r.press("l", "l")
			leftOnce(r, o.flown)
		})
	}
}

func TestCtrlCAlwaysLeaves(t *testing.T) {
	onOwn(t, game.InProgress, func(r *rig, o *owned) {
		o.change(func(m *flownState) { m.view.Roster = []proto.Pilot{{ID: 9, Name: "Guest"}} })
		r.press(ctrlC)
		leftOnce(r, o.flown)
	})
}

func leftOnce(r *rig, m *flown) {
	r.Helper()
	if !r.hasLeft() || m.now().closed != 1 {
		r.Errorf("left %v, closed %d times:\n%s", r.left, m.now().closed, r.text())
	}
}

func TestEscGivesUpJoining(t *testing.T) {
	match := newFlown()
	match.view.Phase = net.Joining
	onRig(t, Config{Session: match.session("example.org")}, func(r *rig) {
		r.press(esc)
		leftOnce(r, match)
	})
}

func TestALessonIsLeftByTheMenu(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("l", esc)
		r.shows("Back to the match")
		time.Sleep(time.Second)
		r.press(esc)
		r.showsNot("Back to the match")
	})
}
