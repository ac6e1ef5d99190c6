package net

import (
	"time"

	"dogfight/game"
)

// uplink decides when a client's inputs go out: a change at once and in the two
// packets after it, news of what came from the host soon, so that it need not
// send that again, and otherwise 20 times a second.
type uplink struct {
	held   game.Input
	urgent int  // packets that carry the last change and are still to be sent
	news   bool // the host does not know yet how far we are
	sentAt time.Time
	sentTo game.Tick // newest tick that was in a packet
	heard  game.Tick // newest tick that the host has
}

const (
	changeRepeats = 3
	idleUplink    = time.Second / 20
	// newsUplink is less than the time between two packets of a host at 30 Hz,
	// so that each is answered, but every other of one at 60 Hz.
	newsUplink = time.Second / 40
	maxUplink  = 32 // ticks in a packet; what is older would be too late
)

// confirmed notes that ticks of the host came.
func (u *uplink) confirmed() { u.news = true }

// hold notes what the pilot holds.
func (u *uplink) hold(in game.Input) {
	if in != u.held {
		u.held, u.urgent = in, changeRepeats
	}
}

// due reports whether a packet up to a tick should go out now. Seldom suffices while
// the match stands still.
func (u *uplink) due(now time.Time, tick game.Tick, still bool) bool {
	quiet, idle := now.Sub(u.sentAt), idleUplink
	if still {
		idle = pauseSend
	}
	return u.urgent > 0 && tick > u.sentTo || u.news && quiet >= newsUplink || quiet >= idle
}

// sent notes that a packet went out, and returns how many ticks it must carry.
func (u *uplink) sent(now time.Time, tick game.Tick) int {
	u.sentAt, u.sentTo, u.news = now, tick, false
	u.urgent = max(u.urgent-1, 0)
	return int(min(max(tick-min(u.heard, tick), 1), maxUplink))
}
