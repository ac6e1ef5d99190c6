package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// startRound begins a match in a new World, with everybody who is there.
func (m *liveMatch) startRound(s *game.Setup) {
	m.begin(s)
	m.closeBallot()
	if m.Scenario != nil {
		m.recast()
	} else {
		m.trainBots()
	}
	m.assignTeams()
	m.reseat()
	m.stale, m.recolour = true, true // somebody may have left with a colour that another wants
	m.started()
	m.log.Info("match starts", "round", m.Number, "arena", s.Arena.Name, "mode", s.Mode.Name())
}

// assignTeams puts everybody into a team that the mode has: the players first, so
// that the bots make up for what they lack.
func (m *liveMatch) assignTeams() {
	for _, bots := range []bool{false, true} {
		for _, p := range m.seats {
			if p != nil && p.is(proto.BotPilot) == bots {
				m.assign(p)
			}
		}
	}
}

// assign makes the pilot fit for the setup.
func (m *liveMatch) assign(p *pilot) {
	p.set(proto.Ready, false)
	if !m.Setup.Mode.HasTeam(p.Team) {
		p.Team = m.smallerTeam(m.Setup.Mode)
	}
	p.Class = min(p.Class, uint8(len(m.Setup.Classes)-1))
	p.Weapon = min(p.Weapon, uint8(len(m.Setup.Weapons)-1))
}

// changeTeams lets those who chose another team go over to it while they are
// not in space.
func (m *liveMatch) changeTeams() {
	for slot, p := range m.seats {
		ship := &m.World.Ships[slot]
		if p != nil && ship.State == game.Dead && ship.Team != p.Team {
			m.choose(p)
		}
	}
}

// advanceRound starts a match for which all are ready, and follows one that is
// over by the next: at once if all are ready, and then without another lobby. It reports whether this
// tick was the last of a match.
func (m *liveMatch) advanceRound() (over bool) {
	switch {
	case m.World.Status == game.Waiting && m.allReady():
		m.order(game.OrderStart)
	case m.World.Status != game.Closed:
	case m.OverAt == 0:
		m.OverAt = m.World.Tick
		m.log.Info("match over", "round", m.Number)
		m.notePast()
		m.conclude(true)
		m.openBallot()
		m.unready()
		return true
	case m.allReady():
		m.startRound(m.nextSetup())
		if m.Setup.Lobby {
			m.order(game.OrderStart)
		}
	case m.World.Tick-m.OverAt >= resultsTime:
		m.startRound(m.nextSetup())
	}
	return false
}

// unready has nobody be ready any more.
func (m *liveMatch) unready() {
	for _, p := range m.pilots {
		p.set(proto.Ready, false)
	}
	m.stale = true
}

// nextIn returns how long the results of the match still stand.
func (m *liveMatch) nextIn() game.Tick {
	return resultsTime - min(m.World.Tick-m.OverAt, resultsTime)
}

// nextSetup turns to the match after this, and returns what it is played with.
func (m *liveMatch) nextSetup() *game.Setup {
	if m.Next != nil {
		m.take(*m.Next)
	}
	m.Round++
	if c, ok := m.elected(); ok {
		o := m.Options
		o.Arena, o.Mode = c.Arena, c.Mode
		if s, err := m.setupOf(&o, m.Round); err == nil {
			return s
		}
	}
	return m.roundSetup()
}

// roundSetup returns what the round is played with. If the arena of the options is gone it is
// what was played before.
func (m *liveMatch) roundSetup() *game.Setup {
	if m.Fixed {
		return m.Setup
	}
	s, err := m.setupOf(&m.Options, m.Round)
	if err != nil {
		m.log.Warn("the last arena is played again", "err", err)
		return m.Setup
	}
	return s
}

// take has the options hold from now on.
func (m *liveMatch) take(o MatchOptions) {
	m.Options, m.Next, m.Fixed, m.Scenario = o, nil, false, nil
	m.trainBots()
}

// allReady reports whether every player with a ship wants to start, and there
// is one.
func (m *liveMatch) allReady() bool {
	ready := false
	for _, p := range m.seats {
		if p == nil || p.is(proto.BotPilot) || p.is(proto.Away) {
			continue
		}
		if ready = p.is(proto.Ready); !ready {
			return false
		}
	}
	return ready
}

// roundStarted tells all clients of a round that has begun.
func (h *Host) roundStarted() {
	m := &h.match
	h.history.restart(&m.World)
	for _, p := range h.peers.all {
		p.keyframed = 0
		if p.pilot != nil { // others are told what is played when they come in
			p.say(&proto.MatchStart{Number: m.Number, Slot: p.slot(), Setup: m.Setup})
		}
	}
}
