package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// What becomes of a player who falls silent: first their buttons are let go
// (silence), then their link is cut (linkKept), and then a bot flies their ship or, if they
// have shown no key and no bot is wanted, they lose it (seatKept). For a player with a key
// it is kept a while longer (seatHeld). All four count from what was heard last. They are ticks, so that
// nobody is thought to be silent while the host itself stood still.
const (
	// linkKept is how long a peer may send nothing at all. A client in good
	// order sends inputs 20 times a second, and a dead line of 5 s is to be
	// survived without a new link.
	linkKept = 7 * game.TickRate
	// seatKept is how long a ship waits for an input of its pilot: everybody
	// is to know within 10 s that it is free.
	seatKept = 19 * game.TickRate / 2
	// seatHeld is how long at least the seat of a player with a key is kept for them,
	// unless others need it: their machine may have to start anew.
	seatHeld = 120 * game.TickRate
	// lively is how long a client that is there can be silent. A player who comes when
	// their ship has been silent for longer has lost the link, whether the host has
	// noticed that or not.
	lively = 2 * game.TickRate
)

// silent reports whether a peer has said nothing for so long that its link
// should be cut. A client that is there after all makes another.
func (p *peer) silent(tick game.Tick, now time.Time) bool {
	if p.pilot == nil {
		return now.Sub(p.since) > greeting && !p.busy(now)
	}
	return tick-p.pilot.heardAt >= linkKept || p.pilot.overdue(tick)
}

// overdue reports whether the pilot has left their ship alone for too long.
func (p *pilot) overdue(tick game.Tick) bool {
	return p.seated() && !p.is(proto.BotPilot) && tick-p.Inputs.CameAt >= seatKept
}

// gone reports whether nobody is there for the pilot's ship.
func (p *pilot) gone(present game.Tick) bool { return p.is(proto.Away) || present-p.heardAt >= lively }

// relieve frees the seats of those who are overdue. Where the seat is kept, or a bot
// would be wanted instead, that flies the same ship on.
func (m *liveMatch) relieve() {
	for _, p := range slices.Backward(m.pilots) {
		p.Kept = p.Kept && m.World.Tick-p.Inputs.CameAt < seatHeld
		if !p.overdue(m.World.Tick) {
			continue
		}
		if humans, bots := m.count(); p.Identity != "" || bots < m.botsWanted(humans-1) {
			m.replace(p)
		} else {
			m.part(p, "silent for too long")
		}
	}
}

// replace lets a bot stand in for a pilot until they return.
func (m *liveMatch) replace(p *pilot) {
	p.set(proto.BotPilot|proto.Away, true)
	p.set(proto.Ready, false)
	p.Kept = p.Identity != ""
	p.Ping = 0
	p.train(m.standInSkill(), m.Random.Uint64())
	m.stale = true
	m.log.Info("a bot stands in", "name", p.Name)
	m.announce(p, p.Name+"'s ship is flown by a bot")
}
