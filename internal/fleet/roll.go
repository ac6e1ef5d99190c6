package fleet

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Roll is the list of a fleet's hosts, for those who choose among them now and then: it is read again seldom, and soon when someone needs
// a fresh one. Its methods may be called from any goroutine. While the bus is away it has what was last read.
type Roll struct {
	d      Directory
	wanted chan struct{}

	reading sync.Mutex // one list at a time

	mu     sync.Mutex
	tried  time.Time // when it was read last, or could not be
	failed int       // how often it could not be since it was read
	read   time.Time
	known  map[ID]enrolled
}

// enrolled is a host on the roll.
type enrolled struct {
	Host
	revision uint64
	since    time.Time // it has spoken after that; zero if that is not known
}

// A roll is read so often that all hosts of a fleet together do not read too much, for there are as many rolls as hosts: each reads some
// four entries a second, and at most ten times as many while it is wanted. A bus that has too much to do is asked ever more seldom.
const (
	rollEvery     = 20 * time.Second
	rollEveryHost = 250 * time.Millisecond // for each host on it, where that is longer
	rollSoon      = 2 * time.Second
	rollSoonHost  = rollEveryHost / 10
	rollDoublings = 4 // of that, at most, one for each time in a row that it could not be read
)

// NewRoll returns a roll that has not been read yet.
func NewRoll(d Directory) *Roll { return &Roll{d: d, wanted: make(chan struct{}, 1)} }

// Read reads the roll again, unless that was done within so long.
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
	select { // whoever wants it has it
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
			continue // others than hosts may write to a bus
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

// Want has Wait return soon.
func (r *Roll) Want() {
	select {
	case r.wanted <- struct{}{}:
	default:
	}
}

// Wait waits until the roll should be read again, and reports whether it came to that before ctx was done.
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
	select { // all may want it at once, when a bus is back
	case <-ctx.Done():
		return false
	case <-time.After(max(time.Until(soon), rand.N(1+n*rollSoonHost))):
		return true
	}
}

// spread returns a time that is up to half as long again, so that hosts which began together do not stay so.
func spread(d time.Duration) time.Duration { return d + rand.N(d/2) }

// Hosts returns all hosts, by rising ids.
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

// SpokeSince reports whether a host has said something of itself after a time for sure.
func (r *Roll) SpokeSince(id ID, at time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[id].since.After(at)
}
