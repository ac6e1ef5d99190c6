package net

import (
	"time"

	"dogfight/net/link"
)

// meter watches what goes over a link.
type meter struct {
	at   time.Time
	last [meterKept]link.Counts // at the ends of the last seconds, the newest first
	n    int

	Took     time.Duration // between the last two looks
	Down, Up int           // bytes a second in that time: in and out
	Lost     float64       // share of the other end's data that is missing, 0 to 1
}

// meterKept is over how many seconds a loss is looked at: at 30 packets a
// second, less would not tell 1 %.
const meterKept = 5

// read looks at a link's counts once a second, and reports whether it did.
func (m *meter) read(now time.Time, l link.Link) bool {
	took := now.Sub(m.at)
	if took < time.Second {
		return false
	}
	m.at = now
	copy(m.last[1:], m.last[:])
	m.last[0] = l.Counts()
	m.n = min(m.n+1, meterKept)
	if m.n < 2 {
		return false
	}
	newest, before, oldest := &m.last[0], &m.last[1], &m.last[m.n-1]
	m.Took = took
	m.Down = int(float64(newest.WireIn-before.WireIn) / took.Seconds())
	m.Up = int(float64(newest.WireOut-before.WireOut) / took.Seconds())
	came := newest.DataIn - oldest.DataIn
	// What came late is taken off what was lost, which so may sink.
	lost := max(int64(newest.DataLost-oldest.DataLost), 0)
	m.Lost = float64(lost) / max(float64(came)+float64(lost), 1)
	return true
}
