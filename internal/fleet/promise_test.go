package fleet

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// full is a fleet of one match with some players, without room for another match.
func full(players, slots int) *Snapshot {
	h := at(1, "")
	h.Room = 0
	f := &Snapshot{Hosts: []Host{h}, Matches: []Match{with(10, 1, players)}}
	f.Matches[0].Slots = slots
	return f
}

// send sends a player from a site to the match, and returns why they are refused.
func send(q *Queue, f *Snapshot, site string, now time.Time) error {
	q.number++
	p := player(1_000_000 + q.number)
	p.Match, p.Site = 10, site
	q.Add(p, now)
	if d := q.Step(f, now); len(d.Refused) > 0 {
		return d.Refused[0].Err
	}
	return nil
}

func TestAMatchWithAsManyLeavingAsJoiningStaysAsFull(t *testing.T) {
	f := full(4, 32)
	var q Queue
	for i := range 100 { // a player joins and one leaves each five seconds
		now := placingEpoch.Add(time.Duration(i) * 5 * time.Second)
		if err := send(&q, f, fmt.Sprint(i), now); err != nil {
			t.Fatalf("after %d have joined: %v", i, err)
		}
		if n := q.players(&f.Matches[0]); n > 7 {
			t.Fatalf("after %d have joined it counts as %d players", i, n)
		}
	}
}

func TestAPlayerThatDoesNotArriveIsRemoved(t *testing.T) {
	f := full(0, 8)
	var q Queue
	for i := range 8 {
		if err := send(&q, f, fmt.Sprint(i), placingEpoch); err != nil {
			t.Fatal(err)
		}
	}
	if err := send(&q, f, "late", placingEpoch.Add(promisedFor-1)); !errors.Is(err, errNoSlot) {
		t.Errorf("eight are on the way to eight slots: %v", err)
	}
	if err := send(&q, f, "late", placingEpoch.Add(promisedFor)); err != nil {
		t.Errorf("none of eight has arrived: %v", err)
	}
}

func TestAPlayerOnTheWayIsNotRemovedWhileHostsAreSilent(t *testing.T) {
	f := full(0, 8)
	f.Updated = func(ID) time.Time { return placingEpoch }
	var q Queue
	for i := range 8 {
		send(&q, f, fmt.Sprint(i), placingEpoch)
	}
	if err := send(&q, f, "late", placingEpoch.Add(2*promisedFor)); !errors.Is(err, errNoSlot) {
		t.Errorf("eight were sent to eight slots, and the bus is away: %v", err)
	}
}

func TestPlayersOfOneSiteOnTheirWayDoNotFillAMatchForAll(t *testing.T) {
	f := full(0, 8)
	var q Queue
	for i := range 20 {
		if err := send(&q, f, "192.0.2.7", placingEpoch.Add(time.Duration(i)*100*time.Millisecond)); err != nil {
			t.Fatalf("after %d: %v", i, err)
		}
	}
	if err := send(&q, f, "198.51.100.1", placingEpoch.Add(2*time.Second)); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
	f.Matches[0].Players = 8 // they have arrived
	if err := send(&q, f, "192.0.2.7", placingEpoch.Add(3*time.Second)); !errors.Is(err, errNoSlot) {
		t.Errorf("eight are there: %v", err)
	}
}
