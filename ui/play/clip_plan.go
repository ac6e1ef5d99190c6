package play

import (
	"time"

	"dogfight/game"
)

// clipPlan maps the time of a clip to the past: real time, slower around the important part, and faster before it if
// time is short.
type clipPlan struct {
	from, to         game.Tick // of the past
	slowFrom, slowTo game.Tick // the slow part
	num, den         int64     // its speed
	fast             int64     // speed of the part before; 0 is 1
}

// clipTime converts ticks to time.
func clipTime(ticks game.Tick) time.Duration {
	return time.Duration(ticks) * time.Second / game.TickRate
}

// clipTicks converts time to ticks.
func clipTicks(d time.Duration) game.Tick {
	return game.Tick((d*game.TickRate + time.Second/2) / time.Second)
}

// slowed is the length of the slow part.
func (p *clipPlan) slowed() time.Duration {
	return clipTime(p.slowTo-p.slowFrom) * time.Duration(p.den) / time.Duration(p.num)
}

// lead is the length of the part before.
func (p *clipPlan) lead() time.Duration {
	return clipTime(p.slowFrom-p.from) / time.Duration(max(p.fast, 1))
}

// takes is the length of the clip.
func (p *clipPlan) takes() time.Duration {
	return p.lead() + p.slowed() + clipTime(p.to-p.slowTo)
}

// at returns the time in the past at a time of the clip.
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

// The timing of a kill-cam.
const (
	killCamShows = 4 * game.TickRate      // before the hit, at most
	killCamLeast = game.TickRate / 2      // before the hit, at least
	killCamAfter = game.TickRate / 5      // after the hit, at most
	killCamSlow  = game.TickRate / 4      // before the hit it gets slow
	killCamDelay = 350 * time.Millisecond // after the death, for the wreck to show
)

// killCamPlan returns the plan for a hit at a tick, with so many ticks left and a replay from first to last: the time
// that fits, with the hit at its end. The approach is twice as fast if it does not fit.
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

// The timing of the play of the match.
const (
	climaxBefore = game.TickRate / 2
	climaxAfter  = game.TickRate / 3
)

// playPlan returns the plan of a play, slower around its climax.
func playPlan(from, climax, to game.Tick) clipPlan {
	p := clipPlan{from: from, to: max(to, from), num: 1, den: 2}
	p.slowFrom = min(max(climax-min(climax, climaxBefore), from), p.to)
	p.slowTo = max(min(climax+climaxAfter, p.to), p.slowFrom)
	return p
}
