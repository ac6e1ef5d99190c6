package net

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// tickClock says when a host's ticks are due. While the match is paused none is.
type tickClock struct {
	TickClock
	stats tickStats
	matchPause
}

// begin has a tick due at a time, which the World does next.
func (c *tickClock) begin(next game.Tick, due time.Time) {
	c.TickClock = newTickClock(int64(next), due, game.TickRate)
}

// run does the ticks that are due, for as long as they may be done, which is asked right before each, and reports of each how late it
// began and how long it took.
func (c *tickClock) run(may func(now time.Time) bool, tick func(now time.Time), done func(late, work time.Duration)) (went bool) {
	first := c.Next()
	due := c.Due(time.Now())
	for n := range int64(due) {
		began := time.Now()
		if !may(began) {
			c.Back(due - int(n))
			return false
		}
		tick(began)
		late, work := began.Sub(c.Deadline(first+n)), time.Since(began)
		c.stats.add(began, late, work)
		done(late, work)
	}
	return true
}

// wait returns the time until the host has something to do: the next tick or, in a
// pause, the next look at whether it is over.
func (c *tickClock) wait(now time.Time) time.Duration {
	if c.paused() {
		return pauseLook
	}
	return c.Wait(now)
}

// resume ends a pause: all ticks are due as much later as it lasted.
func (c *tickClock) resume(now time.Time) {
	c.Delay(now.Sub(c.matchPause.since))
	c.matchPause = matchPause{}
}

// slackUnit is the unit of proto.Report.Slack.
const slackUnit = proto.SlackUnit * time.Millisecond

// slack returns how long before its tick an input came; less than 0 is too late.
// The World's first tick is the clock's tick 0, and neither ever skips one.
func (c *tickClock) slack(tick game.Tick, at time.Time) int8 {
	early := c.Deadline(int64(tick) - 1).Sub(at)
	return int8(min(max(early/slackUnit, -128), 127))
}
