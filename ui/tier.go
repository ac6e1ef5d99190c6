package ui

import (
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

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
