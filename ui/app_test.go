package ui

import (
	"errors"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
)

func TestCtrlCLeavesFromEverywhere(t *testing.T) {
	for place, keys := range map[string][]string{
		"title": nil, "solo": {"o"}, "host": {"h"}, "join": {"j"}, "settings": {"s"}, "help": {"?"},
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

func TestCtrlCLeavesATerminalThatIsTooSmall(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.resize(10, 3)
		r.press(ctrlC)
		if !r.hasLeft() {
			t.Error("still there")
		}
	})
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
		if said := match.now().said; len(said) != 1 || said[0] != "hi" {
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
		r.press(ctrlC + enter)
		if len(r.launcher.solo) > 0 || !r.hasLeft() {
			t.Error("a match was begun")
		}
	})
}

func TestCtrlCRightAfterEscLeaves(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(esc + ctrlC)
		if !r.hasLeft() {
			t.Error("still there")
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

func TestTerminalThatIsGoneEndsTheApp(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.tty.Close()
		r.wait()
		if !r.hasLeft() || r.returned != errGone {
			t.Errorf("expected %v, found %v", errGone, r.returned)
		}
	})
}

func TestWhoIsCutOffIsDroppedAndWhoLeavesIsNot(t *testing.T) {
	for what, c := range map[string]struct {
		leave   func(r *rig)
		dropped int
	}{
		"a terminal that is gone": {func(r *rig) { r.tty.Close() }, 1},
		"a context that is done":  {func(r *rig) { r.hangUp() }, 1},
		"Ctrl-C":                  {func(r *rig) { r.press(ctrlC) }, 0},
		"the menu":                {func(r *rig) { r.press(esc, "l") }, 0},
	} {
		match, dropped := newFlown(), 0
		session := match.session("")
		session.Drop = func() { dropped++ }
		onRig(t, Config{Session: session}, func(r *rig) {
			c.leave(r)
			r.wait()
			if !r.hasLeft() || dropped != c.dropped || match.now().closed != 1-c.dropped {
				t.Errorf("%s: left %v, dropped %d times, closed %d times", what, r.left, dropped, match.now().closed)
			}
		})
	}
}

func TestMatchGoesOnUnderThePauseMenu(t *testing.T) {
	onRig(t, Config{Settings: Settings{FrameRate: 30}}, func(r *rig) {
		r.press(enter, esc)
		r.shows(" Menu (match still running) ", "Leave the match")
		before := r.launcher.match.now().frames
		time.Sleep(time.Second)
		if n := r.launcher.match.now().frames - before; n < 29 || n > 31 {
			t.Errorf("expected 30 frames in a second, found %d", n)
		}
		r.press(esc)
		r.showsNot("Leave the match")
	})
}

func TestMatchGoesOnInATerminalThatIsTooSmall(t *testing.T) {
	onRig(t, Config{Settings: Settings{FrameRate: slowRate}}, func(r *rig) {
		r.press(enter)
		r.resize(20, 5)
		before := r.launcher.match.now().frames
		time.Sleep(time.Second)
		if r.launcher.match.now().frames < before+29 {
			t.Error("the match stood still")
		}
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

func TestChatIsSaid(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, enter, "hello", enter)
		if said := r.launcher.match.now().said; len(said) != 1 || said[0] != "hello" {
			t.Errorf("found %q", said)
		}
		r.launcher.match.change(func(m *flownState) { m.mute = errTest })
		r.press(enter, "again", enter)
		r.shows("not sent: "+errTest.Error(), "say: again_")
		r.launcher.match.change(func(m *flownState) { m.mute = nil })
		r.press(enter)
		if said := r.launcher.match.now().said; said[len(said)-1] != "again" || len(said) != 3 {
			t.Errorf("the line that came back was not sent: %q", said)
		}
	})
}

func TestPauseMenuOpensTalkAndPilots(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, esc, "t")
		r.shows("no messages yet")
		r.press(esc, esc, "p")
		r.shows("Enter mutes")
		r.press(esc)
		r.showsNot("Enter mutes")
		r.showsNot(" Menu (")
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

func TestSettingsCanBeChangedInAMatch(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, esc, "s", down, left, enter)
		r.shows("+- Menu (match still running) -+")
	})
}

func TestLeavingAMatchGoesBackToTheTitle(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, esc, "l")
		r.shows("(q) Quit")
		if n := r.launcher.match.now().closed; n != 1 {
			t.Errorf("the session was closed %d times", n)
		}
	})
}

func TestConnectingShowsWhereAndEscGivesUp(t *testing.T) {
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

func TestEndOfAMatchIsToldAndLeadsToTheTitle(t *testing.T) {
	for _, c := range []struct {
		phase net.Phase
		err   error
		texts []string
	}{
		{net.Refused, errors.New("the match is full"), []string{"Could not join", "the match is full"}},
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

func TestLeavingASessionOfTheCommandLineLeaves(t *testing.T) {
	match := newFlown()
	onRig(t, Config{Session: match.session("")}, func(r *rig) {
		r.press(esc, "l")
		if !r.hasLeft() || r.returned != nil || match.now().closed != 1 {
			t.Errorf("left %v with %v, closed %d times", r.left, r.returned, match.now().closed)
		}
	})
}
