package hud

import (
	"testing"
	"time"

	"dogfight/ui/play/playtest"
)

func TestTraceForgetsWhatIsHalfAMinuteOld(t *testing.T) {
	var old trace
	for i := range 40 {
		old.add(playtest.Noon.Add(time.Duration(i)*time.Second), time.Second)
	}
	for gap, left := range map[time.Duration]int{0: 25, 12 * time.Second: 15, 28800 * time.Millisecond: 1, time.Hour: 0} {
		tr := old
		tr.add(playtest.Noon.Add(39*time.Second+gap), 0)
		n := 0
		for _, d := range tr.worst {
			if d > 0 {
				n++
			}
		}
		if n != left {
			t.Errorf("%v later: %d columns, want %d", gap, n, left)
		}
	}
}

func TestTraceOfAnEternityHasAScale(t *testing.T) {
	var tr trace
	tr.add(playtest.Noon, 1<<63-1)
	if top := tr.top(150 * time.Millisecond); top < time.Minute || top > 2*time.Minute {
		t.Errorf("got %v", top)
	}
}
