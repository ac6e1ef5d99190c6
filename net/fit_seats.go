package net

import (
	"slices"

	"dogfight/game"
)

// fitSeats has the pilots take the seats that the mode has: players before bots. A
// player for whom there is none waits.
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

// seated returns how many seats are taken.
func (c *crew) seated() (n int) {
	for _, p := range c.seats {
		if p != nil {
			n++
		}
	}
	return n
}
