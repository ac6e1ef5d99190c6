package door

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/proto"
)

// slow is a fleet whose directory takes its time to answer, and for some keys too long.
type slow struct {
	fleet.Fleet
	takes  time.Duration
	silent string // key
}

func (s *slow) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	takes := s.takes
	if key == s.silent {
		takes = time.Hour
	}
	select {
	case <-time.After(takes):
		return s.Fleet.Get(ctx, kind, key)
	case <-ctx.Done():
		return fleet.Entry{}, ctx.Err()
	}
}

func TestEightFriendsOnASlowDirectoryTakeNoLongerThanOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		var friends []string
		for i := range proto.MaxFriends { // two in each match
			friends = append(friends, fmt.Sprint("SHA256:", i))
			seat := fleet.Seat{Match: fleet.ID(100 + i/2), Host: 1}
			f.Put(t.Context(), fleet.Seats, fleet.SeatKey(friends[i], nil), fleet.Append(nil, &seat))
		}
		d := &Door{patience: usualPatience, fleet: &slow{f, 200 * time.Millisecond, fleet.SeatKey(friends[7], nil)}}
		s := settling{Door: d, wish: proto.Wish{Friends: friends}}
		began := time.Now()
		found := s.friends(t.Context())
		if took := time.Since(began); took != friendTime {
			t.Errorf("they take %v, want %v", took, friendTime)
		}
		if want := []fleet.ID{100, 101, 102, 103}; !slices.Equal(found, want) {
			t.Errorf("they are in %v, want %v", found, want)
		}
	})
}
