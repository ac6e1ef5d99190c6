package ui

import (
	"strings"
	"testing"

	"dogfight/game"
)

// What kitty answers, and what it sends for keys while flying.
const (
	kittyHere      = "\x1b[?1u"
	releasesOn     = "\x1b[?27u"
	askForReleases = "\x1b[>31u\x1b[?u"
	noMoreReleases = "\x1b[<u\x1b[?u"

	upDown, upUp       = "\x1b[A", "\x1b[1;1:3A"
	rightDown, rightUp = "\x1b[C", "\x1b[1;1:3C"
	spaceDown, spaceUp = "\x1b[32;;32u", "\x1b[32;1:3u"
	focusLost          = "\x1b[O"
)

// inKitty runs a test on an App in kitty, in a match and with releases reported.
func inKitty(t *testing.T, test func(r *rig)) {
	onRig(t, Config{}, func(r *rig) {
		r.press(kittyHere)
		r.look()
		r.press(enter)
		r.wrote(askForReleases)
		r.press(releasesOn)
		test(r)
	})
}

func (r *rig) wrote(sequence string) {
	r.Helper()
	if out := r.look(); strings.Count(out, sequence) != 1 {
		r.Errorf("expected %q once, found %q", sequence, out)
	}
}

// flies tells how the ship is steered by now.
func (r *rig) flies(want game.Input) {
	r.Helper()
	if got := r.launcher.match.now().input; got != want {
		r.Errorf("expected %#x, found %#x", want, got)
	}
}

func TestHeldArrowsFlyADiagonalAndThenTheShipIdles(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(upDown, rightDown)
		r.flies(game.Steer(game.UpRight))
		r.press(spaceDown)
		r.flies(game.Steer(game.UpRight) | game.Fire)
		r.press(upUp)
		r.flies(game.Steer(game.Right) | game.Fire)
		r.press(spaceUp, rightUp)
		r.flies(0)
	})
}

func TestKeysOfAConsoleAreHeld(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, "\x1b[38;72;0;1;256;1_", "\x1b[68;32;100;1;0;1_")
		r.flies(game.Steer(game.UpRight))
		r.press("\x1b[38;72;0;0;256;1_", "\x1b[68;32;100;0;0;1_")
		r.flies(0)
	})
}

func TestChatReadsPlainTextAndLetsGoOfTheShip(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(upDown, "\x1b[13u", "\x1b[13;1:3u")
		r.wrote(noMoreReleases)
		r.press(kittyHere, "hello?", "\r")
		if said := r.launcher.match.now().said; len(said) != 1 || said[0] != "hello?" {
			t.Errorf("found %q", said)
		}
		r.wrote(askForReleases)
		r.press(releasesOn)
		r.flies(0)
		r.press("\x1b[1;1:2A") // still held, it repeats
		r.flies(game.Steer(game.Up))
	})
}

func TestAMenuOverTheMatchLetsGoOfTheShip(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(rightDown, "\x1b[27u")
		r.wrote(noMoreReleases)
		r.shows("Leave the match")
		r.flies(0)
		r.press(kittyHere, esc)
		r.wrote(askForReleases)
	})
}

func TestLosingTheFocusLetsGoOfTheShip(t *testing.T) {
	inKitty(t, func(r *rig) {
		r.press(rightDown, spaceDown, focusLost)
		r.flies(0)
	})
}

func TestHelpTellsHowKeysAreRead(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, "?")
		r.shows("Help (course holds until the next key)", "a course holds until the next key")
	})
	inKitty(t, func(r *rig) {
		r.press("\x1b[47;2;63u")
		r.shows("Help (fly while a key is held)", "fly while held")
	})
}

func TestATerminalWithoutAnAnswerIsNeverAskedForReleases(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(enter, right)
		if out := r.look(); strings.Contains(out, "\x1b[>31u") {
			t.Errorf("found %q", out)
		}
		r.flies(game.Steer(game.Right))
	})
}
