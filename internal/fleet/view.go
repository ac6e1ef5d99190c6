package fleet

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// View follows the hosts, matches and doors of a directory, for doors. Hosts, of which there are many, use a Roll and Keys instead. Methods are safe for
// concurrent use and never wait for the bus. Without the bus they return the last state, each entry for its time to live.
type View struct {
	hosts   table[Host, *Host]
	matches table[Match, *Match]
	doors   table[Door, *Door]
	stops   []func()
	dropped atomic.Uint64
}

// WatchView returns a view that follows kinds of a directory until it is closed. A follower receives every write of a kind, so hosts follow only small
// kinds.
func WatchView(d Directory, kinds ...Kind) (*View, error) {
	v := &View{}
	v.hosts.idOf = func(h *Host) ID { return h.ID }
	v.matches.idOf = func(m *Match) ID { return m.ID }
	v.doors.idOf = func(d *Door) ID { return d.ID }
	for _, kind := range kinds {
		take := map[Kind]func(ID, Change) bool{
			Hosts: v.hosts.apply, Matches: v.matches.apply, Doors: v.doors.apply,
		}[kind]
		stop, err := d.Watch(kind, func(c Change) {
			id, err := ParseID(c.Key)
			if err != nil || !take(id, c) {
				v.dropped.Add(1)
			}
		})
		if err != nil {
			v.Close()
			return nil, err
		}
		v.stops = append(v.stops, stop)
	}
	return v, nil
}

// Close stops following.
func (v *View) Close() {
	for _, stop := range v.stops {
		stop()
	}
}

// Hosts returns all hosts, ordered by id.
func (v *View) Hosts() []Host { return v.hosts.all() }

// Matches returns all matches, ordered by id.
func (v *View) Matches() []Match { return v.matches.all() }

// Match returns a match, and false if it is unknown.
func (v *View) Match(id ID) (Match, bool) {
	known, ok := v.matches.get(id)
	return known.value, ok
}

// Written returns a match with the revision of its entry and the time of its arrival.
func (v *View) Written(id ID) (m Match, revision uint64, seen time.Time, ok bool) {
	known, ok := v.matches.get(id)
	return known.value, known.revision, known.seen, ok
}

// Doors returns all doors, ordered by id.
func (v *View) Doors() []Door { return v.doors.all() }

// Door returns a door, and false if it is unknown.
func (v *View) Door(id ID) (Door, bool) {
	known, ok := v.doors.get(id)
	return known.value, ok
}

// table holds the entries of one kind.
type table[T any, P interface {
	*T
	Value
}] struct {
	idOf func(P) ID // static

	mu    sync.Mutex
	known map[ID]known[T]
}

type known[T any] struct {
	value    T
	revision uint64
	seen     time.Time
}

// tableLife is the life of an entry without a write: the time to live of all these kinds.
var tableLife = Hosts.Life()

// apply applies a change and reports whether it is valid.
func (t *table[T, P]) apply(id ID, c Change) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.Removed {
		delete(t.known, id)
		return true
	}
	v, err := Parse[T, P](c.Value)
	if err != nil || t.idOf(&v) != id {
		return false
	}
	if t.known == nil {
		t.known = map[ID]known[T]{}
	}
	if len(t.known)%64 == 0 { // sometimes: drop expired entries
		maps.DeleteFunc(t.known, func(_ ID, k known[T]) bool { return !k.lives() })
	}
	k := known[T]{v, c.Revision, time.Now()}
	if before := t.known[id]; before.revision == c.Revision { // repeated after a loss of the bus, so not fresh
		k.seen = before.seen
	}
	t.known[id] = k
	return true
}

func (k *known[T]) lives() bool { return time.Since(k.seen) < tableLife }

func (t *table[T, P]) get(id ID) (known[T], bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, ok := t.known[id]
	if !ok || !k.lives() {
		return known[T]{}, false
	}
	return k, true
}

