// Package view keeps in memory what the directory of a fleet has. A View follows it, for those who have to know all at once: doors that
// place players. A Roll is a list of hosts that is read now and then, and Keys are looked up when a ticket comes: hosts, of which there
// are many, need no more.
package view

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
)

// View is what is known of the hosts, matches and doors of a fleet. Its methods may be called from any goroutine, and never wait for the
// bus. While that is away they tell what was last known, of each for as long as the directory would have kept it.
type View struct {
	hosts   table[fleet.Host, *fleet.Host]
	matches table[fleet.Match, *fleet.Match]
	doors   table[fleet.Door, *fleet.Door]
	stops   []func()
	dropped atomic.Uint64
}

// Watch returns a view that follows some kinds of a directory, of hosts, matches and doors, until it is closed. Each who follows a kind is
// told of every write of it: doors follow all, hosts what there are few of.
func Watch(d fleet.Directory, kinds ...fleet.Kind) (*View, error) {
	v := &View{}
	v.hosts.idOf = func(h *fleet.Host) fleet.ID { return h.ID }
	v.matches.idOf = func(m *fleet.Match) fleet.ID { return m.ID }
	v.doors.idOf = func(d *fleet.Door) fleet.ID { return d.ID }
	for _, kind := range kinds {
		take := map[fleet.Kind]func(fleet.ID, fleet.Change) bool{
			fleet.Hosts: v.hosts.take, fleet.Matches: v.matches.take, fleet.Doors: v.doors.take,
		}[kind]
		stop, err := d.Watch(kind, func(c fleet.Change) {
			id, err := fleet.ParseID(c.Key)
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
func (v *View) Hosts() []fleet.Host { return v.hosts.all() }

// Host returns a host, and false if it is not there.
func (v *View) Host(id fleet.ID) (fleet.Host, bool) {
	known, ok := v.hosts.get(id)
	return known.value, ok
}

// Matches returns all matches, by rising ids.
func (v *View) Matches() []fleet.Match { return v.matches.all() }

// Match returns a match, and false if there is none.
func (v *View) Match(id fleet.ID) (fleet.Match, bool) {
	known, ok := v.matches.get(id)
	return known.value, ok
}

// Written returns a match with the revision of its entry and when that was seen, by the clock of this process.
func (v *View) Written(id fleet.ID) (m fleet.Match, revision uint64, seen time.Time, ok bool) {
	known, ok := v.matches.get(id)
	return known.value, known.revision, known.seen, ok
}

// Doors returns all doors, by rising ids.
func (v *View) Doors() []fleet.Door { return v.doors.all() }

// Door returns a door, and false if it is not there.
func (v *View) Door(id fleet.ID) (fleet.Door, bool) {
	known, ok := v.doors.get(id)
	return known.value, ok
}

// Dropped returns how many entries could not be read.
func (v *View) Dropped() uint64 { return v.dropped.Load() }

// table is what is known of one kind.
type table[T any, P interface {
	*T
	fleet.Value
}] struct {
	idOf func(P) fleet.ID // static

	mu    sync.Mutex
	known map[fleet.ID]known[T]
}

type known[T any] struct {
	value    T
	revision uint64
	seen     time.Time
}

// tableLife is how long an entry is believed in of which nothing is heard: as long as all these kinds are kept.
var tableLife = fleet.Hosts.Life()

// take takes a change, and reports whether it could be read.
func (t *table[T, P]) take(id fleet.ID, c fleet.Change) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.Gone {
		delete(t.known, id)
		return true
	}
	v, err := fleet.Parse[T, P](c.Value)
	if err != nil || t.idOf(&v) != id {
		return false
	}
	if t.known == nil {
		t.known = map[fleet.ID]known[T]{}
	}
	if len(t.known)%64 == 0 { // now and then: who falls silent with the bus is forgotten
		maps.DeleteFunc(t.known, func(_ fleet.ID, k known[T]) bool { return !k.lives() })
	}
	k := known[T]{v, c.Revision, time.Now()}
	if before := t.known[id]; before.revision == c.Revision { // told again by a bus that was away, which is no sign of life
		k.seen = before.seen
	}
	t.known[id] = k
	return true
}

func (k *known[T]) lives() bool { return time.Since(k.seen) < tableLife }

func (t *table[T, P]) get(id fleet.ID) (known[T], bool) {
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
	for _, id := range slices.SortedFunc(maps.Keys(t.known), cmp.Compare[fleet.ID]) {
		if k := t.known[id]; k.lives() {
			all = append(all, k.value)
		}
	}
	return all
}

// Unwritten returns the matches that nobody has written for so long.
func (v *View) Unwritten(since time.Duration) (all []fleet.Match) {
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
