package play

import (
	"time"

	"dogfight/ui/input"
)

// scoresKey is the key of the scores: a tap toggles them; held, it shows them until it is released.
type scoresKey struct {
	pressed time.Time // last
	repeats bool      // held, and repeated by the terminal
}

const (
	scoresTap     = 400 * time.Millisecond // a shorter press is a tap
	repeatsWithin = 150 * time.Millisecond // repeats are closer than a finger's presses
	heldFor       = 200 * time.Millisecond // after the last repeat the key counts as released, if the terminal does not report it
)

func (s *Screen) pressScores(now time.Time, ev input.Event) {
	k := &s.scores
	if ev.Kind == input.Repeat {
		return
	}
	if since := now.Sub(k.pressed); since > 0 && since < repeatsWithin {
		k.repeats = true
		s.open(scoreOverlay)
	} else {
		k.repeats = false
		s.toggle(scoreOverlay)
	}
	k.pressed = now
}

func (s *Screen) releaseScores(now time.Time, ev input.Event) {
	held := now.Sub(s.scores.pressed) >= scoresTap
	if held && s.overlay == scoreOverlay && s.controls.Bindings().Action(ev.Key) == input.Scores {
		s.open(noOverlay)
	}
}

// passScores closes the scores when the key is no longer repeated.
func (s *Screen) passScores(now time.Time) {
	if k := &s.scores; k.repeats && now.Sub(k.pressed) > heldFor {
		k.repeats = false
		if s.overlay == scoreOverlay {
			s.open(noOverlay)
		}
	}
}
