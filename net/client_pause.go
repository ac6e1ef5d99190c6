package net

import (
	"time"

	"dogfight/proto"
)

// Pause tells the host whether the player cannot play now, as in a menu: the match
// stands still meanwhile if nobody else is in it, and then the View says so. It may be
// called with every Frame.
func (c *Client) Pause(on bool) {
	if c.idle != on {
		c.idle = on
		c.say(&proto.Pause{On: on})
	}
}

// hearPause takes that the match stands still, or runs on, from a time on.
func (c *Client) hearPause(on bool, at time.Time) {
	if on == !c.pausedAt.IsZero() {
		return
	}
	c.clock.hold(on, at)
	if on {
		c.pausedAt = at
		return
	}
	if !c.nextMatch.IsZero() {
		c.nextMatch = c.nextMatch.Add(at.Sub(c.pausedAt))
	}
	c.pausedAt = time.Time{}
	c.arrivals.tick = 0 // the pause says nothing of how evenly packets come
}

// lastRun returns when the match last ran: now, unless it stands still.
func (c *Client) lastRun(now time.Time) time.Time {
	if c.pausedAt.IsZero() {
		return now
	}
	return c.pausedAt
}
