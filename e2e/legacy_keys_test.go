//go:build unix

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// holds holds a key, as xterm reports it: again after 660 ms, and then every
// 40 ms. In between it looks, and is told how often the key was reported. It returns by how much a report was late at worst.
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

// holdsUntilFine holds a key again until nothing is wrong with what is seen: a machine that is busy keeps neither the hand's time
// nor the program's. A program that errs does so each time. With -long, what is wrong in three tries with all reports in time is an error.
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

// startFlight starts the tutorial, where nobody shoots, and waits until the lights
// around a fresh ship have gone.
func startFlight(t *testing.T) *pilot {
	t.Helper()
	p := newPilot(t, "tutorial")
	p.sees("1/7 [ ]")
	p.await("two seconds of flight", func(text string) bool {
		m := flightClock.FindStringSubmatch(text)
		return m != nil && (m[1] != "0" || m[2] >= "02")
	})
	p.await("the ship", func(string) bool { return p.look() })
	return p
}

// burns reports whether there is a flame below the ship: it flies up.
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
			switch saw := p.look(); {
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
			return fmt.Sprintf("the engine burned in %d looks and, once it did, paused in %d", burning, pauses)
		}
	})
	p.quits()
}

// inFlight returns how many shots of the five are, by what the bottom line shows.
func (p *pilot) inFlight() int {
	p.look()
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

// tap taps the space bar and returns the most shots that are seen in flight until they have ended: none
// where the machine was too busy for a look in between.
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
