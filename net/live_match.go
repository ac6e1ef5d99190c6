package net

import (
	"log/slog"

	"dogfight/game"
	"dogfight/proto"
)

// liveMatch is a Match that is played: its World, its pilots and its rounds. It knows
// neither links nor time. What others are to be told it hands to the functions that its
// owner has set.
type liveMatch struct {
	Match // but for Seats, LastID and Orders, which are the crew's while it is played
	crew
	events game.Events // of the last tick
	proof  proof
	camera camera

	last    bool      // no other match is to follow
	startAt game.Tick // when the lobby is over without those who are not ready; 0: not yet decided

	flown  uint64 // ticks of players
	missed uint64 // among them with another input than was pressed, as it turned out later

	// Static after construction.
	botNames []string
	results  game.Tick // how long they are shown
	setupOf  func(o *MatchOptions, round int) (*game.Setup, error)
	log      *slog.Logger
	announce func(but *pilot, text string) // that a pilot came or went
	tell     func(to *pilot, text string)
	started  func()       // a round has begun
	ended    func(Result) // nil: nobody wants to know
}

// step makes the next World, and returns the orders that led to it. They are good until
// the next order is given.
func (m *liveMatch) step() (orders []game.Order) {
	m.events.List = m.events.List[:0]
	m.World.Step(m.Setup, m.orders, &m.events)
	m.Tally.Add(m.Setup, &m.World, m.events.List)
	orders, m.orders = m.orders, m.orders[:0]
	return orders
}

// decideInputs orders what every pilot holds in the coming tick, where it is
// something new.
func (m *liveMatch) decideInputs() {
	coming := m.World.Tick + 1
	for slot, p := range m.seats {
		if p == nil || m.World.Ships[slot].State == game.Empty {
			continue
		}
		var in game.Input
		if p.is(proto.BotPilot) {
			in = p.flyBot(&m.World, m.Setup, slot, m.Peaceful)
		} else {
			in = p.Inputs.take(coming)
			p.note(in, coming)
			m.flown++
		}
		if ship := &m.World.Ships[slot]; in != ship.Input && ship.AcceptsInput() {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
		}
	}
}

// join adds a player without a ship, who comes from an address.
func (m *liveMatch) join(name, identity, from string) *pilot {
	p := m.enter(name, 0)
	p.giveToken()
	p.Came, p.talk.last, p.watchesSince = m.World.Tick, m.World.Tick, m.World.Tick
	p.Identity = identity
	m.log.Info("pilot joined", "name", p.Name, "from", from, "identity", p.Identity)
	m.announce(p, p.Name+" has joined")
	return p
}

// returning returns the pilot who comes back with a hello, by token or else by one of
// these keys, or nil.
func (m *liveMatch) returning(hello *proto.Hello, keys []string, name string) *pilot {
	if p := m.byToken(hello.Token); p != nil || hello.Purpose != proto.Play {
		return p
	}
	return m.awaited(keys, name, m.World.Tick)
}

// reclaimSeat gives a pilot who comes back their seat again. The token proves who they
// are, and so does their key once nothing is heard of them.
func (m *liveMatch) reclaimSeat(p *pilot, token proto.Token, from string) {
	p.knowToken(token)
	p.set(proto.Away|proto.BotPilot, false)
	p.Kept = false
	p.Inputs = inputQueue{CameAt: m.World.Tick}
	m.log.Info("pilot is back", "name", p.Name, "from", from)
	m.announce(p, p.Name+" is back")
}

// lose notes that a pilot's link is down. A pilot without a ship leaves by that.
func (m *liveMatch) lose(p *pilot, why error) {
	if !p.seated() {
		m.part(p, "link lost")
		return
	}
	p.set(proto.Away, true)
	m.stale = true
	m.log.Info("link lost", "name", p.Name, "err", why)
	m.announce(p, p.Name+" has lost the link")
}

// part takes leave of a pilot.
func (m *liveMatch) part(p *pilot, why string) {
	m.leave(p)
	m.log.Info("pilot left", "name", p.Name, "why", why)
	m.announce(nil, p.Name+" has left")
}

// leave lets a pilot go, and remembers what they have done.
func (m *liveMatch) leave(p *pilot) {
	m.unseat(p)
	m.crew.leave(p)
}

// spawn gives a pilot a ship, or notes what they want to fly next. Crowded is asked
// whether others from their address have too many.
func (m *liveMatch) spawn(p *pilot, want *proto.Spawn, crowded func(*pilot) bool) proto.SpawnStatus {
	switch {
	case !m.Setup.PilotWeapon(want.Weapon):
		return proto.SpawnBadWeapon
	case !m.Setup.PilotClass(want.Class):
		return proto.SpawnBadClass
	}
	if m.requestName(p, want.Name) != nil {
		return proto.SpawnBadName
	}
	p.Class, p.Weapon = want.Class, want.Weapon
	m.requestColour(p, want.Colour)
	if !m.Setup.HasTeam(p.Team) {
		p.Team = m.smallerTeam(m.Setup, &m.World)
	}
	m.requestTeam(p, want.Team)
	switch {
	case p.seated():
		m.requestChoice(p)
	case crowded(p):
		m.wait(p)
		return proto.SpawnCrowded
	case !m.seatNow(p):
		m.wait(p)
		return proto.SpawnFull
	}
	return proto.SpawnOK
}

// seatNow gives the pilot a ship if there is one for them.
func (m *liveMatch) seatNow(p *pilot) bool {
	m.assign(p) // they may have chosen for an earlier match
	if !m.seat(p) && !(m.makeRoom() && m.seat(p)) {
		return false
	}
	p.Came, p.Inputs.CameAt, p.waitsSince = m.World.Tick, m.World.Tick, 0
	p.stir(m.World.Tick)
	return true
}

// wait has a pilot wait for a ship.
func (m *liveMatch) wait(p *pilot) {
	if p.waitsSince == 0 {
		p.waitsSince = m.World.Tick
	}
}

// orderIn gives the coming tick an order to the whole match if it is in the status.
func (m *liveMatch) orderIn(status game.Status, kind game.OrderKind, otherwise error) error {
	if m.World.Status != status {
		return otherwise
	}
	m.order(kind)
	return nil
}

// info describes the match to strangers.
func (m *liveMatch) info(title string) proto.Info {
	players, bots := m.count()
	return proto.Info{
		Version: proto.Version, Title: title,
		Arena: m.Setup.Arena.Name, Mode: m.Setup.Mode,
		Players: uint16(players), Bots: uint16(bots), Slots: uint16(m.Setup.Mode.Pilots()),
		TickRate: game.TickRate,
	}
}
