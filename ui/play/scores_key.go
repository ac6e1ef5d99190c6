package play

import (
	"time"

	"dogfight/ui/input"
)

// scoresKey is the key of the scores: a tap opens or closes them, held it shows them as long as it is held.
type scoresKey struct {
	pressed time.Time // last
	repeats bool      // it is held, as the terminal repeats it
}

const (
	scoresTap     = 400 * time.Millisecond // what is let go of sooner was tapped
	repeatsWithin = 150 * time.Millisecond // no finger presses as often as terminals repeat a key
	heldFor       = 200 * time.Millisecond // after the last repeat: where releases are not reported, a key is let go of then
)

// pressScores takes a press of the scores' key.
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

// releaseScores takes the release of a key.
func (s *Screen) releaseScores(now time.Time, ev input.Event) {
	held := now.Sub(s.scores.pressed) >= scoresTap
	if held && s.overlay == scoreOverlay && s.controls.Bindings().Action(ev.Key) == input.Scores {
		s.open(noOverlay)
	}
}

// passScores closes the scores when their key is no longer repeated.
func (s *Screen) passScores(now time.Time) {
	if k := &s.scores; k.repeats && now.Sub(k.pressed) > heldFor {
		k.repeats = false
		if s.overlay == scoreOverlay {
			s.open(noOverlay)
		}
	}
}
