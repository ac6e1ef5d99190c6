package ui

import (
	"testing"
	"time"

	"dogfight/ui/term"
)

// drawn lets a pace draw for some seconds, with a picture that takes so long, and
// returns the rate after each.
func drawn(p *pace, now *time.Time, took time.Duration, seconds int) (rates []int) {
	for range seconds {
		for end := now.Add(time.Second); now.Before(end); *now = now.Add(max(p.frameTime(), took)) {
			p.drew(took, *now)
		}
		rates = append(rates, p.rate)
	}
	return rates
}

func TestATerminalThatKeepsUpGetsSixtyPicturesASecondAndAnyOtherThirty(t *testing.T) {
	p, now := newPace(0), time.Unix(1000, 0)
	if p.rate != slowRate {
		t.Errorf("it begins with %d", p.rate)
	}
	if rates := drawn(&p, &now, time.Millisecond, 3); rates[2] != fastRate {
		t.Errorf("with 1 ms a picture: %v", rates)
	}
	if rates := drawn(&p, &now, 12*time.Millisecond, 3); rates[2] != slowRate {
		t.Errorf("with 12 ms a picture: %v", rates)
	}
	if rates := drawn(&p, &now, 12*time.Millisecond, 60); rates[59] != slowRate {
		t.Errorf("though it does not keep up, after a minute: %v", rates)
	}
	if rates := drawn(&p, &now, time.Millisecond, 10); rates[9] != fastRate {
		t.Errorf("once it does again: %v", rates)
	}
}

func TestATerminalThatOnlyKeepsUpWithThirtyIsTriedLessAndLess(t *testing.T) {
	p, now, tries := newPace(0), time.Unix(1000, 0), 0
	for range 600 {
		took := time.Millisecond
		if p.rate == fastRate {
			took, tries = 10*time.Millisecond, tries+1
		}
		drawn(&p, &now, took, 1)
	}
	if tries > 24 {
		t.Errorf("in ten minutes it was tried in %d seconds", tries)
	}
}

func TestARateThatWasChosenHolds(t *testing.T) {
	for _, rate := range []int{slowRate, fastRate} {
		p, now := newPace(rate), time.Unix(1000, 0)
		drawn(&p, &now, 0, 9)
		drawn(&p, &now, 30*time.Millisecond, 9)
		if p.rate != rate {
			t.Errorf("chosen %d, found %d", rate, p.rate)
		}
	}
}

func TestATerminalAtTheOtherEndOfSSHGetsThirtyUnlessMoreAreAskedFor(t *testing.T) {
	far := term.Traits{Name: "xterm-256color", Remote: true}
	for wanted, want := range map[int]int{0: 90, fastRate: 180} {
		onRigLike(t, far, Config{Settings: Settings{FrameRate: wanted}}, func(r *rig) {
			r.press(enter)
			if n := r.framesIn(3 * time.Second); n < want-3 || n > want+3 {
				t.Errorf("asked for %d a second, found %d in three", wanted, n)
			}
		})
	}
}
