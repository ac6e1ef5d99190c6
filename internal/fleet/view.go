// Package view keeps in memory what the directory of a fleet has. A View follows it, for those who have to know all at once: doors that
// place players. A Roll is a list of hosts that is read now and then, and Keys are looked up when a ticket comes: hosts, of which there
// are many, need no more.
package fleet

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// View is what is known of the hosts, matches and doors of a fleet. Its methods may be called from any goroutine, and never wait for the
// bus. While that is away they tell what was last known, of each for as long as the directory would have kept it.
type View struct {
	hosts   table[Host, *Host]
	matches table[Match, *Match]
	doors   table[Door, *Door]
	stops   []func()
	dropped atomic.Uint64
}

// Watch returns a view that follows some kinds of a directory, of hosts, matches and doors, until it is closed. Each who follows a kind is
// told of every write of it: doors follow all, hosts what there are few of.
func WatchView(d Directory, kinds ...Kind) (*View, error) {
	v := &View{}
	v.hosts.idOf = func(h *Host) ID { return h.ID }
	v.matches.idOf = func(m *Match) ID { return m.ID }
	v.doors.idOf = func(d *Door) ID { return d.ID }
	for _, kind := range kinds {
		take := map[Kind]func(ID, Change) bool{
			Hosts: v.hosts.take, Matches: v.matches.take, Doors: v.doors.take,
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

// Close has the view follow the directory no longer.
func (v *View) Close() {
	for _, stop := range v.stops {
		stop()
	}
}

// Hosts returns all hosts, by rising ids.
func (v *View) Hosts() []Host { return v.hosts.all() }

// Host returns a host, and false if it is not there.
func (v *View) Host(id ID) (Host, bool) {
	known, ok := v.hosts.get(id)
	return known.value, ok
}

// Matches returns all matches, by rising ids.
func (v *View) Matches() []Match { return v.matches.all() }

// Match returns a match, and false if there is none.
func (v *View) Match(id ID) (Match, bool) {
	known, ok := v.matches.get(id)
	return known.value, ok
}

// Written returns a match with the revision of its entry and when that was seen, by the clock of this process.
func (v *View) Written(id ID) (m Match, revision uint64, seen time.Time, ok bool) {
	known, ok := v.matches.get(id)
	return known.value, known.revision, known.seen, ok
}

// Doors returns all doors, by rising ids.
func (v *View) Doors() []Door { return v.doors.all() }

// Door returns a door, and false if it is not there.
func (v *View) Door(id ID) (Door, bool) {
	known, ok := v.doors.get(id)
	return known.value, ok
}

// Dropped returns how many entries could not be read.
func (v *View) Dropped() uint64 { return v.dropped.Load() }

// table is what is known of one kind.
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

// tableLife is how long an entry is believed in of which nothing is heard: as long as all these kinds are kept.
var tableLife = Hosts.Life()

// take takes a change, and reports whether it could be read.
func (t *table[T, P]) take(id ID, c Change) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.Gone {
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
	if len(t.known)%64 == 0 { // now and then: who falls silent with the bus is forgotten
		maps.DeleteFunc(t.known, func(_ ID, k known[T]) bool { return !k.lives() })
	}
	k := known[T]{v, c.Revision, time.Now()}
	if before := t.known[id]; before.revision == c.Revision { // told again by a bus that was away, which is no sign of life
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

// Unwritten returns the matches that nobody has written for so long.
func (v *View) Unwritten(since time.Duration) (all []Match) {
	t := &v.matches
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.known {
		if k.lives() && time.Since(k.seen) >= since {
			all = append(all, k.value)
		}
	}
	return all
}
