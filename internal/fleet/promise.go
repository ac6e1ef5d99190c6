package fleet

import (
	"maps"
	"time"
)

// promise is what a match will have of players who are on their way to it: what hosts say of their matches is seconds old.
type promise struct {
	base int    // players that it had before the first of them
	sent []sent // who is on the way, by when they were sent
}

// sent is a player who was sent to a match.
type sent struct {
	at     time.Time
	rating int
	site   string
}

const (
	// promisedFor is how long a player may be on the way, until their host says that it has them.
	promisedFor = 8 * time.Second
	// arrivesIn is how long the way itself may take. A host says each Announce what it has, so it has said that by then.
	arrivesIn = promisedFor - Announce
)

// promise notes that a player is sent to a match.
func (q *Queue) promise(m *Match, w *waiting, now time.Time) {
	if w.Spectate {
		return
	}
	p := q.promised[m.ID]
	if p == nil {
		if q.promised == nil {
			q.promised = map[ID]*promise{}
		}
		p = &promise{base: m.Players}
		q.promised[m.ID] = p
	}
	p.sent = append(p.sent, sent{now, w.Rating, w.Site})
}

// players returns how many players a match has, those on the way among them.
func (q *Queue) players(m *Match) int {
	if p := q.promised[m.ID]; p != nil {
		return max(m.Players, p.base+p.coming(m.Slots))
	}
	return m.Players
}

// coming returns how many of those on the way count. Anybody can say hello at a door with a fresh key and go, so those of one site never
// fill more than half of a match until its host has seen them.
func (p *promise) coming(slots int) (n int) {
	most := max(slots/2, 1)
	from := map[string]int{}
	for _, s := range p.sent {
		if from[s.site]++; s.site == "" || from[s.site] <= most {
			n++
		}
	}
	return n
}

// coming returns who is on the way to a match.
func (q *Queue) coming(match ID) []sent {
	if p := q.promised[match]; p != nil {
		return p.sent
	}
	return nil
}

// forget forgets those who are in the word of their hosts by now, if they have come, and hosts that have been left alone for long enough.
func (q *Queue) forget(f *Snapshot, now time.Time) {
	for i := range f.Matches {
		m := &f.Matches[i]
		if p := q.promised[m.ID]; p != nil {
			p.forget(m, f.said(m.ID, now), now)
		}
	}
	maps.DeleteFunc(q.promised, func(_ ID, p *promise) bool {
		n := len(p.sent)
		return n == 0 || now.Sub(p.sent[n-1].at) >= Matches.Life() // the match is gone
	})
	maps.DeleteFunc(q.failed, func(_ ID, until time.Time) bool { return now.After(until) })
}

// forget forgets those whom the host counts that has said so much of its match. What it had before the others is never more than it has:
// of those who were sent long ago some did not come, and others left.
func (p *promise) forget(m *Match, said, now time.Time) {
	n := 0
	for n < len(p.sent) && now.Sub(p.sent[n].at) >= promisedFor && said.Sub(p.sent[n].at) >= arrivesIn {
		n++
	}
	p.base, p.sent = min(p.base+n, m.Players), p.sent[n:]
}
