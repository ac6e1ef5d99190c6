package door

import (
	"flag"
	"slices"
	"sync"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net/link"
	"dogfight/proto"
)

var long = flag.Bool("long", false, "run what takes long")

// TestTwoHundredAtOnceAreSentSoon: they say hello at the same time, are placed and claim their seats; then all go to their hosts with
// their tickets.
func TestTwoHundredAtOnceAreSentSoon(t *testing.T) {
	t.Parallel()
	players, rounds := 40, 1
	if *long {
		players, rounds = 200, 5
	}
	r := newRig(t, nil)
	hosts := []*stand{r.host(nil), r.host(nil), r.host(nil)}
	r.until("all is known", func() bool { return len(r.door.view.Hosts()) == 3 && hosts[0].knows(r.door) })
	var placing, joining []time.Duration
	people := make([]*person, players)
	for i := range people {
		people[i] = newPerson(t)
	}
	for range rounds {
		for _, p := range people { // who has left the match before
			r.fleet.Remove(t.Context(), fleet.Seats, fleet.SeatKey(p.identity, nil), 0)
		}
		var connected, sent, in sync.WaitGroup
		var mu sync.Mutex
		ready := make(chan struct{})
		connected.Add(players)
		sent.Add(players)
		for _, p := range people {
			l := p.dial(r.door)
			in.Go(func() {
				defer l.Close()
				for !l.Ready() && l.Err() == nil {
					time.Sleep(5 * time.Millisecond)
				}
				connected.Done()
				<-ready
				began := time.Now()
				l.Send(link.Control, hello(proto.Token{}).Append(nil))
				m, err := hearOne(l)
				placed := time.Since(began)
				sent.Done()
				redirect, ok := m.(*proto.Redirect)
				if !ok {
					t.Errorf("got %+v, %v", m, err)
					return
				}
				sent.Wait()
				began = time.Now()
				if err := isWelcome(p.goes(redirect)); err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				placing, joining = append(placing, placed), append(joining, time.Since(began))
			})
		}
		connected.Wait()
		close(ready)
		in.Wait()
	}
	matches := 0
	for _, h := range hosts {
		h.mu.Lock()
		for _, m := range h.matches {
			if matches++; m.Players > m.Slots {
				t.Errorf("%d players in a match of %d slots", m.Players, m.Slots)
			}
		}
		if len(h.refused) > 0 {
			t.Errorf("tickets refused: %v", h.refused)
		}
		h.mu.Unlock()
	}
	slices.Sort(placing)
	slices.Sort(joining)
	p := func(of []time.Duration, share float64) time.Duration {
		return of[int(share*float64(len(of)-1))].Round(time.Millisecond)
	}
	t.Logf("%d at once, %d times: from hello to redirect p50 %v, p99 %v; then to the host's answer p50 %v, p99 %v; %d matches", players, rounds,
		p(placing, 0.5), p(placing, 0.99), p(joining, 0.5), p(joining, 0.99), matches)
	if fewest, most := rounds*players/32, rounds*players/8; matches < fewest || matches > most {
		t.Errorf("%d matches were opened for %d players, want %d to %d", matches, rounds*players, fewest, most)
	}
}

func TestSeatsOfACrowdAreInTheDirectory(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.host(nil)
	r.until("the host is known", func() bool { return len(r.door.view.Hosts()) == 1 })
	for range 20 {
		p := newPerson(t)
		m := matchOf(t, p.sent(t, r.door))
		e, err := r.fleet.Get(t.Context(), fleet.Seats, fleet.SeatKey(p.identity, nil))
		if seat, _ := fleet.Parse[fleet.Seat](e.Value); err != nil || seat.Match != m {
			t.Fatalf("the seat: %+v, %v; sent to %v", seat, err, m)
		}
	}
}
