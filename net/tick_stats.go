package net

import "time"

// tickStats is what ticks take of a host's time, in the last full second.
type tickStats struct {
	work time.Duration // a tick, on average
	late time.Duration // that a tick began, at worst

	since time.Time // of the second that runs
	ticks time.Duration
	sum   time.Duration
	worst time.Duration
}

// add counts a tick that began late by one time and took another.
func (s *tickStats) add(began time.Time, late, work time.Duration) {
	if began.Sub(s.since) >= time.Second {
		s.work, s.late = s.sum/max(s.ticks, 1), s.worst
		s.since, s.ticks, s.sum, s.worst = began, 0, 0, 0
	}
	s.ticks++
	s.sum += work
	s.worst = max(s.worst, late)
}
