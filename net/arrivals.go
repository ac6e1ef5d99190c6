package net

import (
	"time"

	"dogfight/game"
)

// arrivals watches how a host's packets come.
type arrivals struct {
	tick   game.Tick // of the newest packet
	at     time.Time // when it came
	jitter time.Duration

	gaps  [2]game.Tick // the longest of ticks between packets: since the mark, and before it
	marks time.Time
}

const (
	// jitterShare is the weight of one packet, 1/16 (RFC 3550, section 6.4.1).
	jitterShare = 16
	// gapKept is how long a gap is remembered at least. Bursts of loss come again.
	gapKept = 10 * time.Second
)

// note takes the arrival of what the host sent after a tick. A packet that was
// overtaken says nothing about those in time.
func (a *arrivals) note(tick game.Tick, at time.Time) {
	if tick <= a.tick && a.tick != 0 {
		return
	}
	if a.tick != 0 {
		off := at.Sub(a.at) - tickTime(int64(tick-a.tick))
		a.jitter += (max(off, -off) - a.jitter) / jitterShare
		a.gaps[0] = max(a.gaps[0], tick-a.tick)
	}
	a.tick, a.at = tick, at
}

// longestGap returns the most ticks that lately passed between two packets.
func (a *arrivals) longestGap(now time.Time) game.Tick {
	longest := max(a.gaps[0], a.gaps[1])
	if now.Sub(a.marks) >= gapKept {
		a.gaps, a.marks = [2]game.Tick{0, a.gaps[0]}, now
	}
	return longest
}
