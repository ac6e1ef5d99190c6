package fleet

import (
	"math"
	"slices"
)

// What speaks for and against a place, in milliseconds of round trip.
const (
	friendWorth = 100_000
	newCost     = 150 // of a match where nobody is yet, which has to be opened
	emptyCost   = 50  // of one that is open
	crowdCost   = 160 // of one that has its party, and more for each beyond it
	crowdEach   = 10
	apartPer    = 20 // points of rating for one

	nearRTT, unknownRTT, farRTT = 30, 80, 150 // of hosts to which the round trip is not known: by region

	busyLoad, fullLoad = 700, 950 // of a host's cores, in thousandths
	busyCost, fullCost = 50, 400
	lateTick           = 15_000 // µs: longer than the time that a tick has
)

// cost returns what a match costs a player.
func (s *scene) cost(w *waiting, c *candidate) int {
	cost := rtt(w, c.host) + burden(c.host)
	if !w.Spectate {
		cost += apart(w.Rating, c.rating) / apartPer
	}
	switch {
	case w.Spectate && c.players > 0:
		return cost - c.players
	case c.players >= Party:
		return cost + crowdCost + (c.players-Party)*crowdEach
	case c.players == 0:
		return cost + emptyCost
	}
	return cost - c.players
}

// bestHost returns the best host to open a match at, with what that costs; nil, and more than anything costs, if none has room.
func (s *scene) bestHost(w *waiting) (best *Host, least int) {
	least = math.MaxInt
	for i := range s.fleet.Hosts {
		h := &s.fleet.Hosts[i]
		_, failed := s.queue.failed[h.ID]
		if failed || !s.alive(h) || !plays(h, w) || h.Room <= s.opened[h.ID] || slices.Contains(w.Not, h.ID) {
			continue
		}
		cost := rtt(w, h) + burden(h) + newCost + h.Load/50 + s.opened[h.ID]
		if cost < least {
			best, least = h, cost
		}
	}
	return best, least
}

// rtt returns the round trip between a player and a host, as far as it is known, in ms.
func rtt(w *waiting, h *Host) int {
	d, known := w.RTT[h.ID]
	switch {
	case known:
		return int(d.Milliseconds())
	case w.Region == "" || h.Region == "":
		return unknownRTT
	case w.Region == h.Region:
		return nearRTT
	}
	return farRTT
}

// burden returns what it costs that a host has much to do.
func burden(h *Host) int {
	switch {
	case h.Load >= fullLoad, h.TickP99 >= lateTick:
		return fullCost
	case h.Load >= busyLoad:
		return busyCost
	}
	return 0
}
