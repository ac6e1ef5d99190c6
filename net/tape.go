package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// tape keeps the orders of a race from its first tick: they prove the laps that are flown in it. A
// match that was taken over in the middle has none.
type tape struct {
	on     bool
	orders []game.Order
	ends   []uint32 // by tick: how many orders there were then
}

// start begins to keep orders if the match is one of which laps are kept, and anybody wants to know.
func (t *tape) start(m *liveMatch) {
	t.on = m.ended != nil && m.Setup.Mode == game.Race && m.World.Tick == m.Began
	t.orders, t.ends = nil, nil
}

// add keeps the orders of a tick. A match that gets too long proves nothing.
func (t *tape) add(orders []game.Order) {
	if !t.on {
		return
	}
	t.orders = append(t.orders, orders...)
	t.ends = append(t.ends, uint32(len(t.orders)))
	if len(t.ends) > proto.MaxTape || len(t.orders) > proto.MaxTapeOrders {
		*t = tape{}
	}
}

// take returns what was kept, or nil.
func (t *tape) take(m *Match) *proto.Tape {
	if !t.on {
		return nil
	}
	all := &proto.Tape{Rules: game.RulesFingerprint, Setup: m.Setup, Seed: m.Seed, First: m.Began}
	from := uint32(0)
	for _, end := range t.ends {
		all.Ticks = append(all.Ticks, t.orders[from:end:end])
		from = end
	}
	*t = tape{}
	return all
}
