package net

import (
	"math/rand/v2"
	"slices"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// crew is everybody in a match and who sits where. What it decides about ships
// it adds to orders.
type crew struct {
	pilots []*pilot // in the order they came
	names  names    // of the pilots
	seats  [game.MaxShips]*pilot
	orders []game.Order // for the next tick

	renames  allowance // of names, in all
	renaming int       // pilots who want another name
	choosing int       // pilots who have chosen what is not ordered yet

	chatted allowance // in all
	lines   int       // of chat that wait
	newest  bool      // newcomers had the last turn where regulars wanted to talk too
	lastID  uint16
	stale   bool // the clients' rosters are no longer right
}

// enter adds a pilot without a ship.
func (c *crew) enter(name string, flags proto.PilotFlags) *pilot {
	p := &pilot{Pilot: proto.Pilot{ID: c.freeID(), Slot: proto.NoSlot, Flags: flags}, called: c.names.take(name), asked: name}
	p.Name = p.called.name
	c.pilots = append(c.pilots, p)
	c.stale = true
	return p
}

// freeID returns the next number by which nobody is known.
func (c *crew) freeID() uint16 {
	for {
		c.lastID++
		known := slices.ContainsFunc(c.pilots, func(p *pilot) bool { return p.ID == c.lastID })
		if !known && c.lastID != 0 && c.lastID != proto.Notice {
			return c.lastID
		}
	}
}

// rename gives a pilot another name.
func (c *crew) rename(p *pilot, name string) {
	if name == p.Name {
		return
	}
	c.names.give(p.called) // his own name is no reason for a number behind it
	p.called = c.names.take(name)
	c.stale = c.stale || p.Name != p.called.name
	p.Name = p.called.name
}

// botName returns one of the names, one that nobody has as long as there is one.
func (c *crew) botName(names []string, chance *rand.Rand) string {
	first := chance.IntN(len(names))
	for i := range names {
		if name := names[(first+i)%len(names)]; !c.names.has(name) {
			return name
		}
	}
	return names[first]
}

// seat gives the pilot a ship, and reports whether a slot was free.
func (c *crew) seat(p *pilot) bool {
	slot := slices.Index(c.seats[:], nil)
	if slot < 0 {
		return false
	}
	p.Slot = uint8(slot)
	c.seats[slot] = p
	c.orders = append(c.orders, p.order(game.OrderJoin))
	c.stale = true
	return true
}

// choose orders what the pilot wants to fly next, once a tick however often he
// changes his mind: the orders of a tick must fit into a packet.
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

// leave takes the pilot and his ship out of the match.
func (c *crew) leave(p *pilot) {
	if p.seated() {
		c.seats[p.Slot] = nil
		c.orders = append(c.orders, p.order(game.OrderLeave))
		p.Slot = proto.NoSlot
	}
	c.pilots = slices.DeleteFunc(c.pilots, func(q *pilot) bool { return q == p })
	c.names.give(p.called)
	p.called = called{}
	c.forgetLines(p)
	if p.wants != "" {
		p.wants = ""
		c.renaming--
	}
	if p.choosing {
		p.choosing = false
		c.choosing--
	}
	c.stale = true
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

// byToken returns the human who was given the token, or nil.
func (c *crew) byToken(t proto.Token) *pilot {
	for _, p := range c.pilots {
		if p.token == t && t != (proto.Token{}) {
			return p
		}
	}
	return nil
}

// awaited returns the pilot of one of these identities who is gone, if his seat waits for him:
// of several the one of that name, otherwise the one who was there last. Who is
// there is a player of his own, so that one can play in two windows.
func (c *crew) awaited(kin []string, name string, present game.Tick) (last *pilot) {
	for _, p := range c.pilots {
		if !slices.Contains(kin, p.identity) || !p.seated() || !p.gone(present) {
			continue
		}
		if p.Name == name {
			return p
		}
		if last == nil || p.inputs.cameAt > last.inputs.cameAt {
			last = p
		}
	}
	return last
}

// longestAway returns the stand-in whose pilot has been gone for the longest, or
// nil. Seats that are kept for somebody are either all that is looked at, or left
// out.
func (c *crew) longestAway(held bool) (longest *pilot) {
	for _, p := range c.pilots {
		if p.standIn() && p.held == held && (longest == nil || p.inputs.cameAt < longest.inputs.cameAt) {
			longest = p
		}
	}
	return longest
}

// spareBot returns the bot that should leave first, or nil: a stand-in if there
// is one, otherwise the last that came in the largest of the bots' teams. Only if
// there is none of either it is one that keeps a seat.
func (c *crew) spareBot() (spare *pilot) {
	if p := c.longestAway(false); p != nil {
		return p
	}
	sizes, _ := c.teamSizes()
	for _, p := range slices.Backward(c.pilots) {
		if p.isBot() && (spare == nil || sizes[p.team] > sizes[spare.team]) {
			spare = p
		}
	}
	if spare == nil {
		return c.longestAway(true)
	}
	return spare
}

// count returns how many ships are flown by humans and by bots. A seat that is kept
// for a human is his.
func (c *crew) count() (humans, bots int) {
	for _, p := range c.seats {
		switch {
		case p == nil:
		case p.isBot():
			bots++
		default:
			humans++
		}
	}
	return humans, bots
}

// people returns how many are no bots, whoever flies for them now.
func (c *crew) people() (n int) {
	for _, p := range c.pilots {
		if p.token != (proto.Token{}) {
			n++
		}
	}
	return n
}

// smallerTeam returns the team that a newcomer should join: 0 where there are
// none. Of equal ones it is that of the stand-in who will make room for him, or
// else that with fewer humans, since other bots make room in the larger team.
func (c *crew) smallerTeam(mode game.Mode) uint8 {
	if mode.Teams() == 0 {
		return 0
	}
	ships, humans := c.teamSizes()
	first, second := ships[1], ships[2]
	if first == second {
		if p := c.longestAway(false); p != nil && mode.HasTeam(p.team) {
			return p.team
		}
		first, second = humans[1], humans[2]
	}
	if second < first {
		return 2
	}
	return 1
}

// teamSizes counts all ships, and those of humans, by team; at 0 are those
// without one.
func (c *crew) teamSizes() (ships, humans [3]int) {
	for _, p := range c.seats {
		if p != nil {
			ships[p.team]++
		}
		if p != nil && !p.isBot() {
			humans[p.team]++
		}
	}
	return ships, humans
}

// addBot lets a bot enter and gives it a ship, if there is room.
func (c *crew) addBot(s *game.Setup, names []string, skill int, chance *rand.Rand) bool {
	p := c.enter(c.botName(names, chance), proto.BotPilot)
	p.bot = bot.New(skill, chance.Uint64())
	p.class = uint8(chance.IntN(len(s.Classes)))
	p.weapon = uint8(chance.IntN(len(s.Weapons)))
	p.team = c.smallerTeam(s.Mode)
	if !c.seat(p) {
		c.leave(p)
		return false
	}
	return true
}
