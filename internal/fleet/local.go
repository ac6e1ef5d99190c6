package fleet

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"dogfight/internal/crash"
)

// Local is a fleet within one process, for tests and for hosts that stand alone. It is as strict as a bus is: values that no bus would
// carry are not kept.
type Local struct {
	mu       sync.Mutex
	revision uint64
	entries  map[Kind]map[string]*localEntry
	watchers map[*localQueue]Kind
	heard    map[*localQueue]string // subject
	serving  map[string]func([]byte) []byte
	kept     map[string][]keptBytes // by subject
	closed   bool
	running  sync.WaitGroup
}

type localEntry struct {
	Entry
	expire *time.Timer // nil for never
}

type keptBytes struct {
	id    string
	bytes []byte
}

// NewLocal returns a fleet in which there is nobody.
func NewLocal() *Local {
	return &Local{
		entries: map[Kind]map[string]*localEntry{}, watchers: map[*localQueue]Kind{}, heard: map[*localQueue]string{},
		serving: map[string]func([]byte) []byte{}, kept: map[string][]keptBytes{},
	}
}

// Up is Fleet's.
func (l *Local) Up() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.closed
}

// Close ends all that listen.
func (l *Local) Close() {
	l.mu.Lock()
	l.closed = true
	for q := range l.watchers {
		q.stop()
	}
	for q := range l.heard {
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

// Get is Directory's.
func (l *Local) Get(ctx context.Context, kind Kind, key string) (Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.entries[kind][key]; e != nil {
		return Entry{e.Key, bytes.Clone(e.Value), e.Revision}, ctx.Err()
	}
	return Entry{}, ErrNone
}

// List is Directory's.
func (l *Local) List(ctx context.Context, kind Kind) (all []Entry, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(l.entries[kind])) {
		e := l.entries[kind][key]
		all = append(all, Entry{e.Key, bytes.Clone(e.Value), e.Revision})
	}
	return all, ctx.Err()
}

// Put is Directory's.
func (l *Local) Put(ctx context.Context, kind Kind, key string, value []byte) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.write(ctx, kind, key, value, kind.Life())
}

// Swap is Directory's.
func (l *Local) Swap(ctx context.Context, kind Kind, key string, value []byte, old uint64) (uint64, error) {
	return l.SwapFor(ctx, kind, key, value, old, kind.Life())
}

// SwapFor is Directory's.
func (l *Local) SwapFor(ctx context.Context, kind Kind, key string, value []byte, old uint64, life time.Duration) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.revisionOf(kind, key) != old {
		return 0, ErrStale
	}
	return l.write(ctx, kind, key, value, life)
}

// Remove is Directory's.
func (l *Local) Remove(ctx context.Context, kind Kind, key string, old uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.revisionOf(kind, key); now == 0 {
		return ctx.Err()
	} else if old != 0 && now != old {
		return ErrStale
	}
	l.drop(kind, key)
	return ctx.Err()
}

func (l *Local) revisionOf(kind Kind, key string) uint64 {
	if e := l.entries[kind][key]; e != nil {
		return e.Revision
	}
	return 0
}

func (l *Local) write(ctx context.Context, kind Kind, key string, value []byte, life time.Duration) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if err := CheckEntry(kind, key, value); err != nil {
		return 0, err
	}
	if l.entries[kind] == nil {
		l.entries[kind] = map[string]*localEntry{}
	}
	if before := l.entries[kind][key]; before != nil && before.expire != nil {
		before.expire.Stop()
	}
	l.revision++
	revision := l.revision
	e := &localEntry{Entry: Entry{key, bytes.Clone(value), revision}}
	if life != 0 && !l.closed {
		e.expire = time.AfterFunc(life, func() {
			defer crash.Restore()
			l.mu.Lock()
			defer l.mu.Unlock()
			if l.revisionOf(kind, key) == revision {
				l.drop(kind, key)
			}
		})
	}
	l.entries[kind][key] = e
	l.tell(kind, Change{Entry: e.Entry})
	return revision, nil
}

func (l *Local) drop(kind Kind, key string) {
	e := l.entries[kind][key]
	if e.expire != nil {
		e.expire.Stop()
	}
	delete(l.entries[kind], key)
	l.revision++
	l.tell(kind, Change{Entry: Entry{Key: key, Revision: l.revision}, Gone: true})
}

func (l *Local) tell(kind Kind, c Change) {
	for q, of := range l.watchers {
		if of == kind {
			q.put(c)
		}
	}
}

// Watch is Directory's.
func (l *Local) Watch(kind Kind, told func(Change)) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := newLocalQueue(0)
	l.watchers[q] = kind
	for _, e := range l.entries[kind] {
		q.put(Change{Entry: e.Entry})
	}
	return l.run(q, func(v any) { told(v.(Change)) }), nil
}

// run has what comes into a queue taken, until what it returns is called.
func (l *Local) run(q *localQueue, take func(any)) (stop func()) {
	if !l.closed { // and Close does not wait yet
		l.running.Go(func() {
			defer crash.Restore()
			q.run(take)
		})
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watchers, q)
		delete(l.heard, q)
		q.stop()
	}
}

// localWaiting is how much waits for a listener at most, as on a bus.
const localWaiting = 4096

// Publish is Bus's.
func (l *Local) Publish(subject string, b []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	b = bytes.Clone(b)
	for q, of := range l.heard {
		if of == subject {
			q.put(b)
		}
	}
	l.kept[subject] = append(l.kept[subject], keptBytes{bytes: b})
}

// Subscribe is Bus's.
func (l *Local) Subscribe(subject string, told func([]byte)) (func(), error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := newLocalQueue(localWaiting)
	l.heard[q] = subject
	return l.run(q, func(v any) { told(v.([]byte)) }), nil
}

// Ask is Bus's.
func (l *Local) Ask(ctx context.Context, subject string, b []byte) ([]byte, error) {
	l.mu.Lock()
	answer := l.serving[subject]
	l.mu.Unlock()
	if answer == nil {
		return nil, ErrNobody
	}
	answered := make(chan []byte, 1)
	b = bytes.Clone(b)
	go func() { // which is not waited for: whom nobody answers goes on
		defer crash.Restore()
		answered <- answer(b)
	}()
	select {
	case b := <-answered:
		if b == nil {
			return nil, ErrNobody
		}
		return b, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Serve is Bus's.
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

// Keep is Bus's.
func (l *Local) Keep(ctx context.Context, subject, id string, b []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if id == "" || !slices.ContainsFunc(l.kept[subject], func(k keptBytes) bool { return k.id == id }) {
		l.kept[subject] = append(l.kept[subject], keptBytes{id, bytes.Clone(b)})
	}
	return ctx.Err()
}

// Kept is Bus's.
func (l *Local) Kept(ctx context.Context, subject string, told func([]byte)) error {
	l.mu.Lock()
	all := slices.Clone(l.kept[subject])
	l.mu.Unlock()
	for _, k := range all {
		told(k.bytes)
	}
	return ctx.Err()
}
