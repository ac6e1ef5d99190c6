package net

import (
	"slices"
	"time"

	"dogfight/game"
)

// clock says which tick the pilot is in: so far ahead of the host that his
// inputs arrive just before they are needed. It glides towards that, by what
// the host reports of their slack, and jumps only when it is far off.
type clock struct {
	running bool
	last    time.Time     // of the last advance
	at      time.Duration // the present in the match, as time since tick 0
	slacks  [slackWindow]time.Duration
	reports int
}

const (
	// slackWindow is over how many reports, at 30 a second, the jitter is watched.
	slackWindow = 32
	// slackRank is the slack that is steered, counted from the worst of the
	// window: some inputs may come late, since the next packet repeats them.
	slackRank = 1
	// slackGoal is what is left of it: half a tick for the host's polling.
	slackGoal = 10 * time.Millisecond
	// firstLead is added to the first guess, before any report.
	firstLead = 30 * time.Millisecond

	glide     = 20 // at most 1/20 faster,
	glideBack = 50 // at most 1/50 slower,
	settle    = 2  // and no faster than the error would be gone in 2 s
	jumpAt    = 250 * time.Millisecond
)

// start sets the clock when the World of a tick came in from a host that is a
// round trip away.
func (c *clock) start(now time.Time, tick game.Tick, rtt time.Duration) {
	*c = clock{running: true, last: now, at: tickTime(int64(tick)) + rtt + firstLead}
}

// tick returns the tick that the pilot is in.
func (c *clock) tick() game.Tick {
	return game.Tick(int64(c.at) * game.TickRate / int64(time.Second))
}

// advance lets time pass until now.
func (c *clock) advance(now time.Time) {
	passed := max(now.Sub(c.last), 0)
	c.last = now
	correction := c.correction() * passed / settle / time.Second
	c.at += passed + min(max(correction, -passed/glideBack), passed/glide)
}

// report takes how early an input reached the host.
func (c *clock) report(slack time.Duration) {
	c.slacks[c.reports%slackWindow] = slack
	c.reports++
	if off := c.correction(); off > jumpAt || off < -jumpAt {
		c.at += off
		c.reports = 0 // what was reported before says nothing of now
	}
}

// correction returns how much the clock should be ahead of what it is.
func (c *clock) correction() time.Duration {
	n := min(c.reports, slackWindow)
	if n < slackWindow/4 {
		return 0
	}
	sorted := c.slacks
	slices.Sort(sorted[:n])
	return slackGoal - sorted[slackRank]
}
