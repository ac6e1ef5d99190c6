package reference

import "dogfight/game"

// slotContext is the context of a slot.
type slotContext struct {
	empty, dead   bool
	holds, before game.Input
	changed       int // tick of its last change, counted from base; 0: none yet
}

// age returns the context's age in the tick.
func (h *slotContext) age(tick int) int {
	if h.changed == 0 {
		return 0
	}
	return min(tick-h.changed, 7)
}

// kind returns the kind of the current input.
func (h *slotContext) kind() int {
	if h.dead {
		return 8
	}
	kind := 0
	if h.holds.Course() == game.Idle {
		kind += 1
	}
	if h.holds.Holds(game.Fire) {
		kind += 2
	}
	if h.holds.Holds(game.Special) {
		kind += 4
	}
	return kind
}

// coded is the orders of some ticks while they are read.
type coded struct {
	*fraction
	*tables
	slots [game.MaxShips]slotContext
}

// ticks reads the orders of count ticks after base.
func ticks(b []byte, base *game.World, count int) [][]game.Order {
	c := newCoded(b, base)
	all := c.ticks(count)
	c.end()
	return all
}

func newCoded(b []byte, base *game.World) *coded {
	c := &coded{fraction: newFraction(b), tables: loadTables()}
	for slot, ship := range base.Ships {
		c.slots[slot] = slotContext{empty: ship.State == game.Empty, dead: ship.State == game.Dead, holds: ship.Input}
	}
	return c
}

func (c *coded) ticks(count int) [][]game.Order {
	all := make([][]game.Order, count)
	for i := range all {
		all[i] = c.tick(i + 1)
	}
	return all
}

func (c *coded) tick(tick int) []game.Order {
	var all []game.Order
	for more := c.yes(c.More[0]); more; more = c.yes(c.More[1]) {
		demand(len(all) < 192, "expected at most 192 orders, got more")
		all = append(all, c.order())
	}
	for slot := range c.slots {
		h := &c.slots[slot]
		if h.empty || !c.yes(c.Change[h.kind()][h.age(tick)]) {
			continue
		}
		now := c.input(h, h.age(tick))
		*h = slotContext{holds: now, before: h.holds, changed: tick}
		all = append(all, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: now})
	}
	return all
}

// order reads an order that is no input.
func (c *coded) order() game.Order {
	kind := c.even(3) + 1
	demand(kind <= 5, "expected an order 1 to 5, got %d", kind)
	o := game.Order{Kind: game.OrderKind(kind)}
	if kind <= 3 {
		o.Slot = uint8(c.even(6))
	}
	if kind == 1 || kind == 3 {
		o.Class, o.Weapon, o.Team = uint8(c.even(3)), uint8(c.even(3)), uint8(c.even(2))
		if o.Team == 3 {
			o.Team += uint8(c.even(1))
		}
	}
	switch h := &c.slots[o.Slot]; {
	case kind == 2:
		*h = slotContext{empty: true}
	case kind == 1 && h.empty:
		*h = slotContext{dead: true}
	}
	return o
}

// input reads the input of a slot from now on.
func (c *coded) input(h *slotContext, age int) game.Input {
	if age != 0 && c.yes(c.Back[age]) {
		return h.before
	}
	kind, turned := h.kind(), 0
	if c.yes(c.Turn[kind]) {
		turned = 1
	}
	fire := c.yes(c.Fire[kind][turned])
	special := turned == 0 && !fire || c.yes(c.Special[kind][turned])
	now := h.holds
	if fire {
		now ^= game.Fire
	}
	if special {
		now ^= game.Special
	}
	if turned == 1 {
		now += game.Input(c.course(h.holds.Course())) - game.Input(h.holds.Course())
	}
	demand(age == 0 || now != h.before, "expected a yes of Back, got %02x otherwise", now)
	return now
}

// course reads a course other than the current one.
func (c *coded) course(held game.Course) game.Course {
	before := 1
	for range 3 {
		before *= 2
		if c.yes(c.Course[held][before/2]) {
			before++
		}
	}
	course := game.Course(before - 8)
	if course >= held {
		course++
	}
	return course
}
