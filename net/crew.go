package net

import (
	"fmt"
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
	seats  [game.MaxShips]*pilot
	orders []game.Order // for the next tick
	lastID uint16
	stale  bool // the clients' rosters are no longer right
}

// enter adds a pilot without a ship.
func (c *crew) enter(name string, flags proto.PilotFlags) *pilot {
	c.lastID++
	p := &pilot{Pilot: proto.Pilot{ID: c.lastID, Slot: proto.NoSlot, Flags: flags, Name: c.freeName(name)}}
	c.pilots = append(c.pilots, p)
	c.stale = true
	return p
}

// freeName returns the name, with a number behind it if somebody has it.
func (c *crew) freeName(name string) string {
	free := name
	for n := 2; slices.ContainsFunc(c.pilots, func(p *pilot) bool { return p.Name == free }); n++ {
		suffix := fmt.Sprintf(" %d", n)
		runes := []rune(name)
		free = string(runes[:min(len(runes), proto.MaxName-len(suffix))]) + suffix
	}
	return free
}

// seat gives the pilot a ship. If all slots are taken a bot makes room; it
// reports whether there was one.
func (c *crew) seat(p *pilot) bool {
	slot := slices.Index(c.seats[:], nil)
	if slot < 0 {
		last := c.lastBot()
		if last == nil || p.is(proto.BotPilot) {
			return false
		}
		slot = int(last.Slot)
		c.leave(last)
	}
	p.Slot = uint8(slot)
	c.seats[slot] = p
	c.orders = append(c.orders, p.order(game.OrderJoin))
	c.stale = true
	return true
}

// leave takes the pilot and his ship out of the match.
func (c *crew) leave(p *pilot) {
	if p.seated() {
		c.seats[p.Slot] = nil
		c.orders = append(c.orders, p.order(game.OrderLeave))
		p.Slot = proto.NoSlot
	}
	c.pilots = slices.DeleteFunc(c.pilots, func(q *pilot) bool { return q == p })
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
		if !p.is(proto.BotPilot) && p.token == t && t != (proto.Token{}) {
			return p
		}
	}
	return nil
}

func (c *crew) lastBot() *pilot {
	for _, p := range slices.Backward(c.pilots) {
		if p.is(proto.BotPilot) {
			return p
		}
	}
	return nil
}

// count returns how many ships are flown by humans and by bots.
func (c *crew) count() (humans, bots int) {
	for _, p := range c.seats {
		switch {
		case p == nil:
		case p.is(proto.BotPilot):
			bots++
		default:
			humans++
		}
	}
	return humans, bots
}

// smallerTeam returns the team that a newcomer should join: 0 where there are
// none.
func (c *crew) smallerTeam(mode game.Mode) uint8 {
	if mode.Teams() == 0 {
		return 0
	}
	sizes := make([]int, mode.Teams()+1)
	for _, p := range c.seats {
		if p != nil {
			sizes[p.team]++
		}
	}
	best := uint8(1)
	for team := range sizes[1:] {
		if sizes[team+1] < sizes[best] {
			best = uint8(team + 1)
		}
	}
	return best
}

// addBot lets a bot enter and gives it a ship, if there is room.
func (c *crew) addBot(s *game.Setup, names []string, skill int, chance *rand.Rand) bool {
	p := c.enter(names[chance.IntN(len(names))], proto.BotPilot)
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
