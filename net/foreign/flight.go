package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dogfight"
)

// flight is the event under way to a dogfight server. There is one at a time.
//
// The original takes the result of one read for one event, and crashes on two. A gap between two writes does not
// separate them: a lost segment is sent again together with, or just before, the next one, and a busy server reads both
// at once. Only an effect proves that an event was read, so the next one waits for it: the ship moved or turned, or a
// new bullet is visible.
//
// Some events have none, as a move against a wall. Those are given up after a time that passes only while states
// arrive: if the path is blocked, the clock stops. A segment that is lost k times in a row arrives after 2^k-1 timeouts
// of TCP, of 200 ms and a round trip or so. Without losses, the least patience is enough for two. With losses, an
// effect now and then takes a timeout more, and 16 times that is enough for four in a row.
type flight struct {
	underway bool
	action   dogfight.Action
	from     sight         // our ship when the event was sent
	received time.Duration // time of arriving states since then
	last     time.Time     // when the event was sent, or the last state came
	slowest  time.Duration // recent slowest effect, as received counts
}

const (
	minPatience = time.Second
	maxPatience = 8 * time.Second
	wariness    = 16  // times the slowest effect
	fading      = 256 // effects until a slow one is forgotten, about
)

// begin handles a sent event.
func (f *flight) begin(a dogfight.Action, from sight, now time.Time) {
	f.underway, f.action, f.from = true, a, from
	f.received, f.last = 0, now
}

// see handles a state, and reports whether it shows the effect of the event.
func (f *flight) see(ship sight, at time.Time) (arrived bool) {
	if !f.underway {
		return false
	}
	f.received += min(max(at.Sub(f.last), 0), usualInterval)
	f.last = at
	switch {
	case ship.fell != f.from.fell: // a ship that returns moves by itself
		f.from = ship
		return false
	case f.action == dogfight.Move && ship.at == f.from.at && ship.course == f.from.course,
		f.action == dogfight.Shoot && ship.newest <= f.from.newest:
		return false
	}
	f.underway = false
	f.slowest = max(f.received, f.slowest-f.slowest/fading)
	return true
}

// lapsed reports whether an event without an effect is given up. A sturdy server, which is not the original, accepts
// any number of events at once: one for each state is enough.
func (f *flight) lapsed(sturdy bool) bool {
	patience := min(max(minPatience, wariness*f.slowest), maxPatience)
	if !f.underway || f.received < patience && !(sturdy && f.received > 0) {
		return false
	}
	f.underway = false
	return true
}

// sight is our ship in a state.
type sight struct {
	at     vector
	course game.Course // Idle until the first move
	fell   bool
	live   uint8  // bullets
	newest uint64 // bullet; they are numbered in the order in which they appeared
}

// sightOf returns our ship in a snapshot; without one, a ship that fell.
func sightOf(s *snapshot) sight {
	ship := sight{fell: true}
	for i := range s.things {
		switch t := &s.things[i]; {
		case t.kind == dialect.Ship && t.id == s.me:
			ship.at, ship.course, ship.fell = t.at, t.course, t.fell
		case t.kind == dialect.Shot && t.owner == s.me:
			ship.live++
			ship.newest = max(ship.newest, t.id)
		}
	}
	return ship
}

// walls remembers where moves had no effect, for a dogfight server does not send the size of its field. Repeated
// attempts would delay all other events.
type walls [dogfight.Right + 1]wall

// wall is as far as a ship gets in a direction.
type wall struct {
	way   float64
	until time.Time // end of its validity; something else may have been in the way
}

const believed = 30 * time.Second

// hit adds a wall at the position of a ship.
func (w *walls) hit(d dogfight.Direction, at vector, now time.Time) {
	w[d] = wall{wayOf(d, at), now.Add(believed)}
}

// see removes the walls that the ship is behind.
func (w *walls) see(at vector) {
	for d := range w {
		if wayOf(dogfight.Direction(d), at) > w[d].way {
			w[d] = wall{}
		}
	}
}

// stop reports whether a ship gets no farther.
func (w *walls) stop(d dogfight.Direction, at vector, now time.Time) bool {
	return now.Before(w[d].until) && wayOf(d, at) >= w[d].way
}

// wayOf returns the distance of a position along a direction.
func wayOf(d dogfight.Direction, at vector) float64 {
	x, y := game.Course(d).Vector()
	return (at.x*float64(x) + at.y*float64(y)) / game.One
}
