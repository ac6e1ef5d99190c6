package net

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// What becomes of a pilot who falls silent: first his buttons are let go
// (silence), then his link is cut (linkKept), and then a bot flies his ship or, if he
// is nobody known and no bot is wanted, he loses it (seatKept). For somebody known
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
	// seatHeld is how long at least the seat of somebody known is kept for him,
	// unless others need it: his machine may have to start anew.
	seatHeld = 120 * game.TickRate
	// lively is how long a client that is there can be silent. Whoever comes when
	// his ship has been silent for longer has lost the link, whether the host has
	// noticed that or not.
	lively = 2 * game.TickRate
)

// silent reports whether a peer has said nothing for so long that its link
// should be cut. A client that is there after all makes another.
func (h *Host) silent(p *peer, now time.Time) bool {
	if p.pilot == nil {
		return now.Sub(p.since) > greeting && !p.busy(now)
	}
	return h.world.Tick-p.pilot.heardAt >= linkKept || h.overdue(p.pilot)
}

// overdue reports whether the pilot has left his ship alone for too long.
func (h *Host) overdue(p *pilot) bool {
	return p.seated() && !p.is(proto.BotPilot) && h.world.Tick-p.inputs.cameAt >= seatKept
}

// gone reports whether nobody is there for the pilot's ship.
func (p *pilot) gone(present game.Tick) bool { return p.is(proto.Away) || present-p.heardAt >= lively }

// relieve frees the seats of those who are overdue. Where the seat is kept, or a bot
// would be wanted instead, that flies the same ship on.
func (h *Host) relieve() {
	for _, p := range slices.Backward(h.pilots) {
		p.held = p.held && h.world.Tick-p.inputs.cameAt < seatHeld
		if !h.overdue(p) {
			continue
		}
		if humans, bots := h.count(); p.identity != "" || bots < h.botsWanted(humans-1) {
			h.replace(p)
		} else {
			h.part(p, "silent for too long")
		}
	}
}

// replace lets a bot stand in for a pilot until he returns.
func (h *Host) replace(p *pilot) {
	p.set(proto.BotPilot|proto.Away, true)
	p.set(proto.Ready, false)
	p.held = p.identity != ""
	p.Ping = 0
	p.bot = bot.New(h.terms.Skill, h.chance.Uint64())
	h.stale = true
	h.log.Info("a bot stands in", "name", p.Name)
	h.announce(p, p.Name+"'s ship is flown by a bot")
}
