package door

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/proto"
)

func TestWhoNeverGotToTheirMatchIsFreeToWantAnother(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	m := s.match(func(m *fleet.Match) { m.Players = 3 })
	r.until("the match is known", func() bool { _, ok := r.door.view.Match(m.ID); return ok })
	full, other := newPerson(t), newPerson(t)
	for _, p := range []*person{full, other} {
		if matchOf(t, p.sent(t, r.door)) != m.ID || !r.seatOf(p).Claim {
			t.Fatalf("the seat: %+v", r.seatOf(p))
		}
	}
	race := s.match(func(m *fleet.Match) { m.Players, m.Mode = 5, "race" })
	r.until("the race is known", func() bool { _, ok := r.door.view.Match(race.ID); return ok })
	time.Sleep(sceneLife) // what players are placed by may be as old as that
	if got := matchOf(t, other.sent(t, r.door, &proto.Wish{Mode: game.Race})); got != race.ID {
		t.Errorf("who wants a race is sent to %v", got)
	}
	if got := matchOf(t, full.sent(t, r.door)); got != m.ID {
		t.Errorf("who wants nothing else is sent to %v", got)
	}
	m.Players = m.Slots
	r.put(fleet.Matches, m.ID, &m)
	r.until("the match is full", func() bool { x, _ := r.door.view.Match(m.ID); return x.Players == x.Slots })
	time.Sleep(sceneLife)
	if got := matchOf(t, full.sent(t, r.door)); got != race.ID {
		t.Errorf("whose match is full meanwhile is sent to %v", got)
	}
	r.put(fleet.Matches, race.ID, &fleet.Match{ID: race.ID, Host: s.ID, Epoch: 1, Address: s.Address, Fingerprint: s.Fingerprint, Players: 32, Slots: 32})
	if _, err := r.fleet.Put(t.Context(), fleet.Seats, fleet.SeatKey(full.identity, nil), fleet.Append(nil, &fleet.Seat{Match: race.ID, Host: s.ID})); err != nil {
		t.Fatal(err)
	}
	if got := matchOf(t, full.sent(t, r.door)); got != race.ID {
		t.Errorf("whose seat a host has confirmed is sent to %v", got)
	}
}

func TestWhoAsksForAnotherMatchByNameGoesThereAndLeavesTheirSeat(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	first, second := r.host(nil), r.host(nil)
	a, b := first.match(nil), second.match(nil)
	r.until("all is known", func() bool { return len(r.door.view.Matches()) == 2 })
	p := newPerson(t)
	key := fleet.SeatKey(p.identity, nil)
	p.sent(t, r.door, &proto.Wish{Match: uint64(a.ID), Mode: proto.AnyMode})
	if got := matchOf(t, p.sent(t, r.door, &proto.Wish{Match: uint64(b.ID), Mode: proto.AnyMode})); got != b.ID || r.seatOf(p).Match != b.ID {
		t.Errorf("sent to %v, the seat: %+v", got, r.seatOf(p))
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	if len(first.leaves) != 1 || first.leaves[0].Match != a.ID || first.leaves[0].Seat != key || len(second.leaves) != 0 {
		t.Errorf("asked to let go: %+v, and of the host where they go: %+v", first.leaves, second.leaves)
	}
}
