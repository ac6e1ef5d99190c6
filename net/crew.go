package net

import (
	"cmp"
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// crew is the pilots of a match and their seats. It adds its decisions about ships to orders.
type crew struct {
	pilots []*pilot // in the order in which they joined
	names  nameSet  // of the pilots
	seats  [game.MaxShips]*pilot
	room   int          // number of seats for pilots; they come first
	orders []game.Order // for the next tick

	nameQueue
	chatQueue
	choosing int  // pilots with a choice that is not ordered yet
	recolour bool // a pilot waits for another colour

	lastID uint16
	stale  bool // the clients' rosters are out of date
}

func (c *crew) enter(name string, flags proto.PilotFlags) *pilot {
	p := &pilot{unique: c.names.add(name)}
	p.Pilot = proto.Pilot{ID: c.freeID(), Slot: proto.NoSlot, Flags: flags, Name: p.unique.name}
	p.Asked = name
	c.pilots = append(c.pilots, p)
	c.stale = true
	return p
}

// freeID returns the next free id.
func (c *crew) freeID() uint16 {
	for {
		c.lastID++
		known := slices.ContainsFunc(c.pilots, func(p *pilot) bool { return p.ID == c.lastID })
		if !known && c.lastID != 0 && c.lastID != proto.Notice {
			return c.lastID
		}
	}
}

func (c *crew) rename(p *pilot, name string) {
	if name == p.Name {
		return
	}
	c.names.release(p.unique) // first, so that their own name needs no number
	p.unique = c.names.add(name)
	c.stale = c.stale || p.Name != p.unique.name
	p.Name = p.unique.name
}

// seat gives the pilot a ship, and reports whether a slot was free.
func (c *crew) seat(p *pilot) bool {
	slot := slices.Index(c.seats[:cmp.Or(c.room, game.MaxShips)], nil)
	if slot < 0 {
		return false
	}
	p.Slot = uint8(slot)
	c.seats[slot] = p
	c.colour(p)
	c.orders = append(c.orders, p.order(game.OrderJoin))
	c.stale = true
	return true
}

// choose orders the pilot's choice for their next ship, at most once a tick: the orders of a tick must fit into a packet.
func (c *crew) choose(p *pilot) {
	order := p.order(game.OrderChoose)
	for i := range c.orders {
		if c.orders[i].Kind == order.Kind && c.orders[i].Slot == order.Slot {
			c.orders[i] = order
			return
		}
	}
	c.orders = append(c.orders, order)
}

// leave takes the pilot and their ship out of the match.
func (c *crew) leave(p *pilot) {
	c.vacate(p)
	c.pilots = slices.DeleteFunc(c.pilots, func(q *pilot) bool { return q == p })
	c.names.release(p.unique)
	p.unique = uniqueName{}
	c.chatQueue.forget(p)
	c.nameQueue.forget(p)
	c.stale = true
}

// vacate takes the pilot's ship out of the match, if there is one.
func (c *crew) vacate(p *pilot) {
	if p.seated() {
		c.seats[p.Slot] = nil
		p.Colour = 0
		c.orders = append(c.orders, p.order(game.OrderLeave))
		p.Slot = proto.NoSlot
		c.stale = true
	}
	p.Vote = 0
	if p.Choosing {
		p.Choosing = false
		c.choosing--
	}
}

// reseat orders all ships into a new World.
func (c *crew) reseat() {
	c.orders = c.orders[:0]
	for _, p := range c.seats {
		if p != nil {
			c.orders = append(c.orders, p.order(game.OrderJoin))
		}
	}
}

// withToken returns the player with the token, or nil.
func (c *crew) withToken(t proto.Token) *pilot {
	proof := proofOf(t)
	for _, p := range c.pilots {
		if p.isPlayer() && p.Proof == proof {
			return p
		}
	}
	return nil
}

// returningByKey returns an absent pilot with one of these keys and a kept seat: the one of that name, else the one that was last there. A
// pilot that is present is another player, so that one person can play in two windows.
func (c *crew) returningByKey(keys []string, name string, present game.Tick) (last *pilot) {
	for _, p := range c.pilots {
		if !slices.Contains(keys, p.Identity) || !p.seated() || !p.absent(present) {
			continue
		}
		if p.Name == name {
			return p
		}
		if last == nil || p.Inputs.ReceivedAt > last.Inputs.ReceivedAt {
			last = p
		}
	}
	return last
}

// count returns the number of ships of players and of bots. A kept seat counts as its player's.
func (c *crew) count() (players, bots int) {
	for _, p := range c.seats {
		switch {
		case p == nil:
		case p.isBot():
			bots++
		default:
			players++
		}
	}
	return players, bots
}

// players returns the number of players, including those with a substitute.
func (c *crew) players() int { return countIf(c.pilots, func(p *pilot) bool { return p.isPlayer() }) }

// countIf returns the number of elements for which is returns true.
func countIf[T any](list []T, is func(T) bool) (n int) {
	for _, v := range list {
		if is(v) {
			n++
		}
	}
	return n
}

// fitSeats moves the pilots to the seats that the mode has, players before bots. A player without one waits.
func (m *liveMatch) fitSeats() {
	m.room = m.Setup.Mode.Pilots()
	for _, p := range slices.Backward(m.seats[:]) {
		if p != nil && p.isBot() && m.seated() > m.room {
			m.leave(p)
		}
	}
	for slot := m.room; slot < game.MaxShips; slot++ {
		p := m.seats[slot]
		if p == nil {
			continue
		}
		if free := slices.Index(m.seats[:m.room], nil); free >= 0 {
			m.seats[slot], m.seats[free] = nil, p
			p.Slot = uint8(free)
			m.stale = true
			continue
		}
		m.unseat(p)
		m.wait(p)
	}
}

// reserved reports whether a pilot may have a reserved seat.
func (m *liveMatch) reserved(p *pilot) bool {
	return holds(m.access.Reserved, p.Address, m.keysOf(p.Identity))
}

// full reports whether other players have all seats that a player without one may have: see Access.
func (m *liveMatch) full(p *pilot) bool {
	players, others := 0, 0 // others have no key for a reserved seat
	for _, q := range m.seats {
		if q != nil && q != p && !q.isBot() {
			players++
			if m.access.Reserve > 0 && !m.reserved(q) {
				others++
			}
		}
	}
	a, most := m.access, min(cmp.Or(m.access.MaxPlayers, m.room), m.room)
	return a.MaxPlayers > 0 && players >= most || a.Reserve > 0 && others >= most-a.Reserve && !m.reserved(p)
}

// seated returns the number of taken seats.
func (c *crew) seated() int { return countIf(c.seats[:], func(p *pilot) bool { return p != nil }) }

// smallerTeam returns the team for a newcomer; 0 without teams. Of equal ones it is that of the substitute that makes room, or else the one
// with fewer players, as other bots make room in the larger team, or else the one with the lower score.
func (c *crew) smallerTeam(s *game.Setup, w *game.World) uint8 {
	if s.PilotTeams() == 0 {
		return 0
	}
	ships, players := c.teamSizes()
	scores := pilotScores(w)
	best := uint8(1)
	for team := uint8(2); s.HasTeam(team); team++ {
		if cmp.Or(cmp.Compare(ships[team], ships[best]), cmp.Compare(players[team], players[best]), cmp.Compare(scores[team], scores[best])) < 0 {
			best = team
		}
	}
	if p := c.longestAway(false); p != nil && s.HasTeam(p.Team) && ships[p.Team] == ships[best] {
		return p.Team
	}
	return best
}

// pilotScores sums up the scores of the pilots by team.
func pilotScores(w *game.World) (scores [game.MaxTeams + 1]int32) {
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != game.Empty && int(ship.Team) < len(scores) {
			scores[ship.Team] += ship.Score
		}
	}
	return scores
}

