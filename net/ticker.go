package net

import "time"

// Ticker wakes a select loop for each tick. After each receive from C the loop calls Next. A
// late loop is woken for one tick after another, so that its other cases get their turn.
type TickTicker struct {
	C <-chan time.Time

	clock   TickClock
	timer   *time.Timer
	pending int // ticks that are due and still to be done
}

// NewTicker returns a Ticker whose first tick is one tick from now.
func NewTickTicker(rate int) *TickTicker {
	now := time.Now()
	t := &TickTicker{clock: newTickClock(0, now.Add(time.Second/time.Duration(rate)), rate)}
	t.timer = time.NewTimer(t.clock.Wait(now))
	t.C = t.timer.C
	return t
}

// Next reports whether a tick is due now, and sets the alarm for the one after it.
func (t *TickTicker) Next() bool {
	now := time.Now()
	if t.pending == 0 {
		t.pending = t.clock.Due(now)
	}
	due := t.pending > 0
	if due {
		t.pending--
	}
	if t.pending > 0 {
		t.timer.Reset(0)
	} else {
		t.timer.Reset(t.clock.Wait(now))
	}
	return due
}

// Stop ends the alarms.
func (t *TickTicker) Stop() { t.timer.Stop() }
