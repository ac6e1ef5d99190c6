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
	"dogfight/net/admission"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

func TestCtrlCLeavesFromEverywhere(t *testing.T) {
	for place, keys := range map[string][]string{
		"title": nil, "too small": nil, "solo": {"o"}, "host": {"h"}, "join": {"j"}, "settings": {"s"}, "help": {"?"},
		"a field": {"j", "host"}, "a form with an error": {"j", enter},
		"match": {enter}, "chat": {enter, enter, "hi"}, "scores": {enter, "\t"}, "pause": {enter, esc},
		"ship": {enter, esc, "c"}, "help in a match": {enter, esc, "?"},
		"after the start of a paste": append([]string{"j", "\x1b[200~"}, make([]string, 15)...),
	} {
		onRig(t, Config{}, func(r *rig) {
			r.press(keys...)
			if r.hasLeft() {
				t.Fatalf("%s: left too soon", place)
			}
			if place == "too small" {
				r.resize(10, 3)
			}
			r.press(ctrlC)
			if !r.hasLeft() || r.returned != nil {
				t.Errorf("%s: expected to leave without an error, found %v", place, r.returned)
			}
			if m := r.launcher.match; m != nil && m.now().closed != 1 {
				t.Errorf("%s: the session was closed %d times", place, m.now().closed)
			}
		})
	}
}

func TestPastedCtrlCDoesNotLeave(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("j", pasted("a\x03b"))
		if r.hasLeft() {
			t.Error("a pasted Ctrl-C left")
		}
	})
}

func TestEscLeadsBackAfterAPasteWithoutAnEnd(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("j", "\x1b[200~half of an address")
		for range 15 {
			r.press(esc)
		}
		r.shows("Play against bots")
	})
}

func TestKeysFlyAgainAfterAPasteWithoutAnEnd(t *testing.T) {
	match := newFlown()
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.press("\x1b[200~x")
		time.Sleep(2 * time.Second)
		r.press(enter, "hi", enter)
		if said := match.now().chat; len(said) != 1 || said[0] != "hi" {
			t.Errorf("said %q", said)
		}
	})
}

func TestASlowPasteIsStillAPaste(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("j", "\x1b[200~")
		for range 20 {
			r.press("\n")
		}
		r.press("a\x1b[201~")
		r.shows("Join a match")
	})
}

func TestNothingHappensAfterCtrlC(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(esc + ctrlC + enter)
		if len(r.launcher.solo) > 0 || !r.hasLeft() {
			t.Error("a match was begun")
		}
	})
}

func TestDoneContextEndsTheApp(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter)
		r.hangUp()
		r.wait()
		if !r.hasLeft() || r.returned != nil || r.launcher.match.now().closed != 1 {
			t.Errorf("left %v with %v, closed %d times", r.left, r.returned, r.launcher.match.now().closed)
		}
	})
}

func TestALostTerminalDropsTheSessionAndLeavingClosesIt(t *testing.T) {
	for what, c := range map[string]struct {
		leave    func(r *rig)
		dropped  int
		returned error
	}{
		"a terminal that is gone": {func(r *rig) { r.tty.Close() }, 1, errGone},
		"a context that is done":  {func(r *rig) { r.hangUp() }, 1, nil},
		"Ctrl-C":                  {func(r *rig) { r.press(ctrlC) }, 0, nil},
		"the menu":                {func(r *rig) { r.press(esc, "l") }, 0, nil},
	} {
		match, dropped := newFlown(), 0
		session := match.session("")
		session.Drop = func() { dropped++ }
		onRig(t, Config{Session: session}, func(r *rig) {
			c.leave(r)
			r.wait()
			if !r.hasLeft() || r.returned != c.returned || dropped != c.dropped || match.now().closed != 1-c.dropped {
				t.Errorf("%s: left %v, dropped %d times, closed %d times", what, r.left, dropped, match.now().closed)
			}
		})
	}
}

func TestAMatchRunsUnderThePauseMenuAndInASmallTerminal(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{FrameRate: 30}}, func(r *rig) {
		r.press(enter, esc)
		r.shows(" Menu (match still running) ", "Leave the match")
		before := r.launcher.match.now().frames
		time.Sleep(time.Second)
		if n := r.launcher.match.now().frames - before; n < 29 || n > 31 {
			t.Errorf("expected 30 frames in a second, found %d", n)
		}
		r.resize(20, 5)
		before = r.launcher.match.now().frames
		time.Sleep(time.Second)
		if n := r.launcher.match.now().frames - before; n < 29 {
			t.Errorf("expected 30 frames in a second of a small terminal, found %d", n)
		}
		r.resize(80, 24)
		r.press(esc)
		r.showsNot("Leave the match")
	})
}

