package door

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/internal/fleet"
)

func TestTicketsOfADoorThatHasEndedAreGood(t *testing.T) {
	r := newRig(t, nil)
	s := r.host(nil)
	m := s.match(nil)
	d := r.open(nil)
	r.until("all is known", func() bool { _, ok := d.view.Match(m.ID); return ok && s.knows(d) })
	p := newPerson(t)
	sent := p.sent(t, d)
	d.Close()
	time.Sleep(100 * time.Millisecond) // for the host to be told of whatever becomes of the entry
	if err := isWelcome(p.goes(sent)); err != nil {
		t.Error(err)
	}
}

func TestADoorSaysWhatItIsAtOnceWhenTheDirectoryHasForgottenIt(t *testing.T) {
	r := newRig(t, nil)
	s := r.host(nil)
	f := &fallible{Fleet: r.fleet}
	d := r.open(func(o *Options) { o.Fleet = f })
	r.until("the door is known", func() bool { _, ok := d.view.Door(d.id); return ok && s.knows(d) })
	time.Sleep(5 * announceLook)
	f.full.Store(true)
	r.fleet.Remove(t.Context(), fleet.Doors, d.id.String(), 0)
	r.until("the door knows that hosts do not have its key", func() bool { return !d.known.Load() })
	f.full.Store(false)
	began := time.Now()
	r.until("the door is known again", func() bool { return d.known.Load() && s.knows(d) })
	if took := time.Since(began); took > announceAgain+time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestADoorSaysWhatItIsAtOnceWhenTheBusIsBack(t *testing.T) {
	r := newRig(t, nil)
	f := &fallible{Fleet: r.fleet}
	d := r.open(func(o *Options) { o.Fleet = f })
	r.until("the door is known", func() bool { return d.known.Load() })
	time.Sleep(5 * announceLook)
	f.away.Store(true)
	time.Sleep(5 * announceLook)
	before := f.puts.Load()
	if !d.known.Load() {
		t.Error("while the bus is away hosts remember the door")
	}
	f.away.Store(false)
	began := time.Now()
	r.until("it is said again", func() bool { return f.puts.Load() > before })
	if took := time.Since(began); took > time.Second {
		t.Errorf("it took %v", took)
	}
}

// fallible is a fleet that is away, or whose directory is full.
type fallible struct {
	fleet.Fleet
	away, full atomic.Bool
	puts       atomic.Int64
}

func (f *fallible) Up() bool { return !f.away.Load() }

func (f *fallible) Put(ctx context.Context, kind fleet.Kind, key string, value []byte) (uint64, error) {
	f.puts.Add(1)
	if f.full.Load() {
		return 0, fleet.ErrStale
	}
	return f.Fleet.Put(ctx, kind, key, value)
}
