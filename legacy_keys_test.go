//go:build unix

package main

import (
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v3/color"
)

// holds holds a key, as xterm reports it: again after 660 ms, and then every
// 40 ms. In between it looks, and is told how often the key was reported.
func (p *pilot) holds(key string, long time.Duration, look func(reports int)) {
	begin := time.Now()
	next, reports := begin, 0
	for time.Since(begin) < long {
		if !time.Now().Before(next) {
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
}

// startFlight starts the tutorial, where nobody shoots, and waits until the lights
// around a fresh ship have gone.
func startFlight(t *testing.T) *pilot {
	t.Helper()
	p := newPilot(t, "tutorial")
	p.sees("1/7 [ ]")
	p.sees("0:02")
	p.await("the ship", func(string) bool { return p.look() })
	return p
}

// burns reports whether there is a flame beside the ship: it has a course.
func (p *pilot) burns() bool {
	for dx := -2; dx <= 2; dx++ {
		for dy := -2; dy <= 2; dy++ {
			switch p.pixels[p.ship.x+dx][p.ship.y+dy] {
			case color.XTerm228, color.XTerm214:
				return true
			}
		}
	}
	return false
}

func TestAHeldArrowThatRepeatsLateFliesOnWithoutAPause(t *testing.T) {
	t.Parallel()
	p := startFlight(t)
	burning, pauses := 0, 0
	p.holds("\x1b[A", 1500*time.Millisecond, func(int) {
		switch saw := p.look(); {
		case saw && p.burns():
			burning++
		case saw && burning > 0:
			pauses++
		}
	})
	if burning == 0 || pauses > 0 {
		t.Errorf("the engine burned in %d looks and, once it did, paused in %d", burning, pauses)
	}
	p.quits()
}

func TestHeldSpaceThatRepeatsLateFiresOnWithoutAPause(t *testing.T) {
	t.Parallel()
	const full, four = "•••••", "····"
	p := startFlight(t)
	fired, firedOn, pauses := false, false, 0
	p.holds(" ", 2*time.Second, func(reports int) {
		p.look()
		magazine := p.words[strings.LastIndex(p.words, "♥"):]
		fired = fired || !strings.Contains(magazine, full)
		firedOn = firedOn || reports == 1 && strings.Contains(magazine, four)
		if fired && strings.Contains(magazine, full) {
			pauses++
		}
	})
	if !firedOn || pauses > 0 {
		t.Errorf("four shots before the first repeat: %v; pauses: %d", firedOn, pauses)
	}
	p.quits()
}