func TestKeysFlyTheShip(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, right)
		r.tty.Type(" ") // a tap, which the next picture has
		time.Sleep(time.Millisecond)
		if want := game.Steer(game.Right) | game.Fire; r.launcher.match.now().input != want {
			t.Errorf("expected %#x, found %#x", want, r.launcher.match.now().input)
		}
	})
}

func TestKeyPressIsDrawnAtOnce(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter)
		match := r.launcher.match
		before := match.now().frames
		r.tty.Type("d")
		time.Sleep(time.Microsecond)
		if match.now().frames != before+1 || match.now().input.Course() != game.Right {
			t.Errorf("expected one more frame with the key in it, found %d with %#x", match.now().frames-before, match.now().input)
		}
	})
}

func TestChatIsSent(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, enter, "hello", enter)
		if said := r.launcher.match.now().chat; len(said) != 1 || said[0] != "hello" {
			t.Errorf("found %q", said)
		}
		r.launcher.match.change(func(m *flownState) { m.mute = errTest })
		r.press(enter, "again", enter)
		r.shows("not sent: "+errTest.Error(), "say: again_")
		r.launcher.match.change(func(m *flownState) { m.mute = nil })
		r.press(enter)
		if said := r.launcher.match.now().chat; said[len(said)-1] != "again" || len(said) != 3 {
			t.Errorf("the line that came back was not sent: %q", said)
		}
	})
}

func TestPauseMenuChangesTheShip(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, esc, "c", right, down, left, enter)
		if got := r.launcher.match.now().chosen; len(got) != 1 || got[0] != [3]uint8{1, 3, 0} {
			t.Errorf("expected the second class and the last weapon, found %v", got)
		}
		r.showsNot(" Menu (")
	})
}

func TestLeavingAMatchReturnsToTheTitle(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, esc, "l")
		r.shows("(q) Quit")
		if n := r.launcher.match.now().closed; n != 1 {
			t.Errorf("the session was closed %d times", n)
		}
	})
}

func TestConnectingShowsTheAddressAndEscCancels(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("j", "example.org", enter)
		r.launcher.match.change(func(m *flownState) { m.view = net.View{Me: -1} })
		r.wait()
		r.shows("connecting to example.org", "Esc cancels")
		r.press(esc)
		r.shows("(q) Quit")
		if r.launcher.match.now().closed != 1 {
			t.Error("the session was not closed")
		}
	})
}

func TestTheEndOfAMatchShowsAndLeadsToTheTitle(t *testing.T) {
	for _, c := range []struct {
		phase net.Phase
		err   error
		texts []string
	}{
		{net.Refused, errors.New("the match is full"), []string{"You are out of the match", "the match is full"}},
		{net.Ended, errors.New("the host closed the match"), []string{"The match is over", "the host closed the match"}},
		{net.Ended, nil, []string{"The match is over"}},
	} {
		onRig(t, Config{}, func(r *rig) {
			r.press(enter, esc) // even under the pause menu
			r.launcher.match.change(func(m *flownState) { m.view.Phase, m.view.Err = c.phase, c.err })
			r.wait()
			r.shows(c.texts...)
			if r.launcher.match.now().closed != 1 {
				t.Errorf("the session was closed %d times", r.launcher.match.now().closed)
			}
			r.press(enter)
			r.shows("(q) Quit")
		})
	}
}

func TestSessionOfTheCommandLineEndsTheAppWithItsReason(t *testing.T) {
	refused := errors.New("the match is full")
	match := newFlown()
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.showsNot("Quit")
		match.change(func(m *flownState) { m.view.Phase, m.view.Err = net.Refused, refused })
		r.wait()
		if !r.hasLeft() || r.returned != refused || match.now().closed != 1 {
			t.Errorf("expected %v, found %v; closed %d times", refused, r.returned, match.now().closed)
		}
	})
}

