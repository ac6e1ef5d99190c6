package fleet

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"
)

const (
	// PlacingPatience is the maximum wait of a player.
	PlacingPatience = 20 * time.Second
	// Party is the desired number of players of a match.
	Party = 16
	// MaxWaiting is the maximum of waiting players.
	MaxWaiting = 4096

	firstWindow  = 100 // points of rating
	windowGrowth = 50  // each second
)

// Player is a player to be placed.
type Player struct {
	ID       uint64 // unique in the Queue
	Protocol uint16
	Rules    uint32
	Region   string               // "": unknown
	Site     string               // address or network; "": unknown
	RTT      map[ID]time.Duration // round trips to hosts, where known
	Rating   int                  // 0 for unknown
	Mode     string               // "" for any
	Slots    int                  // of a match in Mode; 0: unknown
	Match    ID                   // wanted; 0: any
	Friends  []ID                 // matches of friends
	Not      []ID                 // unreachable hosts
	Spectate bool                 // takes no slot
}

// Snapshot is the state of the fleet.
type Snapshot struct {
	Hosts   []Host
	Matches []Match
	Dead    func(host ID) bool // it does not answer; nil: all do
	// Said returns the time of the latest update of a match's entry; nil: now.
	Updated func(match ID) time.Time
}

func (f *Snapshot) updated(match ID, now time.Time) time.Time {
	if f.Updated == nil {
		return now
	}
	return f.Updated(match)
}

// Reasons of a Refused.
var (
	errCrowded = errors.New("too many players wait for a place: try again in a moment")
	errFull    = errors.New("the fleet is full: try again later")
	errEmpty   = errors.New("the fleet has no hosts now: try again in a moment")
	ErrNoHost  = errors.New("the fleet has no host that plays by the rules of your version")
	errGone    = errors.New("there is no such match any more")
	errClosed  = errors.New("that match takes no newcomers now")
	ErrSilent  = errors.New("that match's host does not answer: try again in a moment")
	errNoSlot  = errors.New("that match is full")
	errRules   = errors.New("that match is played by the rules of another version")
)

// SeatPlaced sends a player to a match.
type SeatPlaced struct {
	Player uint64
	Match  ID
}

// Refused refuses a player.
type Refused struct {
	Player uint64
	Err    error
}

// Opening requests a new match. Its players wait for the call of Opened.
type Opening struct {
	Number uint64
	Host   ID
	Mode   string // "": the host's choice
}

// Decisions are the result of a Step.
type Decisions struct {
	Seated  []SeatPlaced
	Refused []Refused
	Open    []Opening
}

// window returns the allowed difference of ratings after a wait.
func window(waited time.Duration) int {
	return firstWindow + int(waited*windowGrowth/time.Second)
}

// apart returns the difference of two ratings; 0 if one is unknown.
func apart(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a-b, b-a)
}

// Queue places the players of a fleet: in a match, or in a new one at a host. It has no clock and no bus; its caller passes the time and the state of the
// fleet. The zero value is ready. It belongs to one goroutine.
//
// Each Step handles all waiting players in the order of their arrival: a player goes to a match, a match is opened, the player is refused, or waits.
//
// A match accepts a player if its host has the player's protocol and rules, neither drains nor is dead, and the match is open, has a slot and the wanted
// mode. Known ratings of player and match must be within a window: 100 points at first, and 50 more with each second of waiting. A spectator needs no
// slot and no rating.
//
// Every advantage and disadvantage of a match is expressed in milliseconds of round trip, and the lowest sum wins. Players make a match a little better, up
// to Party; beyond that each costs far more than a new match. So matches fill up one after another, and players prefer a party at some distance to an
// empty match nearby. The match of a friend wins over everything else. A spectator goes to the match with most players, if it is near.
//
// A player waits only if time may bring a match or another waiting player into the window. Otherwise a match is opened at once. After PlacingPatience, a
// match is opened, or any match is taken if no host has room, or the fleet is full.
type Queue struct {
	waiting  []*waiting // by arrival
	openings []*opening
	promised map[ID]*promise
	failed   map[ID]time.Time // hosts that failed to open a match, and the time of the next try
	number   uint64           // of the latest opening
}

// waiting is a waiting player.
type waiting struct {
	Player
	since  time.Time
	placed bool // placed, or assigned to an opening
}

// opening is a match that is being opened.
type opening struct {
	Opening
	host    Host
	slots   int // expected
	players []*waiting
}

// failedFor is the pause after a host refused to open a match.
const failedFor = 5 * time.Second

// Add adds a waiting player.
func (q *Queue) Add(p Player, now time.Time) error {
	if q.Len() >= MaxWaiting {
		return errCrowded
	}
	q.waiting = append(q.waiting, &waiting{Player: p, since: now})
	return nil
}

// Len returns the number of waiting players.
func (q *Queue) Len() int {
	n := len(q.waiting)
	for _, o := range q.openings {
		n += len(o.players)
	}
	return n
}

// Remove removes a player.
func (q *Queue) Remove(id uint64) {
	is := func(w *waiting) bool { return w.ID == id }
	q.waiting = slices.DeleteFunc(q.waiting, is)
	for _, o := range q.openings {
		o.players = slices.DeleteFunc(o.players, is)
	}
}

