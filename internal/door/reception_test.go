package door

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/testkit"
)

// TestAWaitingPlayerGetsTheListOfTheFleetEveryTwoSeconds: the host of a returning player may be dead.
func TestAWaitingPlayerGetsTheListOfTheFleetEveryTwoSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		put := func(kind fleet.Kind, id fleet.ID, v fleet.Value) {
			t.Helper()
			if _, err := f.Put(t.Context(), kind, id.String(), fleet.Append(nil, v)); err != nil {
				t.Fatal(err)
			}
		}
		for i, region := range []string{"us", "eu"} {
			at := fleet.Host{ID: fleet.ID(i + 1), Address: "192.0.2.1:4242", Fingerprint: "SHA256:x", Region: region, Protocol: proto.Version, Rules: game.RulesFingerprint}
			put(fleet.Hosts, at.ID, &at)
			for n, players := range []int{3, 32, 9} {
				m := fleet.Match{ID: 100*at.ID + fleet.ID(n), Host: at.ID, Epoch: 1, Address: at.Address, Fingerprint: at.Fingerprint, Players: min(players+i, 32), Slots: 32}
				put(fleet.Matches, m.ID, &m)
			}
		}
		v, err := fleet.WatchView(f, fleet.Hosts, fleet.Matches)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		d := &Door{fleet: f, view: v, region: "eu", log: slog.New(slog.DiscardHandler), patience: usualPatience}
		d.answerQuestions()
		if _, err := f.Put(t.Context(), fleet.Seats, fleet.SeatKey("SHA256:player", nil), fleet.Append(nil, &fleet.Seat{Match: 100, Host: 1})); err != nil {
			t.Fatal(err)
		}
		d.asker = &pulses{hosts: map[string]*pulse{"192.0.2.1:4242": {at: time.Now().Add(time.Hour)}}} // it does not answer
		ctx, stop := context.WithCancel(t.Context())
		d.running.Go(func() {
			defer sys.Restore()
			d.receive(ctx)
		})
		defer d.running.Wait()
		defer stop()
		near, far := link.PipeOf("192.0.2.7:50000", "SHA256:player")
		d.Add(far)
		near.Send(link.Control, hello(proto.Token{1}).Append(nil))
		began, lists := time.Now(), 0
		for {
			m, err := receiveOne(near)
			if errors.Is(err, link.ErrClosed) {
				break
			}
			list, ok := m.(*proto.FleetList)
			if !ok || err != nil {
				t.Fatalf("got %+v, %v", m, err)
			}
			lists++
			var players []uint16
			for _, m := range list.Matches {
				players = append(players, m.Players)
			}
			if len(list.Hosts) != 2 || list.Hosts[0].Region != "eu" || len(players) != 6 || players[0] != 10 || players[3] != 3 || players[5] != 32 {
				t.Errorf("the hosts are %+v, the players of matches %v", list.Hosts, players)
			}
		}
		if took := time.Since(began); lists < int(heldFor/holdEvery)-1 || took < heldFor || took > heldFor+time.Second {
			t.Errorf("got %d lists, and the link was closed after %v", lists, took)
		}
	})
}

func TestAPlayerThatNeverReachedTheirMatchMayChooseAnother(t *testing.T) {
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
	time.Sleep(snapshotLife) // players are placed by a snapshot of up to that age
	if got := matchOf(t, other.sent(t, r.door, &proto.MatchWish{Mode: game.Race})); got != race.ID {
		t.Errorf("a player who wants a race is sent to %v", got)
	}
	if got := matchOf(t, full.sent(t, r.door)); got != m.ID {
		t.Errorf("a player without a wish is sent to %v", got)
	}
	m.Players = m.Slots
	r.put(fleet.Matches, m.ID, &m)
	r.until("the match is full", func() bool { x, _ := r.door.view.Match(m.ID); return x.Players == x.Slots })
	time.Sleep(snapshotLife)
	if got := matchOf(t, full.sent(t, r.door)); got != race.ID {
		t.Errorf("a player whose match is now full is sent to %v", got)
	}
	r.put(fleet.Matches, race.ID, &fleet.Match{ID: race.ID, Host: s.ID, Epoch: 1, Address: s.Address, Fingerprint: s.Fingerprint, Players: 32, Slots: 32})
	if _, err := r.fleet.Put(t.Context(), fleet.Seats, fleet.SeatKey(full.identity, nil), fleet.Append(nil, &fleet.Seat{Match: race.ID, Host: s.ID})); err != nil {
		t.Fatal(err)
	}
	if got := matchOf(t, full.sent(t, r.door)); got != race.ID {
		t.Errorf("a player whose seat a host has confirmed is sent to %v", got)
	}
}

