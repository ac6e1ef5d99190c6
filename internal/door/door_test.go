package door

import (
	"context"
	"crypto/ed25519"
	"errors"
	"net/netip"
	"strings"
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
	"dogfight/testkit"
)

func TestAPlayerIsSentToAMatchWithATicketThatIsGoodOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	m := s.match(func(m *fleet.Match) { m.Players = 3 })
	r.until("the match is known", func() bool { _, ok := r.door.view.Match(m.ID); return ok })
	r.until("the door is known", func() bool { return s.knows(r.door) })
	p := newPerson(t)
	sent := p.sent(t, r.door)
	if sent.Address != s.Address || sent.Fingerprint != s.Fingerprint || matchOf(t, sent) != m.ID {
		t.Fatalf("sent to %+v", sent)
	}
	if err := isWelcome(p.follows(sent)); err != nil {
		t.Fatal(err)
	}
	if got := s.accepted[0]; got.Bearer != p.identity || got.Identity != p.identity || got.Remote != "" {
		t.Errorf("the ticket: %+v", got)
	}
	again, err := p.follows(sent)
	if reject, ok := again.(*proto.Reject); !ok || reject.Reason != fleet.ErrTicketUsed.Error() {
		t.Errorf("the second time: %+v, %v", again, err)
	}
	if stolen, _ := newPerson(t).follows(p.sent(t, r.door)); isWelcome(stolen, nil) == nil {
		t.Error("another player gets in with it")
	}
}

func TestWhereThereIsNoMatchOneIsOpened(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	r.until("the host is known", func() bool { return len(r.door.view.Hosts()) == 1 })
	p := newPerson(t)
	sent := p.sent(t, r.door, &proto.MatchWish{Mode: game.Teams})
	if m := s.matches[matchOf(t, sent)]; m == nil || m.Mode != "teams" {
		t.Errorf("sent to %+v", m)
	}
}

