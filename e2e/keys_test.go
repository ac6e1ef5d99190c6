//go:build unix

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"dogfight/internal/config"
	"dogfight/ui/input"
)

// holds holds a key, as xterm reports it: again after 660 ms, and then every 40 ms. In between it calls look with the number of reports. It
// returns the largest delay of a report.
func (p *pilot) holds(key string, span time.Duration, look func(reports int)) (late time.Duration) {
	begin := time.Now()
	next, reports := begin, 0
	for time.Since(begin) < span {
		if !time.Now().Before(next) {
			late = max(late, time.Since(next))
			p.press(key)
			if reports++; reports == 1 {
				next = begin.Add(660 * time.Millisecond)
			} else {
				next = next.Add(40 * time.Millisecond)
			}
		}
		look(reports)
		time.Sleep(10 * time.Millisecond)
	}
	return late
}

// holdsUntilFine repeats the hold of a key until nothing is wrong: on a busy machine neither the hand nor the program is in time, but a
// program with a fault fails each time. With -long, three failures with all reports in time are an error.
func (p *pilot) holdsUntilFine(key string, span time.Duration, try func() (look func(reports int), wrong func() string)) {
	p.Helper()
	inTime := 0
	for w := p.newWait(); ; time.Sleep(time.Second) {
		look, wrong := try()
		if late := p.holds(key, span, look); late < 40*time.Millisecond {
			inTime++
		}
		switch said := wrong(); {
		case said == "":
			return
		case *long && inTime == 3 || w.over():
			p.Error(said)
			return
		}
	}
}

// flightClock is the time in the top line, in minutes and seconds.
var flightClock = regexp.MustCompile(`^.*points +(\d+):(\d\d) `)

// startFlight starts the tutorial, without hostile ships, and waits until the lights around a fresh ship have gone.
func startFlight(t *testing.T) *pilot {
	t.Helper()
	p := newPilot(t, "tutorial")
	p.sees("1/7 [ ]")
	p.await("two seconds of flight", func(text string) bool {
		m := flightClock.FindStringSubmatch(text)
		return m != nil && (m[1] != "0" || m[2] >= "02")
	})
	p.await("the ship", func(string) bool { return p.read() })
	return p
}

// burns reports whether a flame is below the ship: it flies up.
func (p *pilot) burns() bool {
	_, n := p.dots.middle(place{p.ship.x, p.ship.y + 9}, 3, flameColours[:])
	return n > 0
}

func TestAHeldArrowThatRepeatsLateFliesOnWithoutAPause(t *testing.T) {
	t.Parallel()
	p := startFlight(t)
	p.holdsUntilFine("\x1b[A", 1500*time.Millisecond, func() (func(int), func() string) {
		burning, pauses := 0, 0
		look := func(int) {
			switch saw := p.read(); {
			case saw && p.burns():
				burning++
			case saw && burning > 0:
				pauses++
			}
		}
		return look, func() string {
			if burning > 0 && pauses == 0 {
				return ""
			}
			return fmt.Sprintf("the engine burned in %d checks and, once it did, paused in %d", burning, pauses)
		}
	})
	p.quits()
}

// inFlight returns how many of the five shots are in flight, from the bottom line.
func (p *pilot) inFlight() int {
	p.read()
	magazine := p.words[strings.LastIndex(p.words, "♥"):]
	magazine, _, _ = strings.Cut(magazine, "boost")
	return strings.Count(magazine[strings.Index(magazine, "•")+1:], "▁")
}

func TestATapOfSpaceIsOneShot(t *testing.T) {
	t.Parallel()
	p := startFlight(t)
	most := 0
	for w := p.newWait(); most != 1; {
		if most > 1 && *long { // a busy program may hold the trigger for longer, so the plain test tries again
			break
		}
		if w.over() {
			t.Fatalf("no tap was seen to fire one shot, but %d; the screen is\n%s", most, p.words)
		}
		most = p.tap()
	}
	if most != 1 {
		t.Errorf("a tap fired %d shots", most)
	}
	p.quits()
}

// tap taps the space bar and returns the largest number of shots in flight until they have ended. It is 0 if the machine is too busy to
// draw them.
func (p *pilot) tap() (most int) {
	p.press(" ")
	for end := time.Now().Add(1500 * time.Millisecond); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		most = max(most, p.inFlight())
	}
	return most
}