func TestAfterAMatchOnAnotherHostThePlayerMayPlayOn(t *testing.T) {
	over := errors.New("the host closed the match; it will be back")
	end := func(r *rig, m *flown, err error) {
		m.change(func(m *flownState) { m.view.Phase, m.view.Err = net.Ended, err })
		r.press(" ", "q", enter) // which were for the match
		time.Sleep(endingDeaf)
	}
	for keys, c := range map[string]struct {
		shows    string
		returned error // after Ctrl-C
		joined   int
	}{
		"":        {"(t) Try again", over, 0},
		"q":       {"", over, 0},
		esc:       {"", over, 0},
		"t":       {"♥ ▊▊▊▊▊", nil, 1},
		"j":       {" Join a match ", nil, 0},
		"j" + esc: {"(q) Quit", nil, 0},
		"p":       {"♥ ▊▊▊▊▊", nil, 0},
	} {
		match := newFlown()
		onRig(t, Config{Session: match.session("host:1")}, func(r *rig) {
			end(r, match, over)
			r.shows(" The match is over ", "The host closed the match.", "It will be back.", "Join another", "Play against bots", "(q) Quit")
			for _, key := range keys {
				r.press(string(key))
			}
			r.shows(c.shows)
			r.press(ctrlC)
			if !r.hasLeft() || r.returned != c.returned || match.now().closed != 1 || len(r.launcher.join) != c.joined {
				t.Errorf("%q: left with %v, closed %d times, joined %v", keys, r.returned, match.now().closed, r.launcher.join)
			}
		})
	}
	onRig(t, Config{}, func(r *rig) {
		r.press("j", "example.org", enter)
		end(r, r.launcher.match, &proto.VersionError{Theirs: 1})
		r.shows("Join another", "(m) Menu")
		r.showsNot("Try again")
		if r.press("m"); r.launcher.match.now().closed != 1 {
			t.Error("the session was not closed")
		}
		r.shows("(q) Quit", "Daily challenge")
		r.press(ctrlC)
		if !r.hasLeft() || r.returned != nil {
			t.Errorf("left with %v", r.returned)
		}
	})
}

func TestEscLeavesEveryPageOfTheTitleAndAppliesTheChanges(t *testing.T) {
	for page, c := range map[string]struct {
		open, change []string
		again        []string // shown when the page is opened again
	}{
		"match options": {[]string{"o"}, []string{down, down, left, down, down, down, right}, []string{"Bots          6", "duel"}},
		"their ship":    {[]string{"o", "c"}, []string{right}, []string{"Scout"}},
		"host form":     {[]string{"h"}, []string{"!", up, up, up, "secret", up, right}, []string{"Fun!", "secret", "Lobby              yes"}},
		"join form":     {[]string{"j"}, []string{"example.org", down, "a", down, right}, []string{"example.org", "Anna", "Scout"}},
		"settings":      {[]string{"s"}, []string{"e", down, down, right, down, right, down, right}, []string{"Anne", "Fewer flashes    yes", "Reduced motion   yes", "30 fps"}},
		"keys":          {[]string{"s", up, enter}, []string{right}, nil},
		"records":       {[]string{"r"}, []string{down}, nil},
		"help":          {[]string{"?"}, []string{down}, nil},
	} {
		onRig(t, Config{Settings: input.Settings{Name: "Ann"}, Host: Hosting{HostOptions: net.HostOptions{Title: "Fun"}, Listen: ":99"}, Arenas: []string{"duel", "open"}}, func(r *rig) {
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

func TestEscRejectsAnInvalidName(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
		r.press("s", "\x7f", "\x7f", "\x7f", down, down, right, esc, "s")
		r.shows("Ann", "Fewer flashes    yes")
	})
}

func TestEscSavesTheSettings(t *testing.T) {
	k := &keeper{}
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}, Save: k.save}, func(r *rig) {
		r.press("s", "e", esc)
		if len(k.saved) != 1 || k.saved[0][1].Name != "Anne" {
			t.Errorf("found %+v", k.saved)
		}
	})
}

