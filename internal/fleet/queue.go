package fleet

import (
	"cmp"
	"slices"
	"time"
)

// Queue is who waits for a place. The zero value is ready; it belongs to one goroutine.
type Queue struct {
	waiting  []*waiting // by when they came
	openings []*opening
	promised map[ID]*promise
	failed   map[ID]time.Time // hosts that could not open a match, until when none is asked of them
	number   uint64           // of the last opening
}

// waiting is one who waits.
type waiting struct {
	Player
	since time.Time
	gone  bool // placed, or put to an opening
}

// opening is a match that is being opened.
type opening struct {
	Opening
	host    Host
	slots   int // that it will have, as far as known
	players []*waiting
}

// failedFor is for how long a host is not asked that has refused to open a match.
const failedFor = 5 * time.Second

// Add has a player wait from now on.
func (q *Queue) Add(p Player, now time.Time) error {
	if q.Len() >= MaxWaiting {
		return errCrowded
	}
	q.waiting = append(q.waiting, &waiting{Player: p, since: now})
	return nil
}

// Len returns how many wait.
func (q *Queue) Len() int {
	n := len(q.waiting)
	for _, o := range q.openings {
		n += len(o.players)
	}
	return n
}

// Remove forgets a player who has gone.
func (q *Queue) Remove(id uint64) {
	is := func(w *waiting) bool { return w.ID == id }
	q.waiting = slices.DeleteFunc(q.waiting, is)
	for _, o := range q.openings {
		o.players = slices.DeleteFunc(o.players, is)
	}
}

// Step decides what can be decided now.
func (q *Queue) Step(f *Snapshot, now time.Time) (d Decisions) {
	q.forget(f, now)
	if len(q.waiting) == 0 {
		return d
	}
	s := newScene(q, f, now)
	for _, w := range q.waiting {
		q.decide(s, w, &d)
	}
	q.waiting = slices.DeleteFunc(q.waiting, func(w *waiting) bool { return w.gone })
	return d
}

// decide decides about one player.
func (q *Queue) decide(s *scene, w *waiting, d *Decisions) {
	if w.Match != 0 {
		if err := s.takes(w, w.Match); err != nil {
			q.refuse(w, err, d)
			return
		}
		q.put(s, s.byID[w.Match], w, d)
		return
	}
	host, fresh := s.bestHost(w)
	best, cost, later := s.best(w, fresh)
	patient := s.now.Sub(w.since) < PlacingPatience
	if best == nil && patient && (later || s.othersMayCome(w)) && !s.companion(w) {
		return
	}
	switch {
	case best != nil && (host == nil || cost <= fresh):
		q.put(s, best, w, d)
	case host != nil:
		q.open(s, *host, w, d)
	case len(s.fleet.Hosts) == 0: // as of a hub that has just begun anew
		if !patient {
			q.refuse(w, errEmpty, d)
		}
	case !s.anyHost(w):
		q.refuse(w, ErrNoHost, d)
	case !patient:
		q.refuse(w, errFull, d)
	}
}

func (q *Queue) refuse(w *waiting, err error, d *Decisions) {
	w.gone = true
	d.Refused = append(d.Refused, Refused{w.ID, err})
}

// put puts a player into a match, or to those for whom one is being opened.
func (q *Queue) put(s *scene, c *candidate, w *waiting, d *Decisions) {
	w.gone = true
	c.add(w)
	if c.opening != nil {
		c.opening.players = append(c.opening.players, w)
		return
	}
	q.promise(c.match, w, s.now)
	d.Seated = append(d.Seated, SeatPlaced{w.ID, c.match.ID})
}

// open has a match opened for a player.
func (q *Queue) open(s *scene, host Host, w *waiting, d *Decisions) {
	q.number++
	o := &opening{Opening: Opening{q.number, host.ID, w.Mode}, host: host, slots: cmp.Or(w.Slots, usualSlots)}
	q.openings = append(q.openings, o)
	d.Open = append(d.Open, o.Opening)
	s.opened[host.ID]++
	q.put(s, s.offerOpening(o), w, d)
}

// Opened tells what came of an opening: the match, as which its players are seated now, or nil. Then they wait as before, and the host
// is not asked for a while. Those wait as well for whom the match has no slot.
func (q *Queue) Opened(number uint64, match *Match, now time.Time) (seated []SeatPlaced) {
	i := slices.IndexFunc(q.openings, func(o *opening) bool { return o.Number == number })
	if i < 0 {
		return nil
	}
	o := q.openings[i]
	q.openings = slices.Delete(q.openings, i, i+1)
	if match == nil || match.Slots == 0 {
		if q.failed == nil {
			q.failed = map[ID]time.Time{}
		}
		q.failed[o.Host] = now.Add(failedFor)
		q.waitAgain(o.players)
		return nil
	}
	var over []*waiting // where it is of another mode than its host usually plays
	for _, w := range o.players {
		if !w.Spectate && q.players(match) >= match.Slots {
			over = append(over, w)
			continue
		}
		q.promise(match, w, now)
		seated = append(seated, SeatPlaced{w.ID, match.ID})
	}
	q.waitAgain(over)
	return seated
}

// waitAgain has players wait, each with what they have waited already, for whom a match was being opened.
func (q *Queue) waitAgain(players []*waiting) {
	for _, w := range players {
		w.gone = false
		q.waiting = append(q.waiting, w)
	}
	slices.SortStableFunc(q.waiting, func(a, b *waiting) int { return a.since.Compare(b.since) })
}