func TestHeldSpaceThatRepeatsLateFiresOnFromThereWithoutAPause(t *testing.T) {
	t.Parallel()
	p := startFlight(t)
	p.holdsUntilFine(" ", 2500*time.Millisecond, func() (func(int), func() string) {
		early, most, pauses := 0, 0, 0
		look := func(reports int) {
			switch n := p.inFlight(); {
			case reports < 2:
				early = max(early, n)
			case most > 1 && n == 0:
				pauses++
			default:
				most = max(most, n)
			}
		}
		return look, func() string {
			if early <= 1 && most >= 4 && pauses == 0 {
				return ""
			}
			return fmt.Sprintf("before the first repeat %d shots, then as many as %d, and %d pauses", early, most, pauses)
		}
	})
	p.quits()
}

func TestAzertyOfTheSettingsTurnsTheShip(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "glyphs = 'ascii'\nkeys = 'azerty'\n[bind]\nboost = ['w']\n")
	p := startIn(t, home, "solo", "--bots", "0")
	p.sees("w boosts")
	for _, turn := range []struct{ key, ship string }{{"q", "<__"}, {"d", "__>"}, {"s", `\|/`}, {"z", `/|\`}} {
		p.pressFor("x"+turn.key, turn.ship) // a brake between two courses keeps them from making a diagonal
	}
	p.quits()
}

func TestABoundKeyIsSaved(t *testing.T) {
	t.Parallel()
	home, file := homeWith(t, "name = 'Ann'\n")
	p := startIn(t, home, "solo", "--bots", "0")
	p.sees("Space fires")
	p.picks("Leave the match", "s", "Frame rate")
	p.pressFor("\x1b[A\x1b[A\x1b[A\r", "Preset")                                                                      // up from the first is the last, below it
	p.pressFor(strings.Repeat("\x1b[A", int(input.Actions-input.Figures))+"\r", "Press the new key for: net figures") // from below
	p.pressFor("g", "g: net figures")
	p.pressFor("\x1b", "Frame rate")
	p.opensMenu("Leave the match")
	p.quits()
	s, err := config.ReadSettings(file)
	if got := s.Keys.Names(input.Figures, input.MostKeys); got != "g" || s.Name != "Ann" || err != nil {
		t.Errorf("expected g, found %s of %q, %v", got, s.Name, err)
	}

	p = startIn(t, home, "solo", "--bots", "0")
	p.sees("Space fires")
	p.pressFor("g", "local game") // the link, on the page of net figures
	p.quits()
}

func TestTheMouseIsEnabledInAMatchAndDisabledAfterIt(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "steering = 'mouse'\n")
	p := startIn(t, home, "solo", "--bots", "0")
	p.sees("mouse steers")
	p.quits()
	raw := p.raw.String()
	on, off := strings.LastIndex(raw, "\x1b[?1003h"), strings.LastIndex(raw, "\x1b[?1003l")
	if on < 0 || off < on {
		t.Errorf("the mouse was enabled at %d and disabled at %d", on, off)
	}
}

func TestInKittyKeysAreHeldAndTheTerminalIsLeftAsItWas(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.press("\x1b[?1u") // kitty's answer
	p.pressFor("\r", "/8 ")
	p.press("\x1b[?27u")                           // releases are reported from now on
	p.pressFor("\x1b[47;2;63u", "Help (fly while") // Shift and slash
	p.press("\x1b[99;5u")                          // Ctrl-C
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d, expected %d", code, exitOK)
	}
	raw := p.raw.String()
	if pushed, popped := strings.Count(raw, "\x1b[>31u")+strings.Count(raw, "\x1b[>5u"), strings.Count(raw, "\x1b[<u"); pushed != 2 || popped != 2 {
		t.Errorf("kitty's protocol was pushed %d times and popped %d times", pushed, popped)
	}
}

func TestAPasteIntoTheChatIsOneLineOfTextOnly(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "solo", "--bots", "3")
	p.sees("boost")
	p.pressFor("\r", "say:")
	p.pressFor("\x1b[200~one\ntwo\r\nthree\tfour\x03five\x1b[Asix\x1bseven\x1a\x1b\x1beight\x1b[24~nine\x1b[201~", "nine")
	p.pressFor("!", "!_") // the paste has ended
	p.sees("say: one two  three four")
	p.pressFor("\r", "newcomer: one two  three four")
	for _, words := range []string{"say:", "Leave the match"} {
		if strings.Contains(p.text(), words) {
			t.Errorf("%q is on the screen:\n%s", words, p.text())
		}
	}
	p.quits()
}
