//go:build unix

package ui

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dogfight/ui/sound/ear"
	"dogfight/ui/sound/player"

	"dogfight/ui/play"
	"dogfight/ui/term"
	"dogfight/ui/term/termtest"
)

// TestFramesTakeNoLongerWhileAProgramThatPlaysIsStalled draws a fight of 28 bots frame by frame, every second frame with a
// Player whose program, a real process, never takes anything. Whatever slows the machine down slows both kinds of frames down, so
// their medians can be compared.
func TestFramesTakeNoLongerWhileAProgramThatPlaysIsStalled(t *testing.T) {
	bin := t.TempDir()
	script := "#!/bin/sh\nexec sleep 60\n"
	if err := os.WriteFile(filepath.Join(bin, "pw-cat"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	stalled := player.New(100)
	defer stalled.Close()

	terminal, err := term.OpenTty(termtest.New(120, 40), term.Traits{Name: "xterm-256color"})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	s, fight, now := play.New(play.Options{}), startFought(t, "open"), time.Unix(1000, 0)
	var hears ear.Ear
	var silent, sounding []time.Duration
	cues := 0
	for i := range 600 {
		view := fight.frame()
		view.Me, view.Decided = 0, view.Events
		now = now.Add(time.Second / 30)
		began := time.Now()
		s.See(view, now)
		if i%2 == 0 {
			heard := hears.Hear(view, s.Place())
			stalled.Play(heard) // which does not return if it ever waits for the program
			cues += len(heard)
		}
		s.Draw(terminal.Grid())
		terminal.Screen().Show()
		took := time.Since(began)
		switch {
		case i < 100: // in which much is done once
		case i%2 == 0:
			sounding = append(sounding, took)
		default:
			silent = append(silent, took)
		}
	}
	slices.Sort(silent)
	slices.Sort(sounding)
	without, with := silent[len(silent)/2], sounding[len(sounding)/2]
	t.Logf("frames without sound take %v at the median, with a stalled program %v; %d Cues", without, with, cues)
	if cues < 100 {
		t.Errorf("%d Cues are not worth the name of a fight", cues)
	}
	if more := with - without; more > without+time.Millisecond {
		t.Errorf("at the median a frame takes %v longer", more)
	}
}
