package sound_test

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link/lossy"
	"dogfight/ui/sound"
)

// TestNothingSoundsTwiceHoweverOftenItIsPredicted flies over a bad line, where much is predicted that comes otherwise, and
// compares what sounded with what the host decided.
func TestNothingSoundsTwiceHoweverOftenItIsPredicted(t *testing.T) {
	sounded, decided := map[sound.Effect]int{}, map[game.EventKind]int{}
	var rollbacks uint64
	var lastShot, lastBurn time.Duration
	told := 0 // the own ship's shots, as Events tell them
	f := fight{
		arena: "duel", bots: 3, lasts: 60 * time.Second, weapon: "cannon",
		conditions: lossy.Conditions{Delay: 60 * time.Millisecond, Jitter: 40 * time.Millisecond, Loss: 0.05},
	}
	f.hear(t, func(at time.Duration, v *net.View, cues []sound.Cue) {
		rollbacks = v.Lag.Rollbacks
		shots := 0
		for _, c := range cues {
			sounded[c.Effect]++
			switch {
			case c.Effect == sound.Cannon && c.Gain == 1 && c.Pan == 0: // nobody else's is so near
				if at-lastShot < 50*time.Millisecond && lastShot > 0 {
					t.Errorf("after %v a shot sounded %v after another", at, at-lastShot)
				}
				lastShot = at
				shots++
			case c.Effect == sound.Boost:
				if at-lastBurn < time.Second && lastBurn > 0 {
					t.Errorf("after %v a burn sounded %v after another", at, at-lastBurn)
				}
				lastBurn = at
			}
		}
		sounded[sound.Silence] += shots
		for _, ev := range v.Events {
			if int(ev.Slot) == v.Me && ev.Kind == game.EventShot {
				told++
			}
		}
		for _, ev := range v.Decided {
			if int(ev.Slot) == v.Me {
				decided[ev.Kind]++
			}
		}
	})
	t.Logf("%d roll-backs; the own ship's shots: %d decided, %d told, %d sounded", rollbacks, decided[game.EventShot], told, sounded[sound.Silence])
	if rollbacks < 50 {
		t.Errorf("%d roll-backs: the line is too good to show anything", rollbacks)
	}
	if is, was := sounded[sound.Silence], decided[game.EventShot]; is*100 < was*85 || is*100 > was*110 {
		t.Errorf("%d shots sounded of %d", is, was)
	}
	for effect, kind := range map[sound.Effect]game.EventKind{sound.Hurt: game.EventHit, sound.Death: game.EventKill, sound.Spawn: game.EventSpawn} {
		if sounded[effect] != decided[kind] || decided[kind] == 0 {
			t.Errorf("event %d: %d sounded of %d", kind, sounded[effect], decided[kind])
		}
	}
}
