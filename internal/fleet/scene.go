package fleet

import (
	"math"
	"slices"
	"time"
)

// scene is the fleet as one Step sees it.
type scene struct {
	queue  *Queue
	fleet  *Snapshot
	now    time.Time
	hosts  map[ID]*Host
	list   []*candidate
	byID   map[ID]*candidate // matches; those that are being opened have no ID yet
	opened map[ID]int        // matches that are being opened at a host
}

// candidate is a match that takes newcomers, as far as it has slots, or will when it is open.
type candidate struct {
	match   *Match
	host    *Host
	opening *opening // nil: it is open
	players int
	rated   int // players who have a part in the rating
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
		for _, p := range q.coming(m.ID) { // hosts tell ratings later than players; who is counted twice weighs twice for a moment
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

// usualSlots is how many slots a match has whose mode is its host's choice.
const usualSlots = 32

// offerOpening adds a match that is being opened.
func (s *scene) offerOpening(o *opening) *candidate {
	c := &candidate{match: &Match{Host: o.Host, Mode: o.Mode, Slots: o.slots}, host: &o.host, opening: o}
	s.list = append(s.list, c)
	return c
}

// add counts one more, unless they only watch.
func (c *candidate) add(w *waiting) {
	if !w.Spectate {
		c.players++
		c.rate(w.Rating)
	}
}

// rate has a player's rating have its part in that of the match.
func (c *candidate) rate(rating int) {
	if rating != 0 {
		c.rating = (c.rating*c.rated + rating) / (c.rated + 1)
		c.rated++
	}
}

// full reports whether all slots are taken.
func (c *candidate) full() bool { return c.players >= c.match.Slots }

// alive reports whether a host can be sent players.
func (s *scene) alive(h *Host) bool { return h != nil && !h.Draining && !s.dead(h) }

func (s *scene) dead(h *Host) bool { return s.fleet.Dead != nil && s.fleet.Dead(h.ID) }

// open reports whether a match takes newcomers, as far as it has slots.
func (s *scene) open(c *candidate) bool { return s.alive(c.host) && !c.match.Closed }

// plays reports whether a host plays as the player's program does.
func plays(h *Host, w *waiting) bool { return h.Protocol == w.Protocol && h.Rules == w.Rules }

// takes says why a player cannot go to the match that they want.
func (s *scene) takes(w *waiting, id ID) error {
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

// may reports whether a player may go to a match, whatever the ratings.
func (c *candidate) may(w *waiting) bool {
	return plays(c.host, w) && (w.Mode == "" || w.Mode == c.match.Mode) && !slices.Contains(w.Not, c.host.ID) && (w.Spectate || !c.full())
}

// best returns the best match that a player may go to now, with what it costs; and whether time may bring one at no more than most.
func (s *scene) best(w *waiting, most int) (best *candidate, least int, later bool) {
	reach := window(s.now.Sub(w.since))
	if most == math.MaxInt && s.now.Sub(w.since) >= PlacingPatience { // no host has room, so it is any match or none
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

// othersMayCome reports whether somebody waits with whom time may bring a player together.
func (s *scene) othersMayCome(w *waiting) bool {
	return slices.ContainsFunc(s.queue.waiting, func(o *waiting) bool {
		return matches(w, o) && apart(w.Rating, o.Rating) <= window(PlacingPatience)
	})
}

// companion reports whether somebody waits with whom a player may go to a match now.
func (s *scene) companion(w *waiting) bool {
	return slices.ContainsFunc(s.queue.waiting, func(o *waiting) bool {
		return matches(w, o) && apart(w.Rating, o.Rating) <= window(s.now.Sub(later(w.since, o.since)))
	})
}

// matches reports whether two who wait could play in one match.
func matches(w, o *waiting) bool {
	return o != w && !o.gone && !w.Spectate && !o.Spectate && o.Match == 0 && o.Protocol == w.Protocol && o.Rules == w.Rules && o.Mode == w.Mode
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// anyHost reports whether any host plays as the player does.
func (s *scene) anyHost(w *waiting) bool {
	return slices.ContainsFunc(s.fleet.Hosts, func(h Host) bool { return plays(&h, w) })
}
