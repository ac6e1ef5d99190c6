package net

import (
	"time"

	"dogfight/game"
)

// arrivals watches how evenly a host's packets come.
type arrivals struct {
	tick   game.Tick // of the newest packet
	at     time.Time // when it came
	jitter time.Duration
}

// jitterShare is the weight of one packet, 1/16 (RFC 3550, section 6.4.1).
const jitterShare = 16

// note takes the arrival of what the host sent after a tick. A packet that was
// overtaken says nothing about those in time.
func (a *arrivals) note(tick game.Tick, at time.Time) {
	if tick <= a.tick && a.tick != 0 {
		return
	}
	if a.tick != 0 {
		off := at.Sub(a.at) - tickTime(int64(tick-a.tick))
		a.jitter += (max(off, -off) - a.jitter) / jitterShare
	}
	a.tick, a.at = tick, at
}