// Step places the players that can be placed now.
func (q *Queue) Step(f *Snapshot, now time.Time) (d Decisions) {
	q.forget(f, now)
	if len(q.waiting) == 0 {
		return d
	}
	s := newScene(q, f, now)
	for _, w := range q.waiting {
		q.decide(s, w, &d)
	}
	q.waiting = slices.DeleteFunc(q.waiting, func(w *waiting) bool { return w.placed })
	return d
}

// decide handles one player.
func (q *Queue) decide(s *scene, w *waiting, d *Decisions) {
	if w.Match != 0 {
		if err := s.refusal(w, w.Match); err != nil {
			q.refuse(w, err, d)
			return
		}
		q.put(s, s.byID[w.Match], w, d)
		return
	}
	host, fresh := s.bestHost(w)
	best, cost, later := s.best(w, fresh)
	patient := s.now.Sub(w.since) < PlacingPatience
	if best == nil && patient && (later || s.othersMayJoin(w)) && !s.companion(w) {
		return
	}
	switch {
	case best != nil && (host == nil || cost <= fresh):
		q.put(s, best, w, d)
	case host != nil:
		q.open(s, *host, w, d)
	case len(s.fleet.Hosts) == 0: // as after a restart of the hub
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
	w.placed = true
	d.Refused = append(d.Refused, Refused{w.ID, err})
}

// put assigns a player to a match or an opening.
func (q *Queue) put(s *scene, c *candidate, w *waiting, d *Decisions) {
	w.placed = true
	c.add(w)
	if c.opening != nil {
		c.opening.players = append(c.opening.players, w)
		return
	}
	q.promise(c.match, w, s.now)
	d.Seated = append(d.Seated, SeatPlaced{w.ID, c.match.ID})
}

// open opens a match for a player.
func (q *Queue) open(s *scene, host Host, w *waiting, d *Decisions) {
	q.number++
	o := &opening{Opening: Opening{q.number, host.ID, w.Mode}, host: host, slots: cmp.Or(w.Slots, usualSlots)}
	q.openings = append(q.openings, o)
	d.Open = append(d.Open, o.Opening)
	s.opened[host.ID]++
	q.put(s, s.offerOpening(o), w, d)
}

// Opened reports the result of an opening: the match, in which its players are seated, or nil. Then they wait again, and the host is not asked for
// failedFor. Players beyond the match's slots wait, too.
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
	var over []*waiting // the mode may have fewer slots than expected
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

// waitAgain returns players of an opening to the queue, with their time of arrival.
func (q *Queue) waitAgain(players []*waiting) {
	for _, w := range players {
		w.placed = false
		q.waiting = append(q.waiting, w)
	}
	slices.SortStableFunc(q.waiting, func(a, b *waiting) int { return a.since.Compare(b.since) })
}

// promise counts the players on their way to a match, as entries of matches are seconds old.
type promise struct {
	base int    // players before the first of them
	sent []sent // on the way, by time
}

// sent is a player on the way to a match.
type sent struct {
	at     time.Time
	rating int
	site   string
}

const (
	// promisedFor is the maximum time until the host's entry counts the player.
	promisedFor = 8 * time.Second
	// arrivesIn is the maximum time of the way itself. Hosts update entries each Announce.
	arrivesIn = promisedFor - Announce
)

// promise adds a player on the way to a match.
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

// players returns the number of players of a match, including those on the way.
func (q *Queue) players(m *Match) int {
	if p := q.promised[m.ID]; p != nil {
		return max(m.Players, p.base+p.coming(m.Slots))
	}
	return m.Players
}

// coming returns the number of players on the way. Players of one site count for at most half of a match until they arrive, as one stranger can request
// many places with fresh keys.
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

// coming returns the players on the way to a match.
func (q *Queue) coming(match ID) []sent {
	if p := q.promised[match]; p != nil {
		return p.sent
	}
	return nil
}

// forget drops players that the entries of their hosts count by now, and failed hosts whose pause has ended.
func (q *Queue) forget(f *Snapshot, now time.Time) {
	for i := range f.Matches {
		m := &f.Matches[i]
		if p := q.promised[m.ID]; p != nil {
			p.forget(m, f.updated(m.ID, now), now)
		}
	}
	maps.DeleteFunc(q.promised, func(_ ID, p *promise) bool {
		n := len(p.sent)
		return n == 0 || now.Sub(p.sent[n-1].at) >= Matches.Life() // the match is gone
	})
	maps.DeleteFunc(q.failed, func(_ ID, until time.Time) bool { return now.After(until) })
}

// forget drops players that the match's entry counts. base is at most the current number of players: some did not arrive, and others left.
func (p *promise) forget(m *Match, said, now time.Time) {
	n := 0
	for n < len(p.sent) && now.Sub(p.sent[n].at) >= promisedFor && said.Sub(p.sent[n].at) >= arrivesIn {
		n++
	}
	p.base, p.sent = min(p.base+n, m.Players), p.sent[n:]
}
