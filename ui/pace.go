package ui

import (
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// pace is the frame rate: the player's choice or, on auto, 60 if the terminal is fast enough and 30 otherwise.
type pace struct {
	wanted int // 30, 60, or 0 for auto
	rate   int

	since    time.Time     // start of the measured interval
	busy     time.Duration // time spent on drawing in it
	calm     time.Time     // since when little time was spent
	patience time.Duration // calm time before the fast rate is tried
}

const (
	slowRate, fastRate = 30, 60

	paceTime    = time.Second // measured interval
	tooBusy     = 40          // percent of the time at the fast rate: the terminal is too slow
	littleToDo  = 10          // percent of the time at the slow rate: it may be fast enough for more
	mostPatient = 2 * time.Minute
)

// newPace starts auto with the slow rate.
func newPace(wanted int) pace {
	p := pace{wanted: wanted, rate: wanted, patience: paceTime}
	if wanted == 0 {
		p.rate = slowRate
	}
	return p
}

// drew adds the time of a frame, up to its acceptance by the terminal.
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
		p.patience = min(2*p.patience, mostPatient) // so that the rate does not alternate
	case p.rate == slowRate && share >= littleToDo:
		p.calm = now
	case p.rate == slowRate && now.Sub(p.calm) >= p.patience:
		p.rate = fastRate
	}
}

// frameTime is the time between two frames.
func (p *pace) frameTime() time.Duration { return time.Second / time.Duration(p.rate) }

// governor fits the detail of a match to the line: it takes steps down while too many bytes are sent, and up again
// when there is room.
type governor struct {
	bound int // bytes a second
	steps int // in all

	step     int
	begun    time.Time // first call; the first frames have full detail
	since    time.Time // start of the measured second
	sent     int64     // by then
	crowded  bool      // in this second
	calm     time.Time // since when little was sent
	raised   time.Time // last step up
	patience time.Duration
}

const (
	governTime = time.Second     // measured interval
	calmTime   = 5 * time.Second // with little sent, before a step up
	// mostCalmTime is the longest patience. It grows while steps up are soon reverted, so that the detail does not alternate.
	mostCalmTime = time.Minute
)

func newGovernor(bound, steps int) governor {
	return governor{bound: bound, steps: steps, patience: calmTime}
}

// note takes the number of bytes ever sent, and whether the terminal lags behind, once a frame. It reports whether the
// step has changed.
func (g *governor) note(sent int64, crowded bool, now time.Time) (changed bool) {
	if g.begun.IsZero() {
		g.begun = now
	}
	if now.Sub(g.begun) < governTime {
		g.since, g.sent, g.calm = now, sent, now
		return false
	}
	g.crowded = g.crowded || crowded
	passed := now.Sub(g.since)
	if passed < governTime {
		return false
	}
	rate, crowded := int(float64(sent-g.sent)/passed.Seconds()), g.crowded
	g.since, g.sent, g.crowded = now, sent, false
	switch {
	case rate > g.bound, crowded && (rate > g.bound*3/4 || g.step < g.steps/2): // at a low rate the bytes are not the cause
		g.calm = now
		return g.down(now)
	case crowded, rate > g.bound/2:
		g.calm = now
	case g.step > 0 && now.Sub(g.calm) >= g.patience:
		g.step--
		g.calm, g.raised = now, now
		return true
	}
	return false
}

// down takes the next step.
func (g *governor) down(now time.Time) (changed bool) {
	if g.step == g.steps {
		return false
	}
	switch soon := now.Sub(g.raised) < 2*calmTime; {
	case soon && !g.raised.IsZero():
		g.patience = min(2*g.patience, mostCalmTime)
	case now.Sub(g.raised) > mostCalmTime:
		g.patience = calmTime
	}
	g.step++
	return true
}

// tier is the amount of detail on this terminal.
func (a *app) tier() canvas.Tier { return canvas.TierOf(a.screen.Colors(), a.lowBandwidth()) }

// TierOf names the amount of detail on a terminal with so many colours, at a wanted frame rate or 0.
func TierOf(t term.Traits, colours, rate int) string {
	return canvas.TierOf(colours, lowBandwidth(t, rate)).String()
}

// lowBandwidth reports whether to save bytes. A near player, or one with the fast frame rate, has the bandwidth.
func lowBandwidth(t term.Traits, rate int) bool { return t.Remote && !t.Near && rate != fastRate }

// govern adapts the detail of a match to the line. A new match or tier starts with full detail.
func (a *app) govern(now time.Time) {
	if a.flight == nil {
		a.governor = governor{}
		return
	}
	bound, steps := a.tier().Bound(), canvas.DetailSteps(a.lowBandwidth())
	if a.governor.bound != bound || a.governor.steps != steps {
		a.governor = newGovernor(bound, steps)
		a.flight.screen.Spare(0)
	}
	if a.governor.note(a.term.Sent(), a.term.Crowded(), now) {
		a.flight.screen.Spare(a.governor.step)
	}
}

// frameTime is the time between two frames.
func (a *app) frameTime() time.Duration {
	least := time.Duration(0)
	if a.flight != nil {
		if most := canvas.DetailOf(a.lowBandwidth(), a.governor.step).Pictures; most > 0 {
			least = time.Second / time.Duration(most)
		}
	}
	return max(a.pace.frameTime(), least)
}
