package net

import (
	"fmt"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// idleness is for how long a player has left their ship alone. A program that presses
// something now and then is not idle: it cannot be told from a player.
type idleness struct {
	Pressed  game.Input // the last that they held
	Stirred  game.Tick  // when that changed, or they did something else
	WarnedAt game.Tick  // when they were told that another player waits for their ship; 0 if none does
}

const (
	// idleAfter is how long a player may press nothing new while another waits for a
	// ship, and idleWarning how long before that they are told.
	idleAfter   = 5 * 60 * game.TickRate
	idleWarning = 30 * game.TickRate
)

// note takes what the player holds in a tick.
func (i *idleness) note(in game.Input, tick game.Tick) {
	if in != i.Pressed {
		i.Pressed = in
		i.stir(tick)
	}
}

// stir notes that the player is there.
func (i *idleness) stir(tick game.Tick) { i.Stirred, i.WarnedAt = tick, 0 }

// seatWaiting gives ships to those who wait, the one who waits longest first: those
// that are free, and those of players who have been idle for long.
func (h *Host) seatWaiting() {
	m := &h.match
	if m.World.Tick%game.TickRate != 0 || h.Draining() {
		return
	}
	wanted := map[*pilot]bool{} // who is to give way
	for _, p := range h.peers.waiting() {
		crowded := h.admission.crowded(p, &m.seats)
		seated := !crowded && m.seatNow(p)
		if !seated {
			if idler := m.displace(p, crowded, wanted); idler != nil {
				h.peers.say(idler, &proto.SpawnResult{Status: proto.SpawnIdle, Slot: idler.Slot})
				seated = !h.admission.crowded(p, &m.seats) && m.seatNow(p)
			}
		}
		if seated {
			if peer := h.peers.of(p); peer != nil {
				h.place(peer)
			}
			h.peers.say(p, &proto.SpawnResult{Status: proto.SpawnOK, Slot: p.Slot})
		}
	}
	m.forgetWarnings(wanted)
}

// displace takes the ship of the player who has been idle for longest, after a warning, since
// a pilot waits: of those at the pilot's own address if that has as many ships as it may. It
// returns who lost a ship, or nil.
func (m *liveMatch) displace(p *pilot, crowded bool, wanted map[*pilot]bool) (idler *pilot) {
	if idler = m.idlest(p, crowded, wanted); idler == nil {
		return nil
	}
	wanted[idler] = true
	switch tick := m.World.Tick; {
	case idler.WarnedAt == 0:
		idler.WarnedAt = tick
		m.tell(idler, fmt.Sprintf("Still there? Press a key or you will be a spectator in %d s: a player waits for a ship",
			idleWarning/game.TickRate))
	case tick-idler.WarnedAt >= idleWarning:
		m.log.Info("idle", "name", idler.Name, "for", p.Name)
		m.unseat(idler)
		return idler
	}
	return nil
}

// idlest returns the player who should give way to a pilot that waits, or nil. The player who
// hosts never does.
func (m *liveMatch) idlest(p *pilot, crowded bool, wanted map[*pilot]bool) (idlest *pilot) {
	for _, q := range m.seats {
		switch {
		case q == nil || q.is(proto.BotPilot) || wanted[q] || q.Address == link.Here:
		case crowded && link.SiteOf(q.Address) != link.SiteOf(p.Address):
		case m.World.Tick-q.Stirred < idleAfter-idleWarning:
		case idlest == nil || q.Stirred < idlest.Stirred:
			idlest = q
		}
	}
	return idlest
}

// forgetWarnings forgets those of all whose ship nobody wants now.
func (c *crew) forgetWarnings(wanted map[*pilot]bool) {
	for _, p := range c.pilots {
		if !wanted[p] {
			p.WarnedAt = 0
		}
	}
}