func (t *table[T, P]) all() (all []T) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range slices.SortedFunc(maps.Keys(t.known), cmp.Compare[ID]) {
		if k := t.known[id]; k.lives() {
			all = append(all, k.value)
		}
	}
	return all
}

// Roll is a list of a fleet's hosts that is read seldom, and soon on request. Methods are safe for concurrent use. Without the bus it has the last list.
type Roll struct {
	d      Directory
	wanted chan struct{}

	reading sync.Mutex // one list at a time

	mu     sync.Mutex
	tried  time.Time // of the latest try
	failed int       // tries since the latest success
	read   time.Time
	known  map[ID]enrolled
}

// enrolled is a host on the roll.
type enrolled struct {
	Host
	revision uint64
	since    time.Time // it wrote its entry after that; zero: unknown
}

// There are as many rolls as hosts, so a roll reads about four entries a second, and at most ten times as many on request. After failures it reads less
// often.
const (
	rollEvery     = 20 * time.Second
	rollEveryHost = 250 * time.Millisecond // for each host on it, where that is longer
	rollSoon      = 2 * time.Second
	rollSoonHost  = rollEveryHost / 10
	rollDoublings = 4 // of rollSoon, one for each failure in a row
)

// NewRoll returns an empty roll.
func NewRoll(d Directory) *Roll { return &Roll{d: d, wanted: make(chan struct{}, 1)} }

// Read reads the roll, unless it was read within a time.
func (r *Roll) Read(ctx context.Context, within time.Duration) error {
	r.reading.Lock()
	defer r.reading.Unlock()
	began := time.Now()
	r.mu.Lock()
	fresh := !r.read.IsZero() && began.Sub(r.read) < within
	r.mu.Unlock()
	if fresh {
		return nil
	}
	select { // requests are satisfied
	case <-r.wanted:
	default:
	}
	all, err := r.d.List(ctx, Hosts)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tried = began; err != nil {
		r.failed++
		r.Want()
		return err
	}
	r.failed = 0
	known := make(map[ID]enrolled, len(all))
	for _, e := range all {
		h, err := Parse[Host](e.Value)
		if err != nil || e.Key != h.ID.String() {
			continue // other members may write invalid entries
		}
		now := enrolled{h, e.Revision, r.read}
		if before, ok := r.known[h.ID]; ok && before.revision == e.Revision {
			now.since = before.since
		}
		known[h.ID] = now
	}
	r.known, r.read = known, began
	return nil
}

// Want makes Wait return soon.
func (r *Roll) Want() {
	select {
	case r.wanted <- struct{}{}:
	default:
	}
}

// Wait waits until the roll should be read again. It returns false when ctx is done.
func (r *Roll) Wait(ctx context.Context) bool {
	r.mu.Lock()
	n := time.Duration(len(r.known))
	tried, failed := r.tried, r.failed
	r.mu.Unlock()
	late := tried.Add(spread(max(rollEvery, n*rollEveryHost)))
	soon := tried.Add(spread(max(rollSoon, n*rollSoonHost) << min(failed, rollDoublings)))
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Until(late)):
		return true
	case <-r.wanted:
	}
	select { // all hosts may want it when the bus is back
	case <-ctx.Done():
		return false
	case <-time.After(max(time.Until(soon), rand.N(1+n*rollSoonHost))):
		return true
	}
}

// spread adds up to half of d at random, so hosts do not stay in step.
func spread(d time.Duration) time.Duration { return d + rand.N(d/2) }

// Hosts returns all hosts, ordered by id.
func (r *Roll) Hosts() (all []Host) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range slices.SortedFunc(maps.Keys(r.known), cmp.Compare[ID]) {
		all = append(all, r.known[id].Host)
	}
	return all
}

// Host returns a host, and false if it is not on the roll.
func (r *Roll) Host(id ID) (Host, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h, ok := r.known[id]
	return h.Host, ok
}

// SpokeSince reports whether a host certainly wrote its entry after a time.
func (r *Roll) SpokeSince(id ID, at time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[id].since.After(at)
}
