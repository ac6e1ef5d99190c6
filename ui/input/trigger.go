package input

import "time"

// trigger is the key that fires, where no release is reported. A press is a tap, which
// fires once; that it was the beginning of more is learnt from the repeats that follow.
type trigger struct {
	at      time.Time // of the newest press
	repeats bool      // the newest press was a repeat
	single  bool      // the gun fires once a press, however long that is

	from, until time.Time // it is pressed between these
	waits       bool      // for the first look at it that comes after from
}

const (
	// tapTime is how long a tap fires at least: a frame of 30 a second, and half of what
	// the quickest gun needs between two shots.
	tapTime = time.Second / 30
	// doubt is how long a press may yet turn out to be the first repeat of a key that is held:
	// the second one is behind it.
	doubt = 80 * time.Millisecond
	// stale is how long a press waits to be looked at.
	stale = time.Second
	// steering is how long the key goes on firing when another one has ended its repeats.
	steering = 400 * time.Millisecond
)

func (t *trigger) press(now time.Time) {
	since := now.Sub(t.at)
	t.at, t.repeats = now, since <= repeating
	switch {
	case t.repeats && t.single && now.Before(t.from):
		t.waits, t.until = false, now // the press before this was no new one
	case t.repeats && t.single:
	case t.repeats:
		t.until = now.Add(repeating)
	case t.single && since <= unseen:
		t.pull(now.Add(doubt))
	default:
		t.pull(now)
	}
}

// pull has a tap begin.
func (t *trigger) pull(from time.Time) { t.from, t.until, t.waits = from, from.Add(tapTime), true }

// interrupt tells of a press of another key. It ends the repeats, and whether the trigger
// is still held can no longer be seen; it was if a repeat has just come.
func (t *trigger) interrupt(now time.Time) {
	if t.repeats && !t.single && now.Sub(t.at) <= doubt {
		t.until = now.Add(steering)
	}
	t.repeats = false
}

// down reports whether it is pressed at the time now. A tap lasts until a picture has shown it,
// however slow the pictures are.
func (t *trigger) down(now time.Time) bool {
	if now.Before(t.from) {
		return false
	}
	waited := t.waits && now.Sub(t.from) < stale
	t.waits = false
	return waited || now.Before(t.until)
}
