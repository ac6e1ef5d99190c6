package net

import (
	"cmp"
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// crew is everybody in a match, and which seat each has. What it decides about ships
// it adds to orders.
type crew struct {
	pilots []*pilot // in the order they came
	names  nameSet  // of the pilots
	seats  [game.MaxShips]*pilot
	room   int          // so many seats, the first, are for pilots
	orders []game.Order // for the next tick

	nameQueue
	chatQueue
	choosing int  // pilots who have chosen what is not ordered yet
	recolour bool // a pilot wants another colour and does not have it yet

	lastID uint16
	stale  bool // the clients' rosters are no longer right
}

// enter adds a pilot without a ship.
func (c *crew) enter(name string, flags proto.PilotFlags) *pilot {
	p := &pilot{called: c.names.take(name)}
	p.Pilot = proto.Pilot{ID: c.freeID(), Slot: proto.NoSlot, Flags: flags, Name: p.called.name}
	p.Asked = name
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
	c.names.give(p.called) // their own name is no reason for a number behind it
	p.called = c.names.take(name)
	c.stale = c.stale || p.Name != p.called.name
	p.Name = p.called.name
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

// choose orders what the pilot wants to fly next, once a tick however often they
// change their mind: the orders of a tick must fit into a packet.
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
	c.names.give(p.called)
	p.called = called{}
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

// byToken returns the player who was given the token, or nil.
func (c *crew) byToken(t proto.Token) *pilot {
	proof := proofOf(t)
	for _, p := range c.pilots {
		if p.isPlayer() && p.Proof == proof {
			return p
		}
	}
	return nil
}

// awaited returns the pilot of one of these linked keys who is gone, if their seat is kept:
// of several the one of that name, otherwise the one who was there last. A pilot who is
// there is a player of their own, so that one can play in two windows.
func (c *crew) awaited(keys []string, name string, present game.Tick) (last *pilot) {
	for _, p := range c.pilots {
		if !slices.Contains(keys, p.Identity) || !p.seated() || !p.gone(present) {
			continue
		}
		if p.Name == name {
			return p
		}
		if last == nil || p.Inputs.CameAt > last.Inputs.CameAt {
			last = p
		}
	}
	return last
}

// count returns how many ships are flown by players and by bots. A seat that is kept
// for a player counts as theirs.
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

// players returns how many are no bots, whether or not a bot stands in for them.
func (c *crew) players() (n int) {
	for _, p := range c.pilots {
		if p.isPlayer() {
			n++
		}
	}
	return n
}
