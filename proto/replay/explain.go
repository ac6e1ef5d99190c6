package replay

import "dogfight/game"

// suspects is how many ticks before the first World that is not as the file says are looked through for what is behind it: one
// bit of each was held against the file, so of a million faults one stays hidden for longer.
const suspects = 20

// findInput looks for one input, of one slot, with which the orders lead to all that the span says up to its end. It returns the
// tick that the input leads to. The cursor is before the first World that does not, and stays there.
func (c *Cursor) findInput() (tick game.Tick, slot uint8, found bool) {
	s := &c.f.spans[c.span]
	at := c.World.Tick
	defer func() { c.goBack(at) }()
	for t := at - min(at-s.base, suspects); t <= at; t++ { // of several, what came first is behind the rest
		c.goBack(t)
		for slot := range c.World.Ships {
			if c.World.Ships[slot].State != game.Empty && c.inputExplains(s, uint8(slot)) {
				return t + 1, uint8(slot), true
			}
		}
	}
	return 0, 0, false
}

// inputExplains reports whether the span is right if the slot holds another input in the next tick, and from then on until it
// is told of again.
func (c *Cursor) inputExplains(s *span, slot uint8) bool {
	next := c.ticks[c.World.Tick-c.f.keys[c.key].tick]
	held := c.World.Ships[slot].Input
	others := make([]game.Order, 0, len(next)+1)
	for _, o := range next {
		if o.Kind == game.OrderInput && o.Slot == slot {
			held = o.Input
		} else {
			others = append(others, o)
		}
	}
	for in := range game.Input(1 << 6) {
		if in.Valid() && in != held && c.leadsOn(s, append(others, game.Order{Kind: game.OrderInput, Slot: slot, Input: in})) {
			return true
		}
	}
	return false
}

// leadsOn reports whether the span is right with other orders in the next tick.
func (c *Cursor) leadsOn(s *span, orders []game.Order) bool {
	w := c.World
	for {
		w.Step(c.f.Setup, orders, nil)
		if !s.agrees(&w) {
			return false
		}
		if w.Tick == s.end() {
			return true
		}
		orders = c.ticks[w.Tick-c.f.keys[c.key].tick]
	}
}
