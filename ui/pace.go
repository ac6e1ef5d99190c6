package ui

import "time"

// pace is the frame rate: what the player wants or, on auto, 60 if the terminal keeps up
// and 30 otherwise.
type pace struct {
	wanted int // 30, 60, or 0 for auto
	rate   int

	since    time.Time     // when the time that is looked at began
	busy     time.Duration // spent on drawing since then
	calm     time.Time     // since when little was spent
	patience time.Duration // with a calm terminal, before more is tried
}

const (
	slowRate, fastRate = 30, 60

	paceTime    = time.Second // that is looked at together
	tooBusy     = 40          // percent of the time at the fast rate: it does not keep up
	littleToDo  = 10          // percent of the time at the slow rate: it could do with more
	mostPatient = 2 * time.Minute
)

// newPace begins slowly where nothing is known yet.
func newPace(wanted int) pace {
	p := pace{wanted: wanted, rate: wanted, patience: paceTime}
	if wanted == 0 {
		p.rate = slowRate
	}
	return p
}

// drew takes in how long a picture took, up to the terminal's having taken it.
func (p *pace) drew(took time.Duration, now time.Time) {
	if p.since.IsZero() {
		p.since, p.calm = now, now
	}
	p.busy += took
	passed := now.Sub(p.since)
	if p.wanted != 0 || passed < paceTime {
		return
	}
	share := 100 * p.busy / passed
	p.since, p.busy = now, 0
	switch {
	case p.rate == fastRate && share >= tooBusy:
		p.rate, p.calm = slowRate, now
		p.patience = min(2*p.patience, mostPatient) // or it would go to and fro
	case p.rate == slowRate && share >= littleToDo:
		p.calm = now
	case p.rate == slowRate && now.Sub(p.calm) >= p.patience:
		p.rate = fastRate
	}
}

// frameTime is how long a picture stands.
func (p *pace) frameTime() time.Duration { return time.Second / time.Duration(p.rate) }
