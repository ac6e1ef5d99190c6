package fleet

import (
	"math"
	"slices"
	"time"
)

// scene is the state of a Step.
type scene struct {
	queue  *Queue
	fleet  *Snapshot
	now    time.Time
	hosts  map[ID]*Host
	list   []*candidate
	byID   map[ID]*candidate // matches without openings
	opened map[ID]int        // openings at a host
}

// candidate is a match or an opening that may take players.
type candidate struct {
	match   *Match
	host    *Host
	opening *opening // nil: a match
	players int
	rated   int // players in the rating
	rating  int // mean
}

func newScene(q *Queue, f *Snapshot, now time.Time) *scene {
	s := &scene{queue: q, fleet: f, now: now, hosts: map[ID]*Host{}, byID: map[ID]*candidate{}, opened: map[ID]int{}}
	for i := range f.Hosts {
		s.hosts[f.Hosts[i].ID] = &f.Hosts[i]
	}
	for i := range f.Matches {
		m := &f.Matches[i]
		c := &candidate{match: m, host: s.hosts[m.Host], players: q.players(m), rating: m.Rating}
		if m.Rating != 0 {
			c.rated = max(m.Players, 1)
		}
		for _, p := range q.coming(m.ID) { // ratings of hosts lag behind; a player may count twice briefly
			c.rate(p.rating)
		}
		s.byID[m.ID] = c
		if s.open(c) {
			s.list = append(s.list, c)
		}
	}
	for _, o := range q.openings {
		s.opened[o.Host]++
		c := s.offerOpening(o)
		for _, w := range o.players {
			c.add(w)
		}
	}
	return s
}

// usualSlots is the assumed number of slots of a match with the host's choice of mode.
const usualSlots = 32

// offerOpening adds an opening.
func (s *scene) offerOpening(o *opening) *candidate {
	c := &candidate{match: &Match{Host: o.Host, Mode: o.Mode, Slots: o.slots}, host: &o.host, opening: o}
	s.list = append(s.list, c)
	return c
}

// add counts a player, unless a spectator.
func (c *candidate) add(w *waiting) {
	if !w.Spectate {
		c.players++
		c.rate(w.Rating)
	}
}

// rate adds a player's rating to the mean.
func (c *candidate) rate(rating int) {
	if rating != 0 {
		c.rating = (c.rating*c.rated + rating) / (c.rated + 1)
		c.rated++
	}
}

// full reports whether all slots are taken.
func (c *candidate) full() bool { return c.players >= c.match.Slots }

// alive reports whether a host accepts players.
func (s *scene) alive(h *Host) bool { return h != nil && !h.Draining && !s.dead(h) }

func (s *scene) dead(h *Host) bool { return s.fleet.Dead != nil && s.fleet.Dead(h.ID) }

// open reports whether a match accepts players, apart from slots.
func (s *scene) open(c *candidate) bool { return s.alive(c.host) && !c.match.Closed }

// plays reports whether a host has the player's protocol and rules.
func plays(h *Host, w *waiting) bool { return h.Protocol == w.Protocol && h.Rules == w.Rules }

// refusal returns the reason why a player cannot go to the wanted match, or nil.
func (s *scene) refusal(w *waiting, id ID) error {
	c := s.byID[id]
	switch {
	case len(s.fleet.Hosts) == 0:
		return errEmpty
	case c == nil || c.host == nil:
		return errGone
	case !plays(c.host, w):
		return errRules
	case s.dead(c.host):
		return ErrSilent
	case c.full() && !w.Spectate:
		return errNoSlot
	case !s.open(c):
		return errClosed
	}
	return nil
}

// may reports whether a player may go to a match, apart from ratings.
func (c *candidate) may(w *waiting) bool {
	return plays(c.host, w) && (w.Mode == "" || w.Mode == c.match.Mode) && !slices.Contains(w.Not, c.host.ID) && (w.Spectate || !c.full())
}

// best returns the best match for a player now, its cost, and whether time may bring one of at most the cost most.
func (s *scene) best(w *waiting, most int) (best *candidate, least int, later bool) {
	reach := window(s.now.Sub(w.since))
	if most == math.MaxInt && s.now.Sub(w.since) >= PlacingPatience { // no host has room: any match
		reach = math.MaxInt
	}
	for _, c := range s.list {
		if !c.may(w) {
			continue
		}
		cost := s.cost(w, c)
		if c.opening == nil && slices.Contains(w.Friends, c.match.ID) {
			cost -= friendWorth
		} else if far := apart(w.Rating, c.rating); c.players > 0 && far > reach && !w.Spectate {
			later = later || far <= window(PlacingPatience) && cost <= most
			continue
		}
		if best == nil || cost < least {
			best, least = c, cost
		}
	}
	return best, least, later
}

// othersMayJoin reports whether time may bring another waiting player into the window.
func (s *scene) othersMayJoin(w *waiting) bool {
	return slices.ContainsFunc(s.queue.waiting, func(o *waiting) bool {
		return matches(w, o) && apart(w.Rating, o.Rating) <= window(PlacingPatience)
	})
}

// companion reports whether another waiting player is in the window now.
func (s *scene) companion(w *waiting) bool {
	return slices.ContainsFunc(s.queue.waiting, func(o *waiting) bool {
		return matches(w, o) && apart(w.Rating, o.Rating) <= window(s.now.Sub(later(w.since, o.since)))
	})
}

// matches reports whether two waiting players could play in one match.
func matches(w, o *waiting) bool {
	return o != w && !o.placed && !w.Spectate && !o.Spectate && o.Match == 0 && o.Protocol == w.Protocol && o.Rules == w.Rules && o.Mode == w.Mode
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// anyHost reports whether any host has the player's protocol and rules.
func (s *scene) anyHost(w *waiting) bool {
	return slices.ContainsFunc(s.fleet.Hosts, func(h Host) bool { return plays(&h, w) })
}

// Advantages and disadvantages of a place, in milliseconds of round trip.
const (
	friendWorth = 100_000
	newCost     = 150 // of a match that must be opened
	emptyCost   = 50  // of an empty match
	crowdCost   = 160 // of a match with its party, and crowdEach for each player beyond it
	crowdEach   = 10
	apartPer    = 20 // points of rating a millisecond

	nearRTT, unknownRTT, farRTT = 30, 80, 150 // by region, without a measured round trip

	busyLoad, fullLoad = 700, 950 // of a host's cores, in thousandths
	busyCost, fullCost = 50, 400
	lateTick           = 15_000 // µs: too long for a tick
)

// cost returns the cost of a match for a player.
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

// bestHost returns the best host for a new match and its cost, or nil and math.MaxInt if none has room.
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

// rtt returns the round trip between a player and a host in ms, or an estimate.
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

// burden returns the cost of a busy host.
func burden(h *Host) int {
	switch {
	case h.Load >= fullLoad, h.TickP99 >= lateTick:
		return fullCost
	case h.Load >= busyLoad:
		return busyCost
	}
	return 0
}
