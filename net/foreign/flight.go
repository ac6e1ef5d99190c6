package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dogfight"
)

// flight is the event that is on its way to a dogfight server. There is one at a time.
//
// The original takes what one read yields for one event, and dies of two. A gap between two
// writes does not keep them apart: a segment that is lost is sent again together with, or
// just before, the next one, and a busy server reads both at once. Only an effect proves
// that an event was read, so the next one waits for that: the ship moved or turned, or a
// bullet is there.
//
// Some events have none, as a move against a wall. Those are given up after a time that
// passes only while states arrive: if the path stands still, so does the clock. A segment
// of which k in a row are lost arrives after 2^k-1 timeouts of TCP, of 200 ms and a round
// trip or so. Where none is lost, the least patience is enough for two. Where some are, an
// effect now and then takes a timeout more, and 16 times that is enough for four in a row.
type flight struct {
	underway bool
	action   dogfight.Action
	from     sight         // the own ship when the event was sent
	heard    time.Duration // for how long states have come since
	last     time.Time     // when the event was sent, or the last state came
	slowest  time.Duration // that an effect took of late, as heard counts
}

const (
	leastPatience = time.Second
	mostPatience  = 8 * time.Second
	wariness      = 16  // times the slowest effect
	fading        = 256 // effects until one that was slow is forgotten, about
)

// begin notes that an event is sent.
func (f *flight) begin(a dogfight.Action, from sight, now time.Time) {
	f.underway, f.action, f.from = true, a, from
	f.heard, f.last = 0, now
}

// see takes a state that arrived, and reports whether it shows the effect of the event.
func (f *flight) see(own sight, at time.Time) (arrived bool) {
	if !f.underway {
		return false
	}
	f.heard += min(max(at.Sub(f.last), 0), usualInterval)
	f.last = at
	switch {
	case own.fell != f.from.fell: // a ship that returns is somewhere else by itself
		f.from = own
		return false
	case f.action == dogfight.Move && own.at == f.from.at && own.course == f.from.course,
		f.action == dogfight.Shoot && own.newest <= f.from.newest:
		return false
	}
	f.underway = false
	f.slowest = max(f.heard, f.slowest-f.slowest/fading)
	return true
}

// lapsed reports whether an event is given up that had no effect. A sturdy server, which is
// not the original, takes any number of events at once: one for each state is enough.
func (f *flight) lapsed(sturdy bool) bool {
	patience := min(max(leastPatience, wariness*f.slowest), mostPatience)
	if !f.underway || f.heard < patience && !(sturdy && f.heard > 0) {
		return false
	}
	f.underway = false
	return true
}

// sight is what a state shows of the own ship.
type sight struct {
	at     vector
	course game.Course // Idle until the first move
	fell   bool
	live   uint8  // bullets
	newest uint64 // bullet; they are numbered in the order in which they were seen first
}

// sightOf returns what a snapshot shows of the own ship; without one, of a ship that fell.
func sightOf(s *snapshot) sight {
	own := sight{fell: true}
	for i := range s.things {
		switch t := &s.things[i]; {
		case t.kind == dialect.Ship && t.id == s.me:
			own.at, own.course, own.fell = t.at, t.course, t.fell
		case t.kind == dialect.Shot && t.owner == s.me:
			own.live++
			own.newest = max(own.newest, t.id)
		}
	}
	return own
}
