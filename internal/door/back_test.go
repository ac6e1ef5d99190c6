package door

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// A match whose host and standby have both died is claimed after 26 s at the earliest, and a door holds nobody for as long.
func TestWhoComesBackKeepsTheirSeatUntilSomeHostHasClaimedTheirMatch(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(o *Options) { o.patience = &patience{hold: 10 * holdLook, asks: int(testkit.Limit / pulseWait)} })
	dead, other := r.host(nil), r.host(nil)
	m := dead.match(nil)
	other.match(nil)
	r.until("all is known", func() bool { return len(r.door.view.Hosts()) == 2 && len(r.door.view.Matches()) == 2 })
	p := newPerson(t)
	p.sent(t, r.door, &proto.Wish{Match: uint64(m.ID), Mode: proto.AnyMode})
	dead.kill()
	time.Sleep(freshLife)
	if got, err := p.says(r.door, hello(proto.Token{1})); !errors.Is(err, link.ErrClosed) {
		t.Errorf("told %+v, %v; want a link that closes, so that it is tried again", got, err)
	}
	if seat := r.seatOf(p); seat.Match != m.ID {
		t.Errorf("the seat is in %v now, the match was %v", seat.Match, m.ID)
	}
}

func TestAMatchOfWhichTheDirectoryDoesNotTellInTimeIsNotTakenForGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		v, err := fleet.WatchView(f, fleet.Matches)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		slow := &silentFleet{Fleet: f}
		s := settling{Door: &Door{fleet: slow, view: v}}
		if _, err := s.match(t.Context(), 77); !errors.Is(err, errGone) {
			t.Errorf("there is none: %v", err)
		}
		slow.silent.Store(true)
		if _, err := s.match(t.Context(), 77); !errors.Is(err, errDirectory) {
			t.Errorf("nobody says: %v", err)
		}
	})
}

// silentFleet is a fleet whose directory gives no answer.
type silentFleet struct {
	fleet.Fleet
	silent atomic.Bool
}

func (f *silentFleet) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	if f.silent.Load() {
		<-ctx.Done()
		return fleet.Entry{}, ctx.Err()
	}
	return f.Fleet.Get(ctx, kind, key)
}
