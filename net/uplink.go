package net

import (
	"time"

	"dogfight/game"
)

// uplink decides when a client's inputs go out: a change at once and in the two
// packets after it, otherwise 20 times a second.
type uplink struct {
	held   game.Input
	urgent int // packets that carry the last change and are still to be sent
	sentAt time.Time
	sentTo game.Tick // newest tick that was in a packet
	heard  game.Tick // newest tick that the host has
}

const (
	changeRepeats = 3
	idleUplink    = time.Second / 20
	maxUplink     = 32 // ticks in a packet; what is older would be too late
)

// hold notes what the pilot holds.
func (u *uplink) hold(in game.Input) {
	if in != u.held {
		u.held, u.urgent = in, changeRepeats
	}
}

// due reports whether a packet up to a tick should go out now.
func (u *uplink) due(now time.Time, tick game.Tick) bool {
	return u.urgent > 0 && tick > u.sentTo || now.Sub(u.sentAt) >= idleUplink
}

// sent notes that a packet went out, and returns how many ticks it must carry.
func (u *uplink) sent(now time.Time, tick game.Tick) int {
	u.sentAt, u.sentTo = now, tick
	u.urgent = max(u.urgent-1, 0)
	return int(min(max(tick-min(u.heard, tick), 1), maxUplink))
}
