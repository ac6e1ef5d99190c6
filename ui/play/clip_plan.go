package play

import (
	"time"

	"dogfight/game"
)

// clipPlan says which moment of the past shows when: all of it as fast as it was, but for a part around what matters, and what leads
// there where there is little time.
type clipPlan struct {
	from, to         game.Tick // of the past
	slowFrom, slowTo game.Tick // what is shown slower
	num, den         int64     // by how much
	fast             int64     // how many times as fast what is before that is shown; 0 for once
}

// clipTime returns how long so many ticks take.
func clipTime(ticks game.Tick) time.Duration {
	return time.Duration(ticks) * time.Second / game.TickRate
}

// clipTicks returns how many ticks a time is.
func clipTicks(d time.Duration) game.Tick {
	return game.Tick((d*game.TickRate + time.Second/2) / time.Second)
}

// slowed is how long the slow part takes.
func (p *clipPlan) slowed() time.Duration {
	return clipTime(p.slowTo-p.slowFrom) * time.Duration(p.den) / time.Duration(p.num)
}

// lead is how long the part before that takes.
func (p *clipPlan) lead() time.Duration {
	return clipTime(p.slowFrom-p.from) / time.Duration(max(p.fast, 1))
}

// takes is how long the whole takes.
func (p *clipPlan) takes() time.Duration {
	return p.lead() + p.slowed() + clipTime(p.to-p.slowTo)
}

// at returns how long after its beginning the past stands by so long after the clip began.
func (p *clipPlan) at(passed time.Duration) time.Duration {
	lead, slowed := p.lead(), p.slowed()
	switch {
	case passed <= lead:
		return max(passed, 0) * time.Duration(max(p.fast, 1))
	case passed <= lead+slowed:
		return clipTime(p.slowFrom-p.from) + (passed-lead)*time.Duration(p.num)/time.Duration(p.den)
	}
	return min(clipTime(p.slowTo-p.from)+passed-lead-slowed, clipTime(p.to-p.from))
}

// How a kill-cam is timed.
const (
	killCamShows = 4 * game.TickRate      // before the hit, at most
	killCamLeast = game.TickRate / 2      // before the hit: what is shorter tells nothing
	killCamAfter = game.TickRate / 5      // after the hit, at most
	killCamSlow  = game.TickRate / 4      // before the hit from which on it is slower
	killCamDelay = 350 * time.Millisecond // after the news of it, in which the wreck shows
)

// killCamPlan returns what is shown of a death at a tick when there are so many ticks left to show it, and the film goes from
// first to last: what fits, at its end the hit. How the killer got there is shown twice as fast where all of it does not fit.
func killCamPlan(hit, first, last, left game.Tick) (p clipPlan, ok bool) {
	p = clipPlan{slowFrom: hit - min(hit, killCamSlow), slowTo: min(hit+killCamAfter, last), num: 2, den: 3}
	if left > killCamShows {
		p.num, p.den = 1, 2
	}
	p.to = p.slowTo
	slowed := clipTicks(p.slowed())
	if last < hit || slowed >= left {
		return p, false
	}
	const leads = killCamShows - killCamSlow
	lead := left - slowed
	if lead < leads {
		p.fast = 2
		lead *= 2
	}
	lead = min(lead, leads)
	p.from = max(p.slowFrom-min(p.slowFrom, lead), first)
	return p, p.from+killCamLeast <= hit
}

// How the play of the match is timed.
const (
	climaxBefore = game.TickRate / 2
	climaxAfter  = game.TickRate / 3
)

// playPlan returns how a play is shown: slower around its climax.
func playPlan(from, climax, to game.Tick) clipPlan {
	p := clipPlan{from: from, to: max(to, from), num: 1, den: 2}
	p.slowFrom = min(max(climax-min(climax, climaxBefore), from), p.to)
	p.slowTo = max(min(climax+climaxAfter, p.to), p.slowFrom)
	return p
}