func TestAnyDoorSendsAPlayerToTheirSeat(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	m := s.match(nil)
	s.match(func(m *fleet.Match) { m.Players = 9 }) // other players are placed here
	other := r.open(nil)
	r.until("the matches are known", func() bool { return len(other.view.Matches()) == 2 && len(r.door.view.Matches()) == 2 })
	known, token := newPerson(t), proto.Token{1, 2, 3}
	for _, key := range []string{fleet.SeatKey(known.identity, nil), tokenKey(token)} {
		if _, err := r.fleet.Put(t.Context(), fleet.Seats, key, fleet.Append(nil, &fleet.Seat{Match: m.ID, Host: s.ID})); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []*Door{r.door, other} {
		if got := matchOf(t, known.sent(t, d)); got != m.ID {
			t.Errorf("by a key: sent to %v", got)
		}
		got, err := (*person)(nil).sends(d, hello(token))
		if sent, ok := got.(*proto.Redirect); !ok || matchOf(t, sent) != m.ID {
			t.Errorf("by a token: %+v, %v", got, err)
		}
	}
}

func TestAPlayerThatJoinsTwiceAtOnceEndsInOneMatch(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	for range 4 {
		s.match(func(m *fleet.Match) { m.Players = 15 }) // one free slot each
	}
	doors := []*Door{r.door, r.open(nil), r.open(nil)}
	for _, d := range doors {
		r.until("the matches are known", func() bool { return len(d.view.Matches()) == 4 })
	}
	rounds := 3
	if *long {
		rounds = 10
	}
	for range rounds {
		p := newPerson(t)
		var all sync.WaitGroup
		var mu sync.Mutex
		went := map[fleet.ID]int{}
		for i := range 9 {
			all.Go(func() {
				m := matchOf(t, p.sent(t, doors[i%len(doors)]))
				mu.Lock()
				defer mu.Unlock()
				went[m]++
			})
		}
		all.Wait()
		if len(went) != 1 {
			t.Fatalf("nine joins of one player end in %v", went)
		}
	}
}

func TestASeatInAMatchThatHasEndedIsRemoved(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	m := s.match(nil)
	r.until("the match is known", func() bool { return len(r.door.view.Matches()) == 1 })
	p := newPerson(t)
	key := fleet.SeatKey(p.identity, nil)
	r.fleet.Put(t.Context(), fleet.Seats, key, fleet.Append(nil, &fleet.Seat{Match: 77, Host: 88}))
	if got := matchOf(t, p.sent(t, r.door)); got != m.ID {
		t.Errorf("sent to %v", got)
	}
	e, err := r.fleet.Get(t.Context(), fleet.Seats, key)
	if seat, _ := fleet.Parse[fleet.Seat](e.Value); err != nil || seat.Match != m.ID {
		t.Errorf("the seat: %+v, %v", seat, err)
	}
}

func TestAPlayerOfADeadHostWaitsUntilAnotherHasTheMatch(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	dead, heir := r.host(nil), r.host(nil)
	m := dead.match(nil)
	r.until("all is known", func() bool { return len(r.door.view.Hosts()) == 2 && len(r.door.view.Matches()) == 1 })
	p := newPerson(t)
	p.sent(t, r.door)
	dead.kill()
	time.Sleep(freshLife) // clients wait that long before they retry
	next := m
	next.Host, next.Epoch, next.Address, next.Fingerprint = heir.ID, 2, heir.Address, heir.Fingerprint
	time.AfterFunc(10*holdLook, func() { r.put(fleet.Matches, m.ID, &next) })
	got, err := p.sends(r.door, hello(proto.Token{1}))
	sent, ok := got.(*proto.Redirect)
	if err != nil || !ok || sent.Address != heir.Address || matchOf(t, sent) != m.ID {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestNoPlayerIsPlacedAtAHostThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	dead, alive := r.host(nil), r.host(nil)
	dead.match(func(m *fleet.Match) { m.Players = 12 })
	m := alive.match(func(m *fleet.Match) { m.Players = 1 })
	r.until("all is known", func() bool { return len(r.door.view.Matches()) == 2 })
	dead.kill()
	if got := matchOf(t, newPerson(t).sent(t, r.door)); got != m.ID {
		t.Errorf("sent to %v", got)
	}
}

func TestAPlayerGetsTheWantedMatch(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	near, far := r.host(nil), r.host(nil)
	near.match(func(m *fleet.Match) { m.Players = 9 })
	wanted := far.match(func(m *fleet.Match) { m.Players = 1 })
	r.until("all is known", func() bool { return len(r.door.view.Matches()) == 2 && len(r.door.view.Hosts()) == 2 })
	if got := matchOf(t, newPerson(t).sent(t, r.door, &proto.MatchWish{Match: uint64(wanted.ID), Mode: proto.AnyMode})); got != wanted.ID {
		t.Errorf("a match: sent to %v", got)
	}
	rtts := []proto.HostRTT{{Host: uint64(near.ID), RTT: 300}, {Host: uint64(far.ID), RTT: 10}}
	if rtts[0].Host > rtts[1].Host {
		rtts[0], rtts[1] = rtts[1], rtts[0]
	}
	if got := matchOf(t, newPerson(t).sent(t, r.door, &proto.MatchWish{Mode: proto.AnyMode, RTTs: rtts})); got != wanted.ID {
		t.Errorf("round trips: sent to %v", got)
	}
	friend := newPerson(t)
	friend.sent(t, r.door, &proto.MatchWish{Match: uint64(wanted.ID), Mode: proto.AnyMode})
	if got := matchOf(t, newPerson(t).sent(t, r.door, &proto.MatchWish{Mode: proto.AnyMode, Friends: []string{friend.identity}})); got != wanted.ID {
		t.Errorf("a friend: sent to %v", got)
	}
	got, _ := newPerson(t).sends(r.door, &proto.MatchWish{Match: 4711, Mode: proto.AnyMode}, hello(proto.Token{}))
	if reject, ok := got.(*proto.Reject); !ok || !strings.Contains(reject.Reason, "no such match") {
		t.Errorf("a match that is not there: %+v", got)
	}
}

func TestADoorListsTheMatchesOfItsFleet(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(func(h *fleet.Host) { h.Region = "eu" })
	old := r.host(func(h *fleet.Host) { h.Rules++ })
	m := s.match(func(m *fleet.Match) { m.Players, m.Bots, m.Mode, m.Title = 3, 5, "teams", "Evening" })
	old.match(nil)
	s.match(func(m *fleet.Match) { m.Closed = true })
	r.until("the matches are known", func() bool { return len(r.door.view.Matches()) == 3 })
	l := newPerson(t).dial(r.door)
	defer l.Close()
	l.Send(link.Control, (&proto.ListFleet{}).Append(nil))
	got, err := receiveOne(l)
	list, ok := got.(*proto.FleetList)
	if err != nil || !ok || len(list.Hosts) != 1 || len(list.Matches) != 1 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if h := list.Hosts[0]; h.ID != uint64(s.ID) || h.Address != s.Address || h.Region != "eu" {
		t.Errorf("host: %+v", h)
	}
	want := proto.FleetMatch{ID: uint64(m.ID), Title: "Evening", Mode: game.Teams, Arena: "open", Players: 3, Bots: 5, Slots: 32}
	if list.Matches[0] != want {
		t.Errorf("match: %+v", list.Matches[0])
	}
	if who := r.door.Summary(); !strings.HasPrefix(who, "fleet: 2 hosts, 3 matches, 3 players, 5 bots\n") || !strings.Contains(who, "Evening") {
		t.Errorf("the summary: %s", who)
	}
}

func TestADoorVouchesForAPlayerItDraws(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	s.match(nil)
	r.until("the match is known", func() bool { return len(r.door.view.Matches()) == 1 })
	r.until("the door is known", func() bool { return s.knows(r.door) })
	near, far := link.PipeOf("192.0.2.7:50000", "SHA256:player")
	r.door.Add(far)
	near.Send(link.Control, hello(proto.Token{}).Append(nil))
	got, err := receiveOne(near)
	sent, ok := got.(*proto.Redirect)
	if err != nil || !ok {
		t.Fatalf("got %+v, %v", got, err)
	}
	l := r.door.Follow(sent.Place, netip.Addr{})
	defer l.Close()
	l.Send(link.Control, (&proto.Ticket{Bytes: sent.Ticket}).Append(nil))
	if err := isWelcome(receiveOne(l)); err != nil {
		t.Fatal(err)
	}
	for name, place := range map[string]proto.Place{
		"an address that no host has":           {Address: "127.0.0.1:22", Fingerprint: sent.Fingerprint, Ticket: sent.Ticket},
		"the loopback, from a public host":      sent.Place,
		"a host's address, another fingerprint": {Address: sent.Address, Fingerprint: "SHA256:another", Ticket: sent.Ticket},
	} {
		l := r.door.Follow(place, netip.MustParseAddr("203.0.113.5"))
		if testkit.Receive(t, "the link is down", l.Done()); l.Ready() || l.Counts().WireOut > 0 {
			t.Errorf("the door dials %s for a host", name)
		}
	}
	if got := s.accepted[0]; got.Identity != "SHA256:player" || got.Remote != "192.0.2.7:50000" || got.Bearer != r.door.identity {
		t.Errorf("the ticket: %+v", got)
	}
}

func TestInvalidGuestsAreRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	for name, sends := range map[string]proto.Message{
		"no hello":  &proto.Spawn{},
		"nonsense":  &proto.Keyframe{World: []byte{1}},
		"a welcome": &proto.Bye{},
	} {
		got, err := newPerson(t).sends(r.door, sends)
		if _, kicked := got.(*proto.Kick); !kicked && !errors.Is(err, link.ErrClosed) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	old := hello(proto.Token{})
	b := old.Append(nil)
	b[6]++ // its version
	l := newPerson(t).dial(r.door)
	defer l.Close()
	l.Send(link.Control, b)
	got, err := receiveOne(l)
	if reject, ok := got.(*proto.Reject); !ok || reject.Code != proto.RejectVersion {
		t.Errorf("another version: %+v, %v", got, err)
	}
	flood := newPerson(t).dial(r.door)
	defer flood.Close()
	for range 4 * maxMessages {
		flood.Send(link.Control, (&proto.ListFleet{}).Append(nil))
	}
	for {
		got, err := receiveOne(flood)
		if _, list := got.(*proto.FleetList); list {
			continue
		}
		if _, kicked := got.(*proto.Kick); !kicked {
			t.Errorf("a flood: %+v, %v", got, err)
		}
		break
	}
}

func TestADoorThatClosesNotifiesPlayers(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	d := r.open(nil)
	p := newPerson(t)
	l := p.dial(d)
	defer l.Close()
	l.Send(link.Control, (&proto.ListFleet{}).Append(nil))
	if _, err := receiveOne(l); err != nil {
		t.Fatal(err)
	}
	l.Send(link.Control, hello(proto.Token{}).Append(nil)) // without a host
	d.Close()
	for {
		got, err := receiveOne(l)
		if _, list := got.(*proto.FleetList); list && err == nil {
			continue
		}
		if reject, ok := got.(*proto.Reject); !ok || reject.Code != proto.RejectClosing && reject.Code != proto.RejectFull && reject.Code != proto.RejectVersion {
			t.Errorf("got %+v, %v", got, err)
		}
		break
	}
}

func TestPlayersThatLeaveAfterHelloDoNotFillAMatch(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(func(h *fleet.Host) { h.Room = 0 })
	m := s.match(func(m *fleet.Match) { m.Slots = 8 })
	r.until("the match is known", func() bool { return len(r.door.view.Matches()) == 1 })
	for range 8 {
		newPerson(t).sent(t, r.door)
	}
	if got := matchOf(t, newPerson(t).sent(t, r.door, &proto.MatchWish{Match: uint64(m.ID), Mode: proto.AnyMode})); got != m.ID {
		t.Errorf("sent to %v", got)
	}
}

func TestAnEmptyFleetDoesNotRefuseTheVersionOfAPlayer(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	got, err := newPerson(t).sends(r.door, &proto.MatchWish{Match: 10, Mode: proto.AnyMode}, hello(proto.Token{}))
	if reject, ok := got.(*proto.Reject); err != nil || !ok || reject.Code != proto.RejectFull || !strings.Contains(reject.Reason, "no hosts") {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestASpectatorIsSentToAMatchThatIsFull(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	m := s.match(func(m *fleet.Match) { m.Players = m.Slots })
	r.until("the match is known", func() bool { return len(r.door.view.Matches()) == 1 })
	h := hello(proto.Token{})
	h.Purpose = proto.Spectate
	got, err := newPerson(t).sends(r.door, &proto.MatchWish{Match: uint64(m.ID), Mode: proto.AnyMode}, h)
	if sent, ok := got.(*proto.Redirect); err != nil || !ok || matchOf(t, sent) != m.ID {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestADeadHostThatOnePlayerFoundIsAvoidedForTheNext(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	dead, alive := r.host(nil), r.host(nil)
	m := dead.match(func(m *fleet.Match) { m.Players = 12 })
	alive.match(func(m *fleet.Match) { m.Players = 1 })
	r.until("all is known", func() bool { return len(r.door.view.Matches()) == 2 && len(r.door.view.Hosts()) == 2 })
	dead.kill()
	isDead := func(after time.Duration) (first, second bool) { // after the host was found dead
		r.door.asker.mu.Lock()
		found := time.Now()
		if h := r.door.asker.hosts[dead.Address]; h != nil {
			found = h.at
		}
		r.door.asker.mu.Unlock()
		f := r.door.snapshot(found.Add(after))
		return f.Dead(dead.ID), f.Dead(alive.ID)
	}
	if first, second := isDead(0); first || second {
		t.Error("a host is dead before a player was sent there")
	}
	newPerson(t).sent(t, r.door) // returns once the door knows that the host is dead
	if first, second := isDead(0); !first || second {
		t.Errorf("the dead host is dead: %v, the other: %v", first, second)
	}
	if first, _ := isDead(deadLife); first {
		t.Error("it is never asked again")
	}
	got, err := newPerson(t).sends(r.door, &proto.MatchWish{Match: uint64(m.ID), Mode: proto.AnyMode}, hello(proto.Token{}))
	if reject, ok := got.(*proto.Reject); err != nil || !ok || !strings.Contains(reject.Reason, "does not answer") {
		t.Errorf("a request for its match: got %+v, %v", got, err)
	}
}

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
	time.Sleep(100 * time.Millisecond) // a removal of the entry would reach the host by then
	if err := isWelcome(p.follows(sent)); err != nil {
		t.Error(err)
	}
}

// announcing is a door that only announces itself, in virtual time, and the view of a host of its fleet.
type announcing struct {
	*Door
	fleet *fallible
	local *fleettest.Local
	host  *fleet.View
}

// announceInBubble calls test in a bubble with an announced door.
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
		time.Sleep(5*announceLook + announceLook/2) // between two checks
		synctest.Wait()
		if !a.isKnown() {
			t.Fatal("the door is not known")
		}
		test(t, a)
	})
}

// isKnown reports whether the door considers itself announced and the host's view has it.
func (a *announcing) isKnown() bool {
	_, ok := a.host.Door(a.id)
	return ok && a.known.Load()
}

func TestADoorAnnouncesItselfAtOnceAfterTheDirectoryLostIt(t *testing.T) {
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

func TestADoorAnnouncesItselfAtOnceWhenTheBusIsBack(t *testing.T) {
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
			t.Error("it is not announced again")
		}
	})
}

// fallible is a fleet that can be away or have a full directory.
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
