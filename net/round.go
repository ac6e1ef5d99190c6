package net

import (
	"fmt"
	"net/netip"
	"slices"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// startRound begins a match in a new World, with all pilots.
func (m *liveMatch) startRound(s *game.Setup) {
	m.begin(s)
	m.startAt = 0
	m.startProof()
	m.closeBallot()
	if m.Scenario != nil {
		m.restartBots()
	} else {
		m.trainBots()
	}
	m.fitSeats()
	m.assignTeams()
	m.reseat()
	m.stale, m.recolour = true, true // a wanted colour may be free now
	m.onRound()
	m.reportMatch("start")
	m.log.Info("match starts", "round", m.Number, "arena", s.Arena.Name, "mode", s.Mode.Name())
}

// assignTeams gives all pilots a team that the mode has: players first, so that bots fill up the smaller teams.
func (m *liveMatch) assignTeams() {
	for _, bots := range []bool{false, true} {
		for _, p := range m.seats {
			if p != nil && p.is(proto.BotPilot) == bots {
				m.assign(p)
			}
		}
	}
}

// assign makes the pilot's choices valid for the setup.
func (m *liveMatch) assign(p *pilot) {
	p.set(proto.Ready, false)
	if !m.Setup.HasTeam(p.Team) {
		p.Team = m.smallerTeam(m.Setup, &m.World)
		if p.isBot() {
			m.matchShip(p)
		}
	}
	if !m.Setup.PilotClass(p.Class) {
		p.Class = 0
	}
	if !m.Setup.PilotWeapon(p.Weapon) {
		p.Weapon = 0
	}
}

// changeTeams moves pilots to the team they chose while they are not in space.
func (m *liveMatch) changeTeams() {
	for slot, p := range m.seats {
		ship := &m.World.Ships[slot]
		if p != nil && ship.State == game.Dead && ship.Team != p.Team {
			m.choose(p)
		}
	}
}

// advanceRound starts a match that waits in its lobby, and follows a match that is over by the next: at once, and without a lobby, if all
// are ready. It reports whether this tick was the last of a match.
func (m *liveMatch) advanceRound() (over bool) {
	ready, _ := m.allReady()
	switch {
	case m.World.Status == game.Waiting && !m.lastMatch && m.lobbyDone():
		m.order(game.OrderStart)
	case m.World.Status != game.Closed:
	case m.OverAt == 0:
		m.OverAt = m.World.Tick
		m.log.Info("match over", "round", m.Number)
		m.reportMatch("end")
		m.recordResult()
		m.publishResult(true)
		if !m.lastMatch {
			m.openBallot()
		}
		for _, p := range m.pilots {
			p.set(proto.Ready, false)
		}
		m.stale = true
		return true
	case m.lastMatch:
	case ready:
		m.startRound(m.nextSetup())
		if m.Setup.Lobby {
			m.order(game.OrderStart)
		}
	case m.nextIn() == 0:
		m.startRound(m.nextSetup())
	}
	return false
}

// nextIn returns for how long the results are still shown.
func (m *liveMatch) nextIn() game.Tick {
	shown := m.results
	if m.resultsWait && slices.ContainsFunc(m.seats[:], func(p *pilot) bool { return p != nil && !p.is(proto.BotPilot) && !p.is(proto.Away) }) {
		shown = keyTime
	}
	return shown - min(m.World.Tick-m.OverAt, shown)
}

// nextOptions returns the options of the next match, and its round in them: another rotation starts at its first turn.
func (m *liveMatch) nextOptions() (*MatchOptions, int) {
	if m.Next == nil {
		return &m.Options, m.Round + 1
	}
	if m.Next.Rotation != m.Options.Rotation {
		return m.Next, 0
	}
	return m.Next, m.Round + 1
}

// nextSetup moves to the next match, and returns its setup. The operator's pick is played between two rounds; a match that players have
// elected from a rotation is played in its round, and the rotation continues from there.
func (m *liveMatch) nextSetup() *game.Setup {
	pick := m.Picked
	m.Picked = Candidate{}
	_, round := m.nextOptions()
	if m.Next != nil {
		m.setOptions(*m.Next)
	}
	if pick.Title != "" {
		if s, err := m.setupFor(pick); err == nil {
			m.Round = round - 1
			return s
		}
	}
	m.Round = round
	if c, ok := m.winner(); ok {
		if s, err := m.setupFor(c); err == nil {
			m.Round = max(m.Round, c.Round)
			return s
		}
	}
	return m.roundSetup()
}

// setupFor returns the setup of a candidate, instead of the options' next.
func (m *liveMatch) setupFor(c Candidate) (*game.Setup, error) {
	o := m.Options
	o.Rotation, o.Arena, o.Mode = "", c.Arena, c.Mode
	return m.setupOf(&o, m.Round)
}

// roundSetup returns the setup of the round. If its arena is gone, the former setup is used again.
func (m *liveMatch) roundSetup() *game.Setup {
	if m.Fixed {
		return m.Setup
	}
	s, err := m.setupOf(&m.Options, max(m.Round, 0)) // -1: the match was picked before the first
	if err != nil {
		m.log.Warn("the last arena is played again", "err", err)
		return m.Setup
	}
	return s
}

// setOptions sets the current options.
func (m *liveMatch) setOptions(o MatchOptions) {
	if o.Rotation != m.Options.Rotation {
		m.Round = 0
	}
	m.Options, m.Next, m.Fixed, m.Scenario = o, nil, false, nil
	m.trainBots()
}

// allReady reports whether all players with a ship are ready, at least one, and how many are too idle to wait for.
func (m *liveMatch) allReady() (ready bool, idle int) {
	for _, p := range m.seats {
		switch {
		case p == nil || p.is(proto.BotPilot) || p.is(proto.Away):
		case p.is(proto.Ready):
			ready = true
		case m.World.Tick-p.Stirred >= idleVoter:
			idle++
		default:
			return false, 0
		}
	}
	return ready, idle
}

// halfReady reports whether half of the players with a ship are ready, without idle ones. Players of one address count as one, ready if
// half of them are: it costs nothing to be several.
func (m *liveMatch) halfReady() bool {
	type count struct{ ready, all int }
	sites := map[netip.Prefix]count{}
	for _, p := range m.seats {
		if p == nil || p.is(proto.BotPilot) || p.is(proto.Away) || !p.is(proto.Ready) && m.World.Tick-p.Stirred >= idleVoter {
			continue
		}
		n := sites[link.SiteOf(p.Address)]
		if n.all++; p.is(proto.Ready) {
			n.ready++
		}
		sites[link.SiteOf(p.Address)] = n
	}
	ready := 0
	for _, n := range sites {
		if 2*n.ready >= n.all {
			ready++
		}
	}
	return ready > 0 && 2*ready >= len(sites)
}

// lobbyTime is how long a lobby waits for the others once half of the players are ready.
const lobbyTime = 60 * game.TickRate

// lobbyDone reports whether the match in the lobby starts, and explains to the players why it does not wait for all.
func (m *liveMatch) lobbyDone() bool {
	tick := m.World.Tick
	if ready, idle := m.allReady(); ready {
		if idle > 0 {
			m.notifyAll(fmt.Sprintf("the match starts: all are ready but %d who pressed nothing for a minute", idle))
		}
		return true
	}
	switch {
	case m.startAt == 0 && tick%game.TickRate == 0 && m.halfReady():
		m.startAt = tick + lobbyTime
		m.notifyAll(fmt.Sprintf("half of the players are ready: the match starts in %d s if they stay so", lobbyTime/game.TickRate))
	case m.startAt != 0 && tick >= m.startAt: // not sooner, or switching ready on and off would flood the chat
		m.startAt = 0
		return m.halfReady()
	}
	return false
}

// notifyAll sends a notice to all in the match.
func (m *liveMatch) notifyAll(text string) {
	for _, p := range m.pilots {
		m.notify(p, text)
	}
}

// roundStarted sends a new round to all clients.
func (h *Host) roundStarted() {
	m := &h.match
	h.endMatchPoll()
	h.history.restart(&m.World)
	h.startRecording()
	if h.late != nil {
		h.late.queueRound(&m.Match)
	}
	for _, p := range h.peers.all {
		if p.late {
			continue // it gets that later
		}
		p.keyframed = 0
		if p.pilot != nil { // visitors get the setup in Welcome
			p.send(&proto.MatchStart{Number: m.Number, Slot: p.slot(), Setup: m.Setup})
		}
	}
}

// progress describes the course of the match to strangers, as spectators see it.
func (h *Host) progress() proto.Progress {
	w, setup, number := &h.match.World, h.match.Setup, h.match.Number
	if h.late != nil {
		w, setup, number = &h.late.world, h.late.setup, h.late.number
	}
	p := proto.Progress{Number: number, Left: proto.NoLimit}
	p.Resumed = h.conf.Resumed != nil && h.conf.Resumed.Match.Number == number
	if setup.TimeLimit > 0 {
		p.Left = uint32((w.TimeLeft(setup) + game.TickRate - 1) / game.TickRate)
	}
	return p
}

// matchOver announces the end of the match and, unless it is the last, the time until the next.
func (h *Host) matchOver() *proto.MatchOver {
	if h.match.lastMatch {
		return &proto.MatchOver{}
	}
	return &proto.MatchOver{NextIn: uint16(h.match.nextIn() * 10 / game.TickRate)}
}
