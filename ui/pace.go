package ui

import (
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

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

// governor fits a match to the line: where that is asked to bear too much it has less drawn, step by step, and more again
// when there is room. It counts what is sent, and is told whether the terminal lags behind.
type governor struct {
	bound int // bytes a second
	steps int // down that there are

	step     int
	begun    time.Time // when it was first told; the first pictures are of all that there is
	since    time.Time // when the second that is looked at began
	sent     int64     // by then
	crowded  bool      // in this second
	calm     time.Time // since when little was sent
	raised   time.Time // when a step was last taken back
	patience time.Duration
}

const (
	governTime = time.Second     // that is looked at together
	calmTime   = 5 * time.Second // with little sent, after which a step is taken back
	// mostCalmTime is how long that becomes where a step that was taken back is soon needed again, or it would go to and
	// fro.
	mostCalmTime = time.Minute
)

func newGovernor(bound, steps int) governor {
	return governor{bound: bound, steps: steps, patience: calmTime}
}

// note takes in how many bytes were ever sent, and whether the terminal lags behind, and reports whether the step is another
// now. It is to be called once a picture.
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
	case rate > g.bound, crowded && (rate > g.bound*3/4 || g.step < g.steps/2): // few bytes that are late all the same are not so by their number
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

// tier is how much is drawn here.
func (a *app) tier() canvas.Tier { return canvas.TierOf(a.screen.Colors(), a.fewerBytes()) }

// TierOf names how much is drawn on a terminal that is shown so many colours, for a wanted rate of frames or 0.
func TierOf(t term.Traits, colours, rate int) string {
	return canvas.TierOf(colours, isFar(t, rate)).String()
}

// isFar reports whether to save bytes: a remote player who is near, or asks for the fast frame rate, has the bandwidth.
func isFar(t term.Traits, rate int) bool { return t.Remote && !t.Near && rate != fastRate }

// govern has less drawn of a match, or more again, as the line bears. Where a match begins, or the tier is another, all
// begins anew.
func (a *app) govern(now time.Time) {
	if a.flight == nil {
		a.governor = governor{}
		return
	}
	bound, steps := a.tier().Bound(), canvas.DetailSteps(a.fewerBytes())
	if a.governor.bound != bound || a.governor.steps != steps {
		a.governor = newGovernor(bound, steps)
		a.flight.screen.Spare(0)
	}
	if a.governor.note(a.term.Sent(), a.term.Crowded(), now) {
		a.flight.screen.Spare(a.governor.step)
	}
}

// frameTime is how long a picture stands.
func (a *app) frameTime() time.Duration {
	least := time.Duration(0)
	if a.flight != nil {
		if most := canvas.DetailOf(a.fewerBytes(), a.governor.step).Pictures; most > 0 {
			least = time.Second / time.Duration(most)
		}
	}
	return max(a.pace.frameTime(), least)
}