func TestAPlayerThatAsksForAnotherMatchByNameLeavesTheirSeat(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	first, second := r.host(nil), r.host(nil)
	a, b := first.match(nil), second.match(nil)
	r.until("all is known", func() bool { return len(r.door.view.Matches()) == 2 })
	p := newPerson(t)
	key := fleet.SeatKey(p.identity, nil)
	p.sent(t, r.door, &proto.MatchWish{Match: uint64(a.ID), Mode: proto.AnyMode})
	if got := matchOf(t, p.sent(t, r.door, &proto.MatchWish{Match: uint64(b.ID), Mode: proto.AnyMode})); got != b.ID || r.seatOf(p).Match != b.ID {
		t.Errorf("sent to %v, the seat: %+v", got, r.seatOf(p))
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	if len(first.leaves) != 1 || first.leaves[0].Match != a.ID || first.leaves[0].Seat != key || len(second.leaves) != 0 {
		t.Errorf("asked to let go: %+v, and of the host where they go: %+v", first.leaves, second.leaves)
	}
}

var long = flag.Bool("long", false, "run long tests")

// TestTwoHundredAtOnceAreSentSoon: all send hello at the same time, are placed and claim their seats; then they show their tickets to the
// hosts.
func TestTwoHundredAtOnceAreSentSoon(t *testing.T) {
	t.Parallel()
	players, rounds := 40, 1
	if *long {
		players, rounds = 200, 5
	}
	r := newRig(t, nil)
	hosts := []*fakeHost{r.host(nil), r.host(nil), r.host(nil)}
	r.until("all is known", func() bool { return len(r.door.view.Hosts()) == 3 && hosts[0].knows(r.door) })
	var placing, joining []time.Duration
	people := make([]*person, players)
	for i := range people {
		people[i] = newPerson(t)
	}
	for range rounds {
		for _, p := range people { // after they left the last match
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
				m, err := receiveOne(l)
				placed := time.Since(began)
				sent.Done()
				redirect, ok := m.(*proto.Redirect)
				if !ok {
					t.Errorf("got %+v, %v", m, err)
					return
				}
				sent.Wait()
				began = time.Now()
				if err := isWelcome(p.follows(redirect)); err != nil {
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

// If host and standby have both died, a match is claimed after 26 s at the earliest; a door does not let players wait that long.
func TestAReturningPlayerRetainsTheirSeatUntilAHostClaimsTheMatch(t *testing.T) {
	t.Parallel()
	r := newRig(t, func(o *Options) { o.patience = &patience{hold: 10 * holdLook, asks: int(testkit.Limit / pulseWait)} })
	dead, other := r.host(nil), r.host(nil)
	m := dead.match(nil)
	other.match(nil)
	r.until("all is known", func() bool { return len(r.door.view.Hosts()) == 2 && len(r.door.view.Matches()) == 2 })
	p := newPerson(t)
	p.sent(t, r.door, &proto.MatchWish{Match: uint64(m.ID), Mode: proto.AnyMode})
	dead.kill()
	time.Sleep(freshLife)
	if got, err := p.sends(r.door, hello(proto.Token{1})); !errors.Is(err, link.ErrClosed) {
		t.Errorf("got %+v, %v; expected a closed link, so that the client retries", got, err)
	}
	if seat := r.seatOf(p); seat.Match != m.ID {
		t.Errorf("the seat is in %v now, the match was %v", seat.Match, m.ID)
	}
}

func TestAMatchIsNotConsideredEndedIfTheDirectoryIsSlow(t *testing.T) {
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
			t.Errorf("a directory without an answer: %v", err)
		}
	})
}

// silentFleet is a fleet with a directory that does not answer.
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

// slow is a fleet with a slow directory, which does not answer for one key.
type slow struct {
	fleet.Fleet
	delay  time.Duration
	silent string // key
}

func (s *slow) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	delay := s.delay
	if key == s.silent {
		delay = time.Hour
	}
	select {
	case <-time.After(delay):
		return s.Fleet.Get(ctx, kind, key)
	case <-ctx.Done():
		return fleet.Entry{}, ctx.Err()
	}
}

func TestEightFriendsOnASlowDirectoryWaitNoLongerThanOne(t *testing.T) {
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
		s := settling{Door: d, wish: proto.MatchWish{Friends: friends}}
		began := time.Now()
		found := s.friends(t.Context())
		if took := time.Since(began); took != friendTime {
			t.Errorf("took %v, expected %v", took, friendTime)
		}
		if want := []fleet.ID{100, 101, 102, 103}; !slices.Equal(found, want) {
			t.Errorf("they are in %v, want %v", found, want)
		}
	})
}
