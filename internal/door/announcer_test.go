package door

import (
	"context"
	"crypto/ed25519"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
)

func TestTicketsOfADoorThatHasEndedAreGood(t *testing.T) {
	t.Parallel()
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

// announcing is a door that does nothing but announce itself, in virtual time, with the view of a host of its fleet.
type announcing struct {
	*Door
	fleet *fallible
	local *fleettest.Local
	host  *fleet.View
}

// announceInBubble calls test in a bubble, with a door that the directory has.
func announceInBubble(t *testing.T, test func(t *testing.T, a *announcing)) {
	synctest.Test(t, func(t *testing.T) {
		a := &announcing{local: fleettest.NewLocal()}
		defer a.local.Close()
		a.fleet = &fallible{Fleet: a.local}
		watch := func() *fleet.View {
			v, err := fleet.WatchView(a.local, fleet.Doors)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		a.host = watch()
		defer a.host.Close()
		_, key, _ := ed25519.GenerateKey(nil)
		a.Door = &Door{fleet: a.fleet, id: fleet.NewID(), key: key, address: "192.0.2.1:4242", view: watch()}
		defer a.view.Close()
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { a.announce(ctx) })
		defer running.Wait()
		defer stop()
		time.Sleep(5*announceLook + announceLook/2) // between two looks
		synctest.Wait()
		if !a.isKnown() {
			t.Fatal("the door is not known")
		}
		test(t, a)
	})
}

// isKnown reports whether the door takes itself for known, and the host knows it.
func (a *announcing) isKnown() bool {
	_, ok := a.host.Door(a.id)
	return ok && a.known.Load()
}

func TestADoorSaysWhatItIsAtOnceWhenTheDirectoryHasForgottenIt(t *testing.T) {
	t.Parallel()
	announceInBubble(t, func(t *testing.T, a *announcing) {
		a.fleet.full.Store(true)
		a.local.Remove(t.Context(), fleet.Doors, a.id.String(), 0)
		time.Sleep(announceLook)
		synctest.Wait()
		if a.known.Load() {
			t.Error("the door does not know that hosts have no key of it")
		}
		a.fleet.full.Store(false)
		time.Sleep(announceAgain + announceLook)
		synctest.Wait()
		if !a.isKnown() {
			t.Error("the door is not known again")
		}
	})
}

func TestADoorSaysWhatItIsAtOnceWhenTheBusIsBack(t *testing.T) {
	t.Parallel()
	announceInBubble(t, func(t *testing.T, a *announcing) {
		a.fleet.away.Store(true)
		time.Sleep(5 * announceLook)
		before := a.fleet.puts.Load()
		if !a.known.Load() {
			t.Error("while the bus is away hosts remember the door")
		}
		a.fleet.away.Store(false)
		time.Sleep(announceLook)
		synctest.Wait()
		if a.fleet.puts.Load() == before {
			t.Error("it is not said again")
		}
	})
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