// maxTeamDifference is by how many ships a player may make a team larger than another.
const maxTeamDifference = 1

// requestTeam moves a pilot to the team they want, unless that makes it too large. A bot of that team moves in return, if there is one. If
// refused the pilot gets a notice.
func (m *liveMatch) requestTeam(p *pilot, want uint8) {
	if want == 0 || want == p.Team || !m.Setup.HasTeam(want) {
		return
	}
	ships, _ := m.teamSizes()
	if p.seated() {
		ships[p.Team]--
	}
	ships[want]++
	least := want
	for team := uint8(1); m.Setup.HasTeam(team); team++ {
		if ships[team] < ships[least] {
			least = team
		}
	}
	if ships[want]-ships[least] > maxTeamDifference && !m.moveBot(want, least) {
		m.notify(p, "Team "+string('A'+want-1)+" is full: the teams may differ by one ship")
		return
	}
	p.Team = want
}

// moveBot moves a bot to another team, and reports whether there was one.
func (m *liveMatch) moveBot(from, to uint8) bool {
	for _, p := range slices.Backward(m.pilots) {
		if p.isBot() && p.seated() && p.Team == from {
			p.Team = to
			return true
		}
	}
	return false
}

// teamSizes counts ships, and players' ships, by team; at 0 those without one.
func (c *crew) teamSizes() (ships, players [game.MaxTeams + 1]int) {
	for _, p := range c.seats {
		if p != nil {
			ships[p.Team]++
		}
		if p != nil && !p.isBot() {
			players[p.Team]++
		}
	}
	return ships, players
}

// chooseEvery is the minimum between two orders of a pilot's choice, as each is sent to all.
const chooseEvery = game.TickRate / 2

// requestChoice orders a pilot's choice for their next ship when it is their turn. The last choice counts.
func (m *liveMatch) requestChoice(p *pilot) {
	if !p.Choosing {
		p.Choosing = true
		m.choosing++
	}
	m.orderChoices()
}

// orderChoices orders the choices that are due.
func (m *liveMatch) orderChoices() {
	if m.choosing == 0 {
		return
	}
	for _, p := range m.seats {
		if p != nil && p.Choosing && (p.Chose == 0 || m.World.Tick-p.Chose >= chooseEvery) {
			if m.Scenario != nil && m.Scenario.Instant {
				m.orders = append(m.orders, game.Order{Kind: game.OrderLeave, Slot: p.Slot}, p.order(game.OrderJoin))
			} else {
				m.choose(p)
			}
			p.Choosing, p.Chose = false, max(m.World.Tick, 1)
			m.choosing--
		}
	}
}
