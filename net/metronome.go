package net

import "time"

// metronome says when ticks are due: at absolute times, so that a late tick
// delays none after it.
type metronome struct {
	start time.Time // when tick 0 was due
	next  int64     // the next tick, counted from start
	Slips int64     // ticks that were given up because the host fell too far behind
}

// catchUp is how many ticks may be made good at once. A host that is further
// behind lets the match stand still for the rest.
const catchUp = 5

// due returns how many ticks to do now.
func (m *metronome) due(now time.Time) int {
	behind := int64(0)
	for now.Sub(m.deadline(m.next+behind)) >= 0 {
		behind++
	}
	if behind > catchUp {
		m.Slips += behind - catchUp
		m.start = m.start.Add(tickTime(behind - catchUp))
		behind = catchUp
	}
	m.next += behind
	return int(behind)
}

// wait returns the time until the next tick.
func (m *metronome) wait(now time.Time) time.Duration {
	return m.deadline(m.next).Sub(now)
}

func (m *metronome) deadline(n int64) time.Time {
	return m.start.Add(tickTime(n))
}
