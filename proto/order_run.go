package proto

import "dogfight/game"

// appendOrderRun appends the orders of consecutive ticks. How they are packed is
// the business of this file alone.
func appendOrderRun(b []byte, ticks [][]game.Order) []byte {
	c := coder{b: b}
	for _, orders := range ticks {
		for i := range orders {
			c.flag(true)
			c.order(&orders[i])
		}
		c.flag(false)
	}
	c.finish()
	return c.b
}

// orderRun reads what appendOrderRun appended, tick by tick.
type orderRun struct {
	coder
}

func openOrderRun(b []byte) orderRun {
	return orderRun{coder{b: b, reading: true}}
}

// tick appends the orders of the next tick.
func (r *orderRun) tick(orders []game.Order) []game.Order {
	for r.flag(false) && !r.bad {
		var o game.Order
		r.order(&o)
		orders = append(orders, o)
	}
	return orders
}

// close reports whether all that was read were orders, and nothing is left.
func (r *orderRun) close() bool {
	r.finish()
	return !r.bad
}

// order sends one order: what its kind needs, and nothing else.
func (c *coder) order(o *game.Order) {
	small(c, &o.Kind, 0)
	switch o.Kind {
	case game.OrderInput:
		fixed(c, &o.Slot, slotBits)
		fixed(c, &o.Input, inputBits)
		c.bad = c.bad || !o.Input.Valid()
	case game.OrderJoin, game.OrderChoose:
		fixed(c, &o.Slot, slotBits)
		fixed(c, &o.Class, choiceBits)
		fixed(c, &o.Weapon, choiceBits)
		fixed(c, &o.Team, teamBits)
		c.bad = c.bad || o.Team > game.MaxTeams
	case game.OrderLeave:
		fixed(c, &o.Slot, slotBits)
	case game.OrderStart, game.OrderClose:
	default:
		c.bad = true
	}
}

// The bits that hold a slot, an input and its course, and in orders a class or
// weapon, and a team.
const (
	slotBits   = 6
	inputBits  = 6
	courseBits = 4
	choiceBits = 3
	teamBits   = 2
)
