package net

import "dogfight/game"

// chooseEvery is the least between two orders that tell what a pilot wants to fly next: everybody gets them.
const chooseEvery = game.TickRate / 2

// requestChoice orders what a pilot has chosen to fly next, as soon as it is his turn. The last choice counts.
func (h *Host) requestChoice(p *pilot) {
	if !p.choosing {
		p.choosing = true
		h.choosing++
	}
	h.orderChoices()
}

// orderChoices orders the choices whose turn it is.
func (h *Host) orderChoices() {
	if h.choosing == 0 {
		return
	}
	for _, p := range h.seats {
		if p != nil && p.choosing && (p.chose == 0 || h.world.Tick-p.chose >= chooseEvery) {
			h.choose(p)
			p.choosing, p.chose = false, max(h.world.Tick, 1)
			h.choosing--
		}
	}
}
