package keeper

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
)

// bus is a fleettest.Local that can cut off its members from it and from each other, pause and delay them, and elect a new leader of the
// directory.
type bus struct {
	*fleettest.Local
	mu        sync.Mutex
	members   []*member
	down      bool          // calls of the directory hang
	dead      bool          // for all
	noLogs    bool          // stored logs cannot be read
	sent      int           // bytes that were published
	slow      time.Duration // the greatest delay of a message, each way
	random    *rand.Rand
	listeners map[string][]*listener
	serving   map[string]server
}

type listener struct {
	f  *filtered
	do func([]byte)
}

type server struct {
	m      *member
	answer func([]byte) []byte
}

// member is one member's connection to the bus.
type member struct {
	*bus
	id      fleet.ID
	out, in bool              // nothing is sent; nothing is received
	deaf    map[fleet.ID]bool // members from which it receives nothing
	stopped chan struct{}     // closed when it resumes; nil: its process runs
	killed  chan struct{}     // closed when it was killed
}

func newBus(seed uint64) *bus {
	return &bus{
		Local: fleettest.NewLocal(), random: rand.New(rand.NewPCG(seed, 1)),
		listeners: map[string][]*listener{}, serving: map[string]server{},
	}
}

func (b *bus) member(id fleet.ID) *member {
	m := &member{bus: b, id: id, deaf: map[fleet.ID]bool{}, killed: make(chan struct{})}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.members = append(b.members, m)
	return m
}

var errCut = errors.New("the bus cannot be reached")

// runs waits while the process is stopped, and reports whether it lives.
func (m *member) runs() bool {
	for {
		m.mu.Lock()
		stopped := m.stopped
		m.mu.Unlock()
		if stopped != nil {
			select {
			case <-stopped:
				continue
			case <-m.killed:
			}
		}
		select {
		case <-m.killed:
			return false
		default:
			return true
		}
	}
}

// delay sleeps for the delay of one message.
func (m *member) delay() {
	m.mu.Lock()
	d := time.Duration(0)
	if m.slow > 0 {
		d = time.Duration(m.random.Int64N(int64(m.slow)))
	}
	m.mu.Unlock()
	time.Sleep(d)
}

// way reports whether a call arrives, and whether its answer does.
func (m *member) way(directory bool) (there, back bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.out && !m.dead && !(directory && m.down), !m.in && !m.dead
}

// Up implements fleet.Fleet. A member does not notice a line that is cut for itself.
func (m *member) Up() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.dead
}

// dies ends the bus for all until back is called, which loses the directory unless its memory survives. Members reconnect one after another, within
// a time.
func (b *bus) dies() (back func(lost bool, within time.Duration)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.dead = true
	return func(lost bool, within time.Duration) {
		if lost {
			b.forget()
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.dead = false
		for _, m := range b.members {
			if m.in || m.out {
				continue // cut by another fault
			}
			m.in, m.out = true, true
			time.AfterFunc(time.Duration(b.random.Int64N(int64(within))), func() { m.cut(false, false) })
		}
	}
}

// forget empties the directory, as far as it is in memory.
func (b *bus) forget() {
	for _, kind := range []fleet.Kind{fleet.Hosts, fleet.Matches, fleet.Seats, fleet.Doors} {
		all, _ := b.Local.List(context.Background(), kind)
		for _, e := range all {
			b.Local.Remove(context.Background(), kind, e.Key, 0)
		}
	}
}

// call carries a call of the directory. A call that does not arrive hangs until the caller's ctx ends. If the answer is lost, the call was
// done nevertheless. A pending call may arrive after the caller has stopped waiting.
func call[T any](m *member, ctx context.Context, do func() (T, error)) (v T, err error) {
	type answer struct {
		v   T
		err error
	}
	answered := make(chan answer, 1)
	go func() {
		if !m.runs() {
			return
		}
		m.delay()
		there, _ := m.way(true)
		if !there {
			return
		}
		v, err := do()
		m.delay()
		if _, back := m.way(true); back && m.runs() {
			answered <- answer{v, err}
		}
	}()
	select {
	case a := <-answered:
		return a.v, a.err
	case <-ctx.Done():
		m.runs()
		return v, ctx.Err()
	case <-m.killed:
		return v, errCut
	}
}

func (m *member) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	return call(m, ctx, func() (fleet.Entry, error) { return m.Local.Get(context.Background(), kind, key) })
}

func (m *member) List(ctx context.Context, kind fleet.Kind) ([]fleet.Entry, error) {
	return call(m, ctx, func() ([]fleet.Entry, error) { return m.Local.List(context.Background(), kind) })
}

