package door

import (
	"context"
	"crypto/ed25519"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// rig is a fleet in this process, with a door.
type rig struct {
	*testing.T
	fleet *fleettest.Local
	door  *Door
	doors []*Door // with door
	hosts int
}

func newRig(t *testing.T, change func(*Options)) *rig {
	r := &rig{T: t, fleet: fleettest.NewLocal()}
	r.fleet.NeverExpire()
	t.Cleanup(r.fleet.Close)
	r.door = r.open(change)
	return r
}

// open opens a door of the fleet.
func (r *rig) open(change func(*Options)) *Door {
	r.Helper()
	o := Options{Fleet: r.fleet, Certificate: newCertificate(r), Listen: "127.0.0.1:0", Limits: admission.Limits{PerLocal: 2048, HalfOpen: 2048, Total: 4096}}
	o.patience = &patience{hold: testkit.Limit, friends: testkit.Limit, asks: int(testkit.Limit / pulseWait)}
	if change != nil {
		change(&o)
	}
	d, err := Open(o)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(d.Close)
	r.doors = append(r.doors, d)
	r.awaitHosts()
	return d
}

// awaitHosts waits until each door knows all hosts.
func (r *rig) awaitHosts() {
	r.Helper()
	for _, d := range r.doors {
		r.until("a door knows all hosts", func() bool { return len(d.view.Hosts()) == r.hosts })
	}
}

func newCertificate(t testing.TB) tls.Certificate {
	t.Helper()
	text, err := link.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	cert, err := tls.X509KeyPair(text, text)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// fakeHost is a host of the fleet that accepts tickets and plays no matches.
type fakeHost struct {
	*rig
	fleet.Host
	listener *link.Listener
	view     *fleet.View
	desk     *fleet.TicketDesk
	running  sync.WaitGroup

	mu       sync.Mutex
	matches  map[fleet.ID]*fleet.Match
	accepted []fleet.Ticket
	refused  []error
	leaves   []fleet.Leave // requests to leave
}

// host adds a host.
func (r *rig) host(change func(*fleet.Host)) *fakeHost {
	r.Helper()
	cert := newCertificate(r)
	l, err := link.Listen("127.0.0.1:0", cert, admission.Limits{PerLocal: 2048, HalfOpen: 2048, Total: 4096})
	if err != nil {
		r.Fatal(err)
	}
	s := &fakeHost{rig: r, listener: l, matches: map[fleet.ID]*fleet.Match{}}
	s.Host = fleet.Host{
		ID: fleet.NewID(), Address: l.Addr().String(), Fingerprint: link.Fingerprint(cert.Certificate[0]),
		Protocol: proto.Version, Rules: game.RulesFingerprint, Room: 100,
	}
	if change != nil {
		change(&s.Host)
	}
	if s.view, err = fleet.WatchView(r.fleet, fleet.Matches, fleet.Doors); err != nil {
		r.Fatal(err)
	}
	keys := fleet.Keys{Fleet: r.fleet, Doors: s.view, Hosts: fleet.NewRoll(r.fleet)}
	s.desk = fleet.NewTicketDesk(s.ID, func(t *fleet.Ticket) ed25519.PublicKey { return keys.Door(t.Issuer) })
	l.Answer(func(b, buf []byte) []byte {
		q, err := proto.ParseQuery(b)
		if err != nil {
			return buf
		}
		return (&proto.Answer{Nonce: q.Nonce, ID: uint64(s.ID), Info: proto.Info{Version: proto.Version}}).Append(buf)
	})
	s.running.Go(s.accept)
	r.Cleanup(s.kill)
	if _, err := r.fleet.Serve(fleet.AskSubject+s.ID.String(), s.answer); err != nil {
		r.Fatal(err)
	}
	r.put(fleet.Hosts, s.ID, &s.Host)
	r.hosts++
	r.awaitHosts()
	return s
}

func (r *rig) put(kind fleet.Kind, id fleet.ID, v fleet.Value) {
	r.Helper()
	if _, err := r.fleet.Put(r.Context(), kind, id.String(), fleet.Append(nil, v)); err != nil {
		r.Fatal(err)
	}
}

// knows reports whether the host knows of a door.
func (s *fakeHost) knows(d *Door) bool {
	_, ok := s.view.Door(d.id)
	return ok
}

// kill stops the host. Its entries in the directory remain.
func (s *fakeHost) kill() {
	s.listener.Close()
	s.running.Wait()
	s.view.Close()
}

// match adds a match at the host.
func (s *fakeHost) match(change func(*fleet.Match)) fleet.Match {
	s.Helper()
	m := fleet.Match{
		ID: fleet.NewID(), Host: s.ID, Epoch: 1, Address: s.Address, Fingerprint: s.Fingerprint,
		Title: "Fun", Mode: "deathmatch", Arena: "open", Slots: 32,
	}
	if change != nil {
		change(&m)
	}
	s.put(fleet.Matches, m.ID, &m)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.matches[m.ID] = &m
	return m
}

// answer opens a match.
func (s *fakeHost) answer(b []byte) []byte {
	ask, err := fleet.Parse[fleet.Ask](b)
	switch {
	case err == nil && ask.Leave != nil:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.leaves = append(s.leaves, *ask.Leave)
		return fleet.Append(nil, &fleet.Answer{})
	case err != nil || ask.Open == nil:
		return nil
	}
	m := s.match(func(m *fleet.Match) {
		if ask.Open.Mode != "" {
			m.Mode = ask.Open.Mode
		}
	})
	return fleet.Append(nil, &fleet.Answer{Match: &m})
}

// accept accepts connections and checks their tickets.
func (s *fakeHost) accept() {
	for {
		l, err := s.listener.Accept()
		if errors.Is(err, link.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		link.Settle(l)
		s.running.Go(func() {
			defer l.Close()
			m, err := receiveOne(l)
			shown, ok := m.(*proto.Ticket)
			if err != nil || !ok {
				return
			}
			t, err := s.desk.Accept(shown.Bytes, l.Identity(), time.Now())
			s.mu.Lock()
			defer s.mu.Unlock()
			if err != nil {
				s.refused = append(s.refused, err)
				l.Send(link.Control, (&proto.Reject{Code: proto.RejectTicket, Reason: err.Error()}).Append(nil))
				return
			}
			s.accepted = append(s.accepted, t)
			s.matches[t.Match].Players++
			l.Send(link.Control, (&proto.Bye{Reason: "welcome"}).Append(nil))
		})
	}
}

// receiveOne returns the next message on a link.
func receiveOne(l link.Link) (proto.Message, error) {
	for until := time.Now().Add(testkit.Limit); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		down := l.Err()
		if p, ok := l.Receive(nil); ok {
			return proto.Parse(p.Bytes)
		}
		if down != nil {
			return nil, down
		}
	}
	return nil, context.DeadlineExceeded
}

// person is a player with a key.
type person struct {
	cert     tls.Certificate
	identity string
}

func newPerson(t testing.TB) *person {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	cert, identity, err := certificateOf(key)
	if err != nil {
		t.Fatal(err)
	}
	return &person{cert, identity}
}

func hello(token proto.Token) *proto.Hello {
	return &proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint,
		Token: token, Pace: 2, Name: "Ann",
	}
}

// sends sends messages to a door and returns its answer. FleetLists, which a door sends while a player waits, are skipped.
func (p *person) sends(d *Door, all ...proto.Message) (proto.Message, error) {
	l := p.dial(d)
	defer l.Close()
	for _, m := range all {
		l.Send(link.Control, m.Append(nil))
	}
	for {
		m, err := receiveOne(l)
		if _, waits := m.(*proto.FleetList); !waits || err != nil {
			return m, err
		}
	}
}

func (p *person) dial(d *Door) link.Link {
	if p == nil {
		return link.Dial(d.Addr().String(), &link.KnownHosts{})
	}
	return link.DialAs(d.Addr().String(), &link.KnownHosts{}, p.cert)
}

// sent joins at a door and expects a Redirect.
func (p *person) sent(t testing.TB, d *Door, before ...proto.Message) *proto.Redirect {
	t.Helper()
	m, err := p.sends(d, append(before, hello(proto.Token{}))...)
	r, ok := m.(*proto.Redirect)
	if err != nil || !ok {
		t.Fatalf("got %+v, %v; want a Redirect", m, err)
	}
	return r
}

// seatOf returns a player's seat in the directory, or a zero Seat.
func (r *rig) seatOf(p *person) (seat fleet.Seat) {
	if e, err := r.fleet.Get(r.Context(), fleet.Seats, fleet.SeatKey(p.identity, nil)); err == nil {
		seat, _ = fleet.Parse[fleet.Seat](e.Value)
	}
	return seat
}

// matchOf returns the match of a redirect.
func matchOf(t testing.TB, r *proto.Redirect) fleet.ID {
	t.Helper()
	got, err := fleet.ParseTicket(r.Ticket)
	if err != nil {
		t.Fatal(err)
	}
	return got.Match
}

// follows follows a redirect and returns the host's answer.
func (p *person) follows(r *proto.Redirect) (proto.Message, error) {
	l := link.DialAs(r.Address, link.OnlyHost(r.Fingerprint), p.cert)
	defer l.Close()
	l.Send(link.Control, (&proto.Ticket{Bytes: r.Ticket}).Append(nil))
	return receiveOne(l)
}

// isWelcome returns an error unless a fakeHost has accepted the player.
func isWelcome(m proto.Message, err error) error {
	if bye, ok := m.(*proto.Bye); err == nil && ok && bye.Reason == "welcome" {
		return nil
	}
	return fmt.Errorf("got %+v, %v", m, err)
}

// until waits for a condition.
func (r *rig) until(what string, is func() bool) {
	r.Helper()
	testkit.Until(r, what, is)
}

func TestMain(m *testing.M) {
	testkit.Parallel(8)
	os.Exit(m.Run())
}
