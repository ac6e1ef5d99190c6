package admission

import (
	"testing"
	"time"
)

func TestABrakeIsARateAndABurstAndWhatIsOwed(t *testing.T) {
	b, begin := NewBrake(1000, 400), time.Unix(1e9, 0)
	for _, step := range []struct {
		at   time.Duration
		n    int
		wait time.Duration
	}{
		{0, 0, 0},
		{0, 400, 0},                      // a burst
		{0, 100, 100 * time.Millisecond}, // a tenth of a second's
		{50 * time.Millisecond, 1000, 1050 * time.Millisecond}, // more than a burst, and what was owed
		{time.Minute, 400, 0},                                     // a pause saves no more than a burst
		{time.Minute + 100*time.Millisecond, 100, 0},              // 100 are new
		{time.Minute + 100*time.Millisecond, 1, time.Millisecond}, // and no more
	} {
		if wait := b.Took(step.n, begin.Add(step.at)); (wait - step.wait).Abs() > time.Microsecond {
			t.Errorf("after %v, %d bytes: wait for %v, want %v", step.at, step.n, wait, step.wait)
		}
	}
}