func (m *member) Put(ctx context.Context, kind fleet.Kind, key string, value []byte) (uint64, error) {
	return call(m, ctx, func() (uint64, error) { return m.Local.Put(context.Background(), kind, key, value) })
}

func (m *member) Swap(ctx context.Context, kind fleet.Kind, key string, value []byte, old uint64) (uint64, error) {
	return call(m, ctx, func() (uint64, error) { return m.Local.Swap(context.Background(), kind, key, value, old) })
}

func (m *member) Remove(ctx context.Context, kind fleet.Kind, key string, old uint64) error {
	_, err := call(m, ctx, func() (struct{}, error) { return struct{}{}, m.Local.Remove(context.Background(), kind, key, old) })
	return err
}

// filtered delivers the messages of a watch or subscription to a member in order, while they can reach it.
type filtered struct {
	m       *member
	queue   chan func()
	stopped chan struct{}
	stop    func()
}

func (m *member) filtered() *filtered {
	f := &filtered{m: m, queue: make(chan func(), 4096), stopped: make(chan struct{})}
	f.stop = sync.OnceFunc(func() { close(f.stopped) })
	go func() {
		for {
			select {
			case <-m.killed:
				return
			case <-f.stopped:
				return
			case do := <-f.queue:
				m.delay()
				if m.runs() {
					do()
				}
			}
		}
	}()
	return f
}

// put delivers a message. With keep, as for a watch, a message that cannot reach the member waits; otherwise it is lost.
func (f *filtered) put(keep bool, do func()) {
	f.m.mu.Lock()
	in := f.m.in || f.m.dead
	f.m.mu.Unlock()
	if in && !keep {
		return
	}
	select {
	case <-f.stopped:
		return
	case <-f.m.killed:
		return
	default:
	}
	f.queue <- func() {
		for keep {
			f.m.mu.Lock()
			in := f.m.in || f.m.dead
			f.m.mu.Unlock()
			if !in {
				break
			}
			time.Sleep(50 * time.Millisecond)
			if !f.m.runs() {
				return
			}
		}
		do()
	}
}

func (m *member) Watch(kind fleet.Kind, do func(fleet.Change)) (func(), error) {
	f := m.filtered()
	stop, err := m.Local.Watch(kind, func(c fleet.Change) { f.put(true, func() { do(c) }) })
	return func() { stop(); f.stop() }, err
}

func (m *member) Publish(subject string, b []byte) {
	if there, _ := m.way(false); !there || !m.runs() {
		return
	}
	b = slices.Clone(b)
	m.Local.Publish(subject, b) // into the stream
	m.mu.Lock()
	m.sent += len(b)
	listeners := slices.Clone(m.listeners[subject])
	m.mu.Unlock()
	for _, to := range listeners {
		if !to.f.m.receives(m.id) {
			continue
		}
		to.f.put(false, func() { to.do(b) })
	}
}

func (m *member) Stored(ctx context.Context, subject string, do func([]byte)) error {
	m.mu.Lock()
	noLogs := m.noLogs
	m.mu.Unlock()
	if noLogs {
		return errCut
	}
	return m.Local.Stored(ctx, subject, do)
}

func (m *member) receives(from fleet.ID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return !m.deaf[from]
}

func (m *member) Subscribe(subject string, do func([]byte)) (func(), error) {
	l := &listener{m.filtered(), do}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.listeners[subject] = append(m.listeners[subject], l)
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.listeners[subject] = slices.DeleteFunc(m.listeners[subject], func(o *listener) bool { return o == l })
		l.f.stop()
	}, nil
}

func (m *member) Serve(subject string, answer func([]byte) []byte) (func(), error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.serving[subject] = server{m, answer}
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.serving, subject)
	}, nil
}

func (m *member) Ask(ctx context.Context, subject string, b []byte) ([]byte, error) {
	m.mu.Lock()
	of, ok := m.serving[subject]
	m.mu.Unlock()
	if !ok {
		return nil, fleet.ErrNobody
	}
	answered := make(chan []byte, 1)
	go func() {
		if !m.runs() {
			return
		}
		m.delay()
		if there, _ := m.way(false); !there || !of.m.receives(m.id) {
			return
		}
		if _, in := of.m.way(false); !in || !of.m.runs() {
			return
		}
		a := of.answer(b)
		if !of.m.runs() { // it may be stopped in the middle
			return
		}
		m.delay()
		there, _ := of.m.way(false)
		if _, in := m.way(false); there && in && m.receives(of.m.id) && m.runs() {
			answered <- a
		}
	}()
	select {
	case a := <-answered:
		return a, nil
	case <-ctx.Done():
		m.runs()
		return nil, ctx.Err()
	case <-m.killed:
		return nil, errCut
	}
}
