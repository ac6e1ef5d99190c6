package keys

import "time"

// trigger is the key that fires. It stays pressed over the gap to the key's
// first repeat, so that holding it fires without a pause.
type trigger struct {
	until   time.Time // it is pressed before this
	at      time.Time // of the newest press
	repeats bool      // the newest press was a repeat
}

func (t *trigger) press(now time.Time) {
	t.repeats = now.Sub(t.at) <= repeating
	t.at = now
	t.until = now.Add(unseen)
	if t.repeats {
		t.until = now.Add(repeating)
	}
}

// interrupt tells of a press of another key. It ends the repeats, and whether
// the trigger is still held can no longer be seen.
func (t *trigger) interrupt(now time.Time) {
	if t.repeats && now.Before(t.until) {
		t.until = now.Add(unseen)
	}
	t.repeats = false
}
