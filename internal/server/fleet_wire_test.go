package server

import (
	"context"
	"sync"
	"sync/atomic"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
)

// wire is a host's way to a fleet, which can be cut, and on which writes of matches can be held up.
type wire struct {
	*fleettest.Local
	cut      atomic.Bool
	halfCut  atomic.Bool // nothing is asked or swapped; the rest goes through
	heldUp   atomic.Bool
	writes   chan struct{} // has something when a write is held up that has been done
	goesThru chan struct{} // closed to let it go through

	mu            sync.Mutex
	waiting, most int // calls that wait because it is cut, now and at most
}

// waits counts calls that begin or end to wait.
func (w *wire) waits(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting += n
	w.most = max(w.most, w.waiting)
}

// mostWaiting returns how many calls have waited at a time.
func (w *wire) mostWaiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.most
}

func newWire(f *fleettest.Local) *wire {
	return &wire{Local: f, writes: make(chan struct{}, 1), goesThru: make(chan struct{})}
}

// holdUp has the next write of a match take until goOn.
func (w *wire) holdUp() { w.heldUp.Store(true) }

func (w *wire) goOn() { close(w.goesThru) }

// reach returns an error when the wire is cut, as late as a bus would.
func (w *wire) reach(ctx context.Context) error {
	if w.cut.Load() {
		w.waits(1)
		<-ctx.Done()
		w.waits(-1)
	}
	return ctx.Err()
}

// reachWhole is reach for what half a cut stops too.
func (w *wire) reachWhole(ctx context.Context) error {
	if w.halfCut.Load() {
		<-ctx.Done()
	}
	return w.reach(ctx)
}

func (w *wire) Up() bool { return !w.cut.Load() }

func (w *wire) Get(ctx context.Context, k fleet.Kind, key string) (fleet.Entry, error) {
	if err := w.reach(ctx); err != nil {
		return fleet.Entry{}, err
	}
	return w.Local.Get(ctx, k, key)
}

func (w *wire) List(ctx context.Context, k fleet.Kind) ([]fleet.Entry, error) {
	if err := w.reach(ctx); err != nil {
		return nil, err
	}
	return w.Local.List(ctx, k)
}

func (w *wire) Put(ctx context.Context, k fleet.Kind, key string, v []byte) (uint64, error) {
	if err := w.reach(ctx); err != nil {
		return 0, err
	}
	return w.Local.Put(ctx, k, key, v)
}

func (w *wire) Swap(ctx context.Context, k fleet.Kind, key string, v []byte, old uint64) (uint64, error) {
	if err := w.reachWhole(ctx); err != nil {
		return 0, err
	}
	revision, err := w.Local.Swap(ctx, k, key, v, old)
	if k == fleet.Matches && err == nil && w.heldUp.CompareAndSwap(true, false) {
		w.writes <- struct{}{}
		<-w.goesThru
	}
	return revision, err
}

func (w *wire) Remove(ctx context.Context, k fleet.Kind, key string, old uint64) error {
	if err := w.reach(ctx); err != nil {
		return err
	}
	return w.Local.Remove(ctx, k, key, old)
}

func (w *wire) Ask(ctx context.Context, s string, b []byte) ([]byte, error) {
	if err := w.reachWhole(ctx); err != nil {
		return nil, err
	}
	return w.Local.Ask(ctx, s, b)
}

func (w *wire) Keep(ctx context.Context, subject, id string, b []byte) error {
	if err := w.reach(ctx); err != nil {
		return err
	}
	return w.Local.Keep(ctx, subject, id, b)
}

func (w *wire) Publish(s string, b []byte) {
	if !w.cut.Load() {
		w.Local.Publish(s, b)
	}
}
