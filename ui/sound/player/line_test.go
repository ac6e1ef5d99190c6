package player

import (
	"testing"
	"testing/synctest"
	"time"

	"dogfight/ui/sound"
)

// TestASoundIsOnTheLineAtOnceAndSilenceIsNot plays a shot in silence and another one that comes soon after.
func TestASoundIsOnTheLineAtOnceAndSilenceIsNot(t *testing.T) {
	sound.Prepare()
	synctest.Test(t, func(t *testing.T) {
		var loud []time.Time // the turns with a sound
		turns, quiet := 0, true
		p := NewLine(100, func(b []byte) {
			turns++
			silent := true
			for _, s := range b {
				silent = silent && s == 0xFF
			}
			if !silent && quiet {
				loud = append(loud, time.Now())
			}
			quiet = silent
		}, nil)
		time.Sleep(time.Minute)
		synctest.Wait()
		if turns != 0 {
			t.Errorf("a minute of silence has %d turns", turns)
		}
		shot := []sound.Cue{{Effect: sound.Cannon, Gain: 1}}
		began := time.Now()
		p.Play(shot)
		time.Sleep(550 * time.Millisecond) // the shot is over
		again := time.Now()
		p.Play(shot)
		time.Sleep(time.Minute)
		p.Close()
		if len(loud) != 2 || loud[0].Sub(began) != 0 || loud[1].Sub(again) > lineTime {
			t.Errorf("shots sound at %v, were fired at %v and %v", loud, began, again)
		}
		if long := time.Duration(turns) * lineTime; long < time.Second || long > 2*time.Second {
			t.Errorf("the sound lasts %v", long)
		}
	})
}

func TestABrokenLineIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broke any
		p := NewLine(100, func([]byte) { panic("on purpose") }, func(value any, _ []byte) { broke = value })
		p.Play([]sound.Cue{{Effect: sound.Cannon, Gain: 1}})
		synctest.Wait()
		p.Close()
		if broke != "on purpose" {
			t.Errorf("it reports %v", broke)
		}
	})
}
