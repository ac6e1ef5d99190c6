package ui

import "time"

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
