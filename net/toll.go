package net

import "time"

// toll is what ticks take of a host's time, in the last full second.
type toll struct {
	work time.Duration // a tick, on average
	late time.Duration // that a tick began, at worst

	since time.Time // of the second that runs
	ticks time.Duration
	sum   time.Duration
	worst time.Duration
}

// add counts a tick that began late by one time and took another.
func (t *toll) add(began time.Time, late, work time.Duration) {
	if began.Sub(t.since) >= time.Second {
		t.work, t.late = t.sum/max(t.ticks, 1), t.worst
		t.since, t.ticks, t.sum, t.worst = began, 0, 0, 0
	}
	t.ticks++
	t.sum += work
	t.worst = max(t.worst, late)
}
