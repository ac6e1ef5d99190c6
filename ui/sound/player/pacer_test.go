//go:build unix && !darwin

package player

import (
	"testing"
	"time"
)

func TestPacerIsLittleAhead(t *testing.T) {
	now := time.Unix(1000, 0)
	var p pacer
	turns := 0
	for began := now; now.Sub(began) < 10*time.Second; now = now.Add(time.Millisecond) {
		for p.until(now) <= 0 {
			p.wrote(now, now)
			turns++
			if ahead := p.ahead(now); ahead > maxBuffered {
				t.Fatalf("%v ahead after %v", ahead, now.Sub(began))
			}
		}
		if ahead := p.ahead(now); ahead < maxBuffered/2 {
			t.Fatalf("%v ahead after %v: a device would run dry", ahead, now.Sub(began))
		}
	}
	if seconds := timeOf(int64(turns) * turnFrames).Seconds(); seconds < 10 || seconds > 10.1 {
		t.Errorf("wrote %.2f s in ten", seconds)
	}
}

func TestPacerDoesNotCatchUp(t *testing.T) {
	now := time.Unix(1000, 0)
	var p pacer
	p.until(now)
	p.wrote(now, now)
	now = now.Add(time.Hour) // the process was stopped
	turns := 0
	for ; p.until(now) <= 0; turns++ {
		p.wrote(now, now)
	}
	if held := timeOf(int64(turns) * turnFrames); held > maxBuffered {
		t.Errorf("wrote %v at once", held)
	}
}

func TestPacerCountsUnreadSoundAsUnplayed(t *testing.T) {
	now := time.Unix(1000, 0)
	var p pacer
	p.until(now)
	p.wrote(now, now)
	later := now.Add(2 * time.Second) // it opened a device
	p.wrote(now, later)
	if ahead := p.ahead(later); ahead != aim {
		t.Errorf("expected %v, found %v", aim, ahead)
	}
}
