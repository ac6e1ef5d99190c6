package door

import (
	"context"
	"slices"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// friendTime is how long who is placed waits for where their friends are, all of them: it is only good to know.
const friendTime = 250 * time.Millisecond

// friends returns the matches in which friends of the guest are, as far as the directory tells in time. They are proto.MaxFriends at most,
// and looked up all at once.
func (s *settling) friends(ctx context.Context) []fleet.ID {
	ctx, cancel := context.WithTimeout(ctx, s.patience.friends)
	defer cancel()
	found := make([]fleet.ID, len(s.wish.Friends))
	var asking sync.WaitGroup
	for i, friend := range s.wish.Friends {
		asking.Go(func() {
			defer sys.Restore()
			found[i] = s.matchOf(ctx, friend)
		})
	}
	asking.Wait()
	slices.Sort(found)
	return slices.DeleteFunc(slices.Compact(found), func(match fleet.ID) bool { return match == 0 })
}

// matchOf returns the match of a friend; 0 for none.
func (s *settling) matchOf(ctx context.Context, identity string) fleet.ID {
	e, err := s.fleet.Get(ctx, fleet.Seats, fleet.SeatKey(identity, nil))
	if err != nil {
		return 0
	}
	seat, _ := fleet.Parse[fleet.Seat](e.Value)
	return seat.Match
}
