package net

import (
	"slices"

	"dogfight/game"
)

// moment is what is kept of a World that was predicted. Whether it came to be follows from the orders that led to it, for
// the same orders lead to the same World; a World itself is 30 times as large, and a host holds the predictions of all
// players that it draws for.
type moment struct {
	tick   game.Tick
	steers bool       // there was an order in that tick
	steer  game.Order // the own pilot's
	flying uint64     // the slots of ships that fly, a bit each
	ships  [game.MaxShips]game.Point
}

// note keeps a World that some orders led to, one at most.
func (m *moment) note(w *game.World, orders []game.Order) {
	m.tick, m.flying, m.steers = w.Tick, 0, len(orders) > 0
	if m.steers {
		m.steer = orders[0]
	}
	for slot := range w.Ships {
		ship := &w.Ships[slot]
		m.ships[slot] = game.Point{X: ship.X, Y: ship.Y}
		if ship.State == game.Flying {
			m.flying |= 1 << slot
		}
	}
}

// foretold reports whether the orders are those that were predicted.
func (m *moment) foretold(orders []game.Order) bool {
	if !m.steers {
		return len(orders) == 0
	}
	return slices.Equal(orders, []game.Order{m.steer})
}

// meanError returns by how much the ships but one were expected beside where
// they are: along the axis where that is more, on average of those that fly.
func (m *moment) meanError(is *game.World, but int) int32 {
	sum, flying := int32(0), int32(0)
	for slot := range is.Ships {
		a, b := &m.ships[slot], &is.Ships[slot]
		if slot != but && m.flying>>slot&1 == 1 && b.State == game.Flying {
			sum += max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y)
			flying++
		}
	}
	return sum / max(flying, 1)
}
