package net

import (
	"fmt"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// idleness is for how long a player has let his ship lie. A program that presses
// something now and then is not idle: it cannot be told from a player.
type idleness struct {
	pressed  game.Input // the last that he held
	stirred  game.Tick  // when that changed, or he did something else
	warnedAt game.Tick  // when he was told that somebody waits for his ship; 0 if nobody does
}

const (
	// idleAfter is how long a player may press nothing new while another waits for a
	// ship, and idleWarning how long before that he is told.
	idleAfter   = 5 * 60 * game.TickRate
	idleWarning = 30 * game.TickRate
)

// note takes what the player holds in a tick.
func (i *idleness) note(in game.Input, tick game.Tick) {
	if in != i.pressed {
		i.pressed = in
		i.stir(tick)
	}
}

// stir notes that the player is there.
func (i *idleness) stir(tick game.Tick) { i.stirred, i.warnedAt = tick, 0 }

// succeed has a pilot who waits take the ship of the one who has let his lie the longest,
// of his own address if that has as many as it may. It reports whether he has it now.
func (h *Host) succeed(p *pilot, crowded bool, wanted map[*pilot]bool) bool {
	idler := h.idlest(p, crowded, wanted)
	if idler == nil {
		return false
	}
	wanted[idler] = true
	switch tick := h.world.Tick; {
	case idler.warnedAt == 0:
		idler.warnedAt = tick
		h.tellPilot(idler, fmt.Sprintf("Still there? Press a key or you will be a spectator in %d s: a player waits for a ship",
			idleWarning/game.TickRate))
	case tick-idler.warnedAt >= idleWarning:
		h.log.Info("idle", "name", idler.Name, "for", p.Name)
		h.unseat(idler)
		h.tellSeat(idler, proto.SpawnIdle)
		return !h.crowded(p) && h.seatNow(p)
	}
	return false
}

// idlest returns who should give way to a pilot that waits, or nil. The player who
// hosts never does.
func (h *Host) idlest(p *pilot, crowded bool, wanted map[*pilot]bool) (idlest *pilot) {
	for _, q := range h.seats {
		switch {
		case q == nil || q.is(proto.BotPilot) || wanted[q] || q.address == link.Here:
		case crowded && link.SiteOf(q.address) != link.SiteOf(p.address):
		case h.world.Tick-q.stirred < idleAfter-idleWarning:
		case idlest == nil || q.stirred < idlest.stirred:
			idlest = q
		}
	}
	return idlest
}

// tellPilot tells one pilot something in a notice of the host's.
func (h *Host) tellPilot(p *pilot, text string) {
	if peer := h.peerOf(p); peer != nil {
		peer.say(&proto.Chat{Pilot: proto.Notice, Text: text})
	}
}
