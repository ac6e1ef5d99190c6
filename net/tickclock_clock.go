// Package tickclock says when ticks are due: at absolute times, so that a late tick
// delays none after it. A time.Ticker drops the ticks that its reader was too slow for.
package net

import "time"

// Clock counts ticks. It is told the time, and belongs to one goroutine.
type TickClock struct {
	Slips int64 // ticks given up because their owner fell too far behind

	start time.Time // when tick 0 was due, or would have been
	rate  int64     // ticks a second
	next  int64     // the next tick
}

// MaxCatchUp is how many ticks may be made up at once. A loop that is further behind gives up
// the rest.
const maxCatchUp = 5

// New returns a Clock whose next tick is due at a time. Ticks are rate a second.
func newTickClock(next int64, due time.Time, rate int) TickClock {
	c := TickClock{rate: int64(rate), next: next}
	c.start = due.Add(-c.span(next))
	return c
}

// Due returns how many ticks to do now, at most MaxCatchUp.
func (c *TickClock) Due(now time.Time) int {
	behind := int64(0)
	for now.Sub(c.Deadline(c.next+behind)) >= 0 {
		behind++
	}
	if behind > maxCatchUp {
		c.Slips += behind - maxCatchUp
		c.start = c.start.Add(c.span(behind - maxCatchUp))
		behind = maxCatchUp
	}
	c.next += behind
	return int(behind)
}

// Back takes back the last ticks that were due, so that they are due again.
func (c *TickClock) Back(n int) { c.next -= int64(n) }

// Next returns the number of the next tick.
func (c *TickClock) Next() int64 { return c.next }

// Wait returns the time until the next tick.
func (c *TickClock) Wait(now time.Time) time.Duration { return c.Deadline(c.next).Sub(now) }

// Deadline returns when a tick is due, if none is given up before it.
func (c *TickClock) Deadline(tick int64) time.Time { return c.start.Add(c.span(tick)) }

// Delay makes all ticks due so much later, as after a pause.
func (c *TickClock) Delay(d time.Duration) { c.start = c.start.Add(d) }

// span returns how long n ticks take. Sums of single ticks would drift, as a tick is no
// whole number of nanoseconds.
func (c *TickClock) span(n int64) time.Duration {
	return time.Duration(n * int64(time.Second) / c.rate)
}
