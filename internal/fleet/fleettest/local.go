// Package fleettest has a fleet within one process, for tests.
package fleettest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// Local is a fleet within one process. Like a real bus, it refuses values that are invalid or too large. Its methods may be called from any
// goroutine.
type Local struct {
	mu          sync.Mutex
	revision    uint64
	entries     map[fleet.Kind]map[string]*entry
	watchers    map[*queue]fleet.Kind
	subscribers map[*queue]string // subject
	serving     map[string]func([]byte) []byte
	streams     map[string][]storedMessage // by subject
	closed      bool
	lasting     bool // see NeverExpire
	running     sync.WaitGroup
}

type entry struct {
	fleet.Entry
	expire *time.Timer // nil for never
}

type storedMessage struct {
	id    string
	bytes []byte
}

// NewLocal returns a fleet without members.
func NewLocal() *Local {
	return &Local{
		entries: map[fleet.Kind]map[string]*entry{}, watchers: map[*queue]fleet.Kind{}, subscribers: map[*queue]string{},
		serving: map[string]func([]byte) []byte{}, streams: map[string][]storedMessage{},
	}
}

// NeverExpire keeps entries that are written from now on, for tests in real time whose members do not write them again.
func (l *Local) NeverExpire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lasting = true
}

// Up implements fleet.Fleet.
func (l *Local) Up() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.closed
}

// Refused implements fleet.Fleet.
func (l *Local) Refused() bool { return false }

// Close ends every Watch and Subscribe, and waits for their goroutines.
func (l *Local) Close() {
	l.mu.Lock()
	l.closed = true
	for q := range l.watchers {
		q.stop()
	}
	for q := range l.subscribers {
		q.stop()
	}
	for _, kind := range l.entries {
		for _, e := range kind {
			if e.expire != nil {
				e.expire.Stop()
			}
		}
	}
	l.mu.Unlock()
	l.running.Wait()
}

// Get implements fleet.Directory.
func (l *Local) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[kind][key]; e != nil {
		return fleet.Entry{Key: e.Key, Value: bytes.Clone(e.Value), Revision: e.Revision}, ctx.Err()
	}
	return fleet.Entry{}, fleet.ErrNone
}

// List implements fleet.Directory.
func (l *Local) List(ctx context.Context, kind fleet.Kind) (all []fleet.Entry, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(l.entries[kind])) {
		e := l.entries[kind][key]
		all = append(all, fleet.Entry{Key: e.Key, Value: bytes.Clone(e.Value), Revision: e.Revision})
	}
	return all, ctx.Err()
}

// Put implements fleet.Directory.
func (l *Local) Put(ctx context.Context, kind fleet.Kind, key string, value []byte) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ctx, kind, key, value, kind.Life())
}

// Swap implements fleet.Directory.
func (l *Local) Swap(ctx context.Context, kind fleet.Kind, key string, value []byte, old uint64) (uint64, error) {
	return l.SwapFor(ctx, kind, key, value, old, kind.Life())
}

// SwapFor implements fleet.Directory.
func (l *Local) SwapFor(ctx context.Context, kind fleet.Kind, key string, value []byte, old uint64, life time.Duration) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.revisionOf(kind, key) != old {
		return 0, fleet.ErrStale
	}
	return l.write(ctx, kind, key, value, life)
}

// Remove implements fleet.Directory.
func (l *Local) Remove(ctx context.Context, kind fleet.Kind, key string, old uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.revisionOf(kind, key); now == 0 {
		return ctx.Err()
	} else if old != 0 && now != old {
		return fleet.ErrStale
	}
	l.drop(kind, key)
	return ctx.Err()
}

func (l *Local) revisionOf(kind fleet.Kind, key string) uint64 {
	if e := l.entries[kind][key]; e != nil {
		return e.Revision
	}
	return 0
}

