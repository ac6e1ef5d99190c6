package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// startRound begins a match in a new World, with everybody who is there. Ticks
// go on counting, so that no packet of the last match can be taken for one of
// this.
func (h *Host) startRound(s *game.Setup) {
	tick := h.world.Tick
	h.setup = s
	h.world = game.NewWorld(s, h.chance.Uint64())
	h.world.Tick, h.world.Started = tick, tick
	h.overAt = 0
	h.deeds = deeds{}
	h.round++
	h.history.restart(&h.world)
	h.assignTeams()
	h.reseat()
	h.stale = true
	for _, p := range h.peers {
		p.keyframed = 0
		if p.pilot != nil { // who has still to come in is told what is played when he does
			p.say(&proto.MatchStart{Number: h.round, Slot: p.slot(), Setup: s})
		}
	}
	h.log.Info("match starts", "round", h.round, "arena", s.Arena.Name, "mode", s.Mode.Name())
}

// assignTeams puts everybody into a team that the mode has: the humans first, so
// that the bots make up for what they lack.
func (h *Host) assignTeams() {
	for _, bots := range []bool{false, true} {
		for _, p := range h.seats {
			if p != nil && p.is(proto.BotPilot) == bots {
				h.assign(p)
			}
		}
	}
}

// assign makes the pilot fit for the setup.
func (h *Host) assign(p *pilot) {
	p.set(proto.Ready, false)
	if !h.setup.Mode.HasTeam(p.team) {
		p.team = h.smallerTeam(h.setup.Mode)
	}
	p.class = min(p.class, uint8(len(h.setup.Classes)-1))
	p.weapon = min(p.weapon, uint8(len(h.setup.Weapons)-1))
}

// changeTeams lets those who chose another team go over to it while they are
// not in space.
func (h *Host) changeTeams() {
	for slot, p := range h.seats {
		ship := &h.world.Ships[slot]
		if p != nil && ship.State == game.Dead && ship.Team != p.team {
			h.choose(p)
		}
	}
}

// turnRound starts a match for which all are ready, and follows one that is
// over by the next.
func (h *Host) turnRound() {
	switch {
	case h.world.Status == game.Waiting && h.allReady():
		h.order(game.OrderStart)
	case h.world.Status != game.Closed:
	case h.overAt == 0:
		h.overAt = h.world.Tick
		h.broadcast(&proto.MatchOver{NextIn: resultsTime * 10 / game.TickRate})
		h.log.Info("match over", "round", h.round)
		h.conclude(true)
	case h.world.Tick-h.overAt >= resultsTime:
		h.startRound(h.nextSetup())
	}
}

// nextSetup turns to the setup of the match after this.
func (h *Host) nextSetup() *game.Setup {
	if h.coming != nil {
		h.take(*h.coming)
	}
	h.turn++
	return h.terms.Setup(h.turn)
}

// allReady reports whether every human with a ship wants to start, and there
// is one.
func (h *Host) allReady() bool {
	ready := false
	for _, p := range h.seats {
		if p == nil || p.is(proto.BotPilot) || p.is(proto.Away) {
			continue
		}
		if ready = p.is(proto.Ready); !ready {
			return false
		}
	}
	return ready
}