func TestEscLeavesEveryPageOfAMatch(t *testing.T) {
	for page, c := range map[string]struct {
		open  []string
		below string // the page after it
	}{
		"the menu":        {[]string{esc}, ""},
		"help":            {[]string{esc, "?"}, "Back to the match"},
		"settings":        {[]string{esc, "s"}, "Back to the match"},
		"keys":            {[]string{esc, "s", up, enter}, "Fewer flashes"},
		"ships":           {[]string{esc, "c"}, "Back to the match"},
		"match settings":  {[]string{esc, "m"}, "Back to the match"},
		"how others join": {[]string{esc, "o"}, "Back to the match"},
		"kick, mute, ban": {[]string{esc, "k"}, "Back to the match"},
		"leaving":         {[]string{esc, "l"}, "Back to the match"},
		"help over it":    {[]string{"?"}, ""},
		"scores":          {[]string{"\t"}, ""},
		"players":         {[]string{esc, "p"}, ""},
		"chat log":        {[]string{esc, "t"}, ""},
	} {
		onHostedWith(t, game.InProgress, func(h *HostControls) {
			h.JoinHints = []string{"dogfight join 192.0.2.7"}
			h.Moderation = &Moderation{
				Pilots: func() ([]net.PilotInfo, error) { return nil, nil },
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

func TestEscAppliesTheMatchSettings(t *testing.T) {
	onHosted(t, game.InProgress, func(r *rig, o *owned) {
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

func TestARefusedChangeOnEscShowsTheReason(t *testing.T) {
	onHosted(t, game.InProgress, func(r *rig, o *owned) {
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

func TestAHostIsAskedBeforeEndingTheMatch(t *testing.T) {
	for n, asked := range map[int]string{0: "", 1: "1 other player is in your match", 2: "2 other players are in your match"} {
		onHosted(t, game.InProgress, func(r *rig, o *owned) {
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
	onHosted(t, game.InProgress, func(r *rig, o *owned) {
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

func TestAnIdlePlayerIsWarnedAndThenRemoved(t *testing.T) {
	match := newFlown()
	onRig(t, Config{Session: match.session(""), Away: time.Minute}, func(r *rig) {
		time.Sleep(29 * time.Second)
		r.showsNot("Still there?")
		time.Sleep(2 * time.Second)
		r.shows("Still there? Press a key or you will be removed in 29 s")
		r.tty.Type("\x1b[I") // the window has the focus, which is no key press
		r.wait()
		r.shows("Still there?")
		r.press("x")
		r.showsNot("Still there?")
		time.Sleep(59 * time.Second)
		if r.hasLeft() {
			t.Fatal("sent away before the time")
		}
		time.Sleep(2 * time.Second)
		if !r.hasLeft() || r.returned == nil || !strings.Contains(r.returned.Error(), "no key pressed for 1m0s") {
			t.Errorf("left %v, with %v", r.left, r.returned)
		}
		if match.now().closed != 1 {
			t.Error("the seat is still taken")
		}
	})
}

func TestAwayIsOffByDefault(t *testing.T) {
	var w away
	now := time.Unix(1000, 0)
	w.left(now)
	if _, warned := w.left(now.Add(24 * time.Hour)); warned {
		t.Error("warned after a day")
	}
}

func TestChatDuringASmallWindowCanBeReadLater(t *testing.T) {
	conf := Config{Launcher: &launches{}}
	m := newFlown()
	conf.Session = m.session("")
	onRig(t, conf, func(r *rig) {
		r.resize(50, 15)
		m.change(func(m *flownState) {
			m.view.Chat = []net.ChatLine{{From: "Rex", Pilot: 7, Slot: 9, Text: "behind you"}}
		})
		r.wait()
		r.showsNot("behind you")
		r.resize(80, 24)
		r.shows("Rex: behind you")
	})
}

func TestAnUnchangedViewSendsNoBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn twice; runs without -short")
	}
	t.Parallel()
	frames := 30
	if *long {
		frames = 60
	}
	for i, traits := range []term.Traits{
		{Name: "xterm-kitty", TrueColor: true}, {Name: "xterm-256color"}, {Name: "xterm-256color", Remote: true}, {Name: "xterm"}, {Name: "vt220", NoColor: true},
	} {
		for j, mode := range canvas.Modes {
			if !*long && (4*i+j)%len(canvas.Modes) > 1 {
				continue // two modes on each terminal, so that each mode is on one
			}
			synctest.Test(t, func(t *testing.T) {
				tty := testkit.NewTty(80, 24)
				terminal := openTty(t, tty, traits)
				screen, now, f := terminal.Screen(), time.Unix(1000, 0), startFought(t, "open")
				s := play.New(play.Options{Mode: mode, LowBandwidth: traits.Remote})
				for i := range frames {
					now = now.Add(time.Second / 30)
					view := f.frame()
					view.Me = 0
					s.See(view, now)
					for again := range 2 {
						screen.Clear()
						s.Draw(terminal.Grid())
						screen.Show()
						if out, _ := tty.Take(); again == 1 && out != "" {
							t.Fatalf("%s, %v, frame %d: %q was sent", traits.Name, mode, i, out)
						}
					}
				}
			})
		}
	}
}

func TestTheNextMatchIsAKeyAway(t *testing.T) {
	m := newFlown()
	m.view = *stageQuiet()
	onRig(t, Config{Session: m.session("")}, func(r *rig) {
		r.press("1")
		if got := m.now().chat; !slices.Equal(got, []string{"gg"}) {
			t.Errorf("1 sends %q", got)
		}
		r.press(esc)
		r.showsNot("Play again")
		r.press(esc)
		m.change(func(m *flownState) { closing(&m.view) })
		r.wait()
		time.Sleep(time.Second) // keys of the fight do nothing
		r.press("3", "2", esc)
		r.shows("Play again")
		r.press("a")
		if got := m.now(); !slices.Equal(got.votes, []uint8{3, 2}) || len(got.readied) != 1 || !got.readied[0] {
			t.Errorf("votes %v, ready %v", got.votes, got.readied)
		}
	})
}