func (l *Local) write(ctx context.Context, kind fleet.Kind, key string, value []byte, life time.Duration) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if err := fleet.CheckEntry(kind, key, value); err != nil {
		return 0, err
	}
	if l.entries[kind] == nil {
		l.entries[kind] = map[string]*entry{}
	}
	if before := l.entries[kind][key]; before != nil && before.expire != nil {
		before.expire.Stop()
	}
	l.revision++
	revision := l.revision
	e := &entry{Entry: fleet.Entry{Key: key, Value: bytes.Clone(value), Revision: revision}}
	if life != 0 && !l.closed && !l.lasting {
		e.expire = time.AfterFunc(life, func() {
			defer sys.Restore()
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.revisionOf(kind, key) == revision {
				l.drop(kind, key)
			}
		})
	}
	l.entries[kind][key] = e
	l.notify(kind, fleet.Change{Entry: e.Entry})
	return revision, nil
}

func (l *Local) drop(kind fleet.Kind, key string) {
	e := l.entries[kind][key]
	if e.expire != nil {
		e.expire.Stop()
	}
	delete(l.entries[kind], key)
	l.revision++
	l.notify(kind, fleet.Change{Entry: fleet.Entry{Key: key, Revision: l.revision}, Removed: true})
}

func (l *Local) notify(kind fleet.Kind, c fleet.Change) {
	for q, of := range l.watchers {
		if of == kind {
			q.put(c)
		}
	}
}

// Watch implements fleet.Directory.
func (l *Local) Watch(kind fleet.Kind, told func(fleet.Change)) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := newQueue(0)
	l.watchers[q] = kind
	for _, e := range l.entries[kind] {
		q.put(fleet.Change{Entry: e.Entry})
	}
	return l.run(q, func(v any) { told(v.(fleet.Change)) }), nil
}

// run calls take with each value of a queue until stop is called.
func (l *Local) run(q *queue, take func(any)) (stop func()) {
	if !l.closed { // and Close does not wait yet
		l.running.Go(func() {
			defer sys.Restore()
			q.run(take)
		})
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watchers, q)
		delete(l.subscribers, q)
		q.stop()
	}
}

// maxWaiting is how many messages wait for a subscriber; more are dropped, as a bus does.
const maxWaiting = 4096

// Publish implements fleet.Bus.
func (l *Local) Publish(subject string, b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	b = bytes.Clone(b)
	for q, of := range l.subscribers {
		if of == subject {
			q.put(b)
		}
	}
	l.streams[subject] = append(l.streams[subject], storedMessage{bytes: b})
}

// Subscribe implements fleet.Bus.
func (l *Local) Subscribe(subject string, told func([]byte)) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := newQueue(maxWaiting)
	l.subscribers[q] = subject
	return l.run(q, func(v any) { told(v.([]byte)) }), nil
}

// Ask implements fleet.Bus.
func (l *Local) Ask(ctx context.Context, subject string, b []byte) ([]byte, error) {
	l.mu.Lock()
	answer := l.serving[subject]
	l.mu.Unlock()
	if answer == nil {
		return nil, fleet.ErrNobody
	}
	answered := make(chan []byte, 1)
	b = bytes.Clone(b)
	go func() { // not waited for: an answer that never comes must not block Close
		defer sys.Restore()
		answered <- answer(b)
	}()
	select {
	case b := <-answered:
		if b == nil {
			return nil, fleet.ErrNobody
		}
		return b, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Serve implements fleet.Bus.
func (l *Local) Serve(subject string, answer func([]byte) []byte) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.serving[subject] = answer
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.serving, subject)
	}, nil
}

// Store implements fleet.Bus.
func (l *Local) Store(ctx context.Context, subject, id string, b []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id == "" || !slices.ContainsFunc(l.streams[subject], func(k storedMessage) bool { return k.id == id }) {
		l.streams[subject] = append(l.streams[subject], storedMessage{id, bytes.Clone(b)})
	}
	return ctx.Err()
}

// Stored implements fleet.Bus.
func (l *Local) Stored(ctx context.Context, subject string, told func([]byte)) error {
	l.mu.Lock()
	all := slices.Clone(l.streams[subject])
	l.mu.Unlock()
	for _, k := range all {
		told(k.bytes)
	}
	return ctx.Err()
}

// FreeAddress returns an address of this machine at which nobody listens, for a server that has to come back where it was. Where the system
// has all of 127/8, the address is one at random, so that the system gives its port to nobody else meanwhile.
func FreeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", fmt.Sprintf("127.%d.%d.%d:0", 1+rand.N(254), rand.N(256), 1+rand.N(254)))
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
