package net

import "dogfight/game"

// chooseEvery is the least between two orders that tell what a pilot wants to fly next: everybody gets them.
const chooseEvery = game.TickRate / 2

// requestChoice orders what a pilot has chosen to fly next, as soon as it is their turn. The last choice counts.
func (m *liveMatch) requestChoice(p *pilot) {
	if !p.Choosing {
		p.Choosing = true
		m.choosing++
	}
	m.orderChoices()
}

// orderChoices orders the choices whose turn it is.
func (m *liveMatch) orderChoices() {
	if m.choosing == 0 {
		return
	}
	for _, p := range m.seats {
		if p != nil && p.Choosing && (p.Chose == 0 || m.World.Tick-p.Chose >= chooseEvery) {
			if m.Scenario != nil && m.Scenario.Instant {
				m.renew(p)
			} else {
				m.choose(p)
			}
			p.Choosing, p.Chose = false, max(m.World.Tick, 1)
			m.choosing--
		}
	}
}
