package server

import (
	"context"
	"crypto/ed25519"
	"errors"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/keeper"
	"dogfight/internal/identity"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui"
)

// soon is the interval in which hosts of tests update their entries, so that tests do not wait.
const soon = 20 * time.Millisecond

// fleetHost starts a host of a fleet; change may change its options.
func fleetHost(t *testing.T, f fleet.Fleet, matches int, change ...func(*Options)) *Server {
	t.Helper()
	o := Options{
		Dirs:    tempDirs(t),
		Hosting: ui.Hosting{Match: net.MatchOptions{Mode: game.Deathmatch, Bots: 2, Skill: 2, OffRecord: true}, HostOptions: net.HostOptions{Title: "fleet"}, Listen: "127.0.0.1:0", Hidden: true}, Drains: true,
		DrainLimit: time.Second, Admin: t.TempDir() + "/admin", Fleet: FleetOptions{updateEvery: soon, Fleet: f, Matches: matches},
	}
	for _, change := range change {
		change(&o)
	}
	return start(t, o, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelDebug})))
}

// askHost sends a request to a host.
func askHost(t *testing.T, f fleet.Fleet, host fleet.ID, a fleet.Ask) fleet.Answer {
	t.Helper()
	b, err := f.Ask(t.Context(), fleet.AskSubject+host.String(), fleet.Append(nil, &a))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := fleet.Parse[fleet.Answer](b)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// entryOf returns the entry of a match in the directory, or a zero Match.
func entryOf(t *testing.T, f fleet.Fleet, match fleet.ID) (m fleet.Match) {
	if e, err := f.Get(t.Context(), fleet.Matches, match.String()); err == nil {
		m, _ = fleet.Parse[fleet.Match](e.Value)
	}
	return m
}

// issuer is a door that makes tickets.
type issuer struct {
	id  fleet.ID
	key ed25519.PrivateKey
}

func newIssuer(t *testing.T, f fleet.Fleet) *issuer {
	public, private, _ := ed25519.GenerateKey(nil)
	i := &issuer{fleet.NewID(), private}
	if _, err := f.Put(t.Context(), fleet.Doors, i.id.String(), fleet.Append(nil, &fleet.Door{ID: i.id, Key: fleet.FormatKey(public), Address: "door:1"})); err != nil {
		t.Fatal(err)
	}
	return i
}

// newStranger is a host of the fleet that makes tickets for other hosts' matches.
func newStranger(t *testing.T, f fleet.Fleet) *issuer {
	public, private, _ := ed25519.GenerateKey(nil)
	i := &issuer{fleet.NewID(), private}
	h := fleet.Host{ID: i.id, Key: fleet.FormatKey(public), Address: "host:1", Fingerprint: "SHA256:x", Protocol: proto.Version}
	if _, err := f.Put(t.Context(), fleet.Hosts, i.id.String(), fleet.Append(nil, &h)); err != nil {
		t.Fatal(err)
	}
	return i
}

// fleetPlayer is a player with the native client that a door sends to a match.
type fleetPlayer struct {
	*net.Client
	view *net.View
}

func newFleetPlayer(t *testing.T, i *issuer, m *fleet.Match, name string) *fleetPlayer {
	t.Helper()
	key, err := identity.Load(t.TempDir() + "/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return i.sends(t, m, name, key, nil)
}

// sends returns a player with a key and proofs of linked keys, sent to a match by the door.
func (i *issuer) sends(t *testing.T, m *fleet.Match, name string, key identity.Key, proofs identity.Proofs) *fleetPlayer {
	t.Helper()
	certificate, err := key.Certificate(proofs)
	if err != nil {
		t.Fatal(err)
	}
	return &fleetPlayer{Client: net.NewClient(net.ClientConfig{Name: name, Dial: func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		self := key.Fingerprint()
		place := proto.Place{Address: m.Address, Fingerprint: m.Fingerprint, Ticket: fleet.NewTicket(m, self, self, "", time.Now()).Sign(i.id, i.key)}
		far.Send(link.Control, (&proto.Redirect{Place: place}).Append(nil))
		far.Close()
		return near
	}, Follow: func(to proto.Place, _ netip.Addr) link.Link {
		return link.DialAs(to.Address, link.OnlyHost(to.Fingerprint), certificate)
	}})}
}

// until runs the clients of players until a condition is met.
func until(t *testing.T, so func() bool, players ...*fleetPlayer) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			for _, p := range players {
				t.Logf("phase %v, %v", p.view.Phase, p.view.Err)
			}
		}
	})
	testkit.Until(t, "the fleet is as wanted", func() bool {
		for _, p := range players {
			p.view = p.Frame(time.Now(), 0)
		}
		return so()
	})
}

func (p *fleetPlayer) plays() bool { return p.view.Phase == net.Playing && p.view.Me >= 0 }

func TestAHostOfAFleetPlaysSeveralMatchesAndTicketsLeadToThem(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s := fleetHost(t, f, 3)
	self := s.member.self.ID
	opened := askHost(t, f, self, fleet.Ask{Open: &fleet.Open{Mode: "teams", Title: "second"}})
	if opened.Match == nil {
		t.Fatal(opened.Error)
	}
	door.isKnownTo(t, s)
	p := newFleetPlayer(t, door, opened.Match, "Ann")
	until(t, func() bool { return p.view != nil && p.plays() }, p)
	defer p.Leave()
	if p.view.Title != "second" || p.view.Setup.Mode != game.Teams {
		t.Errorf("plays %q, mode %v", p.view.Title, p.view.Setup.Mode)
	}
	until(t, func() bool {
		return entryOf(t, f, opened.Match.ID).Players == 1
	}, p)
	askHost(t, f, self, fleet.Ask{Open: &fleet.Open{}})
	if a := askHost(t, f, self, fleet.Ask{Open: &fleet.Open{}}); a.Match != nil {
		t.Error("a fourth match is opened where three may be")
	}
}

func TestAMatchMovesToAnotherHostWhenItsHostIsDrained(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s, other := fleetHost(t, f, 3), fleetHost(t, f, 3)
	opened := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{Title: "going"}})
	until(t, func() bool { return s.member.keys.Door(door.id) != nil && len(s.member.hosts.Hosts()) == 2 })
	p, q := newFleetPlayer(t, door, opened.Match, "Ann"), newFleetPlayer(t, door, opened.Match, "Bob")
	until(t, func() bool { return p.view != nil && q.view != nil && p.plays() && q.plays() }, p, q)
	defer p.Leave()
	defer q.Leave()
	slot := p.view.Me
	s.Drain()
	lost := false
	until(t, func() bool {
		lost = lost || p.view.Phase != net.Playing
		m := entryOf(t, f, opened.Match.ID)
		return m.Host == other.member.self.ID && m.Players == 2
	}, p, q)
	if lost || p.view.Me != slot {
		t.Errorf("lost the match: %v, had slot %d and has %d", lost, slot, p.view.Me)
	}
	testkit.Receive(t, "the host that was drained ends", s.Drained())
}

func TestAnInvalidTicketIsRefusedByAHost(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s := fleetHost(t, f, 3)
	door.isKnownTo(t, s)
	home := s.member.home.owner.Entry()
	good := fleet.NewTicket(&home, "", "", "", time.Now()).Sign(door.id, door.key)
	elsewhere := home
	elsewhere.Host++
	unknown := home
	unknown.ID++
	nowhere := fleet.NewTicket(&home, "", "", "", time.Now())
	nowhere.Remote = link.Here
	stranger := newStranger(t, f)
	for _, c := range []struct {
		name     string
		bytes    []byte
		accepted bool
	}{
		{"good", good, true},
		{"used", good, false},
		{"for another host", fleet.NewTicket(&elsewhere, "", "", "", time.Now()).Sign(door.id, door.key), false},
		{"for another match", fleet.NewTicket(&unknown, "", "", "", time.Now()).Sign(door.id, door.key), false},
		{"expired", fleet.NewTicket(&home, "", "", "", time.Now().Add(-time.Minute)).Sign(door.id, door.key), false},
		{"forged", fleet.NewTicket(&home, "", "", "", time.Now()).Sign(s.member.self.ID, door.key), false},
		{"of a host that never had the match", fleet.NewTicket(&home, "", "SHA256:victim", "", time.Now()).Sign(stranger.id, stranger.key), false},
		{"of a player who is nowhere", nowhere.Sign(door.id, door.key), false},
		{"rubbish", []byte("in"), false},
	} {
		l := link.Dial(home.Address, link.OnlyHost(home.Fingerprint))
		l.Send(link.Control, (&proto.Ticket{Bytes: c.bytes}).Append(nil))
		l.Send(link.Control, (&proto.Hello{
			Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: "Ann",
		}).Append(nil))
		first, err := firstMessage(testkit.Context(t), l)
		l.Close()
		_, in := first.(*proto.Welcome)
		if reject, out := first.(*proto.Reject); err != nil || in != c.accepted || out == c.accepted || out && reject.Code != proto.RejectTicket {
			t.Errorf("%s: %+v, %v", c.name, first, err)
		}
	}
}

// firstMessage returns a host's first message.
func firstMessage(ctx context.Context, l link.Link) (proto.Message, error) {
	for ctx.Err() == nil {
		if p, ok := l.Receive(nil); ok && p.Channel == link.Control {
			return proto.Parse(p.Bytes)
		} else if !ok && l.Err() != nil {
			return nil, l.Err()
		}
		time.Sleep(time.Millisecond)
	}
	return nil, errors.New("no message")
}

func TestANewMatchAnnouncesItsModeAndSizeAtOnce(t *testing.T) {
	f := newFleet(t)
	s := fleetHost(t, f, 3)
	opened := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{Mode: "waves"}}).Match
	if opened == nil {
		t.Fatal("none is opened")
	}
	for where, m := range map[string]fleet.Match{"the answer": *opened, "the directory": entryOf(t, f, opened.ID)} {
		if m.Mode != "waves" || m.Slots != game.Waves.Pilots() || m.Arena == "" {
			t.Errorf("%s: %q in %q, %d slots", where, m.Mode, m.Arena, m.Slots)
		}
	}
}

func TestAMatchThatPanicsMovesToAnotherHostAndTheOthersContinue(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s, other := fleetHost(t, f, 3), fleetHost(t, f, 3)
	until(t, func() bool { return len(s.member.hosts.Hosts()) == 2 })
	p, opened := joinNew(t, f, door, s)
	s.member.mu.Lock()
	r := s.member.rooms[opened.ID]
	s.member.mu.Unlock()
	until(t, func() bool { return entryOf(t, f, opened.ID).Standby == other.member.self.ID }, p)
	playsFor(time.Second, p) // with a lease, and a log
	if _, err := r.host.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := r.host.Redirect(func(link.Link) proto.Place { panic("on purpose") }); err == nil {
		t.Error("the call that panicked has no error")
	}
	until(t, func() bool {
		other.member.mu.Lock()
		defer other.member.mu.Unlock()
		return other.member.rooms[opened.ID] != nil
	})
	if _, err := s.member.home.host.Pilots(); err != nil || isDrained(s) {
		t.Errorf("the other matches of the process have ended: %v", err)
	}
}

func TestAHostOfAFleetIsDrainedWhenItsPermanentMatchPanics(t *testing.T) {
	f := newFleet(t)
	var broken atomic.Bool
	s := fleetHost(t, f, 1, func(o *Options) {
		o.Measure = func(net.Measured) {
			if broken.Load() {
				panic("on purpose")
			}
		}
	})
	broken.Store(true)
	testkit.Receive(t, "the host ends", s.Drained())
	if !s.replaced.Load() {
		t.Error("it is not to be started again")
	}
}

func TestAnArenaFileMayHaveAnyName(t *testing.T) {
	t.Parallel()
	open, err := assets.FindArena("", "open")
	if err != nil {
		t.Fatal(err)
	}
	f := fleettest.NewLocal()
	defer f.Close()
	for _, name := range []string{"an-arena-whose-file-has-a-rather-long-name", "one\nin two lines"} {
		file := filepath.Join(t.TempDir(), name+".txt")
		if err := os.WriteFile(file, []byte(open.Text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := fleetHost(t, f, 3, func(o *Options) { o.Match.Arena = file })
		home := s.member.home
		until(t, func() bool { return entryOf(t, f, home.id).Bots > 0 }) // the entry was updated while the match runs, not only at its start
		if entry := entryOf(t, f, home.id); entry.Arena == "" || len(entry.Arena) > fleet.MaxArena {
			t.Errorf("%q is announced as %q", name, entry.Arena)
		}
	}
}

func TestAHostRefusesInvalidRequests(t *testing.T) {
	f := newFleet(t)
	s := fleetHost(t, f, 3)
	for _, nonsense := range []string{strings.Repeat("é", 300), "\x1b[31m\x00\xff", `{"open":{"mode":"` + strings.Repeat("é", 8) + `"}}`, `{"open":{"title":"` + strings.Repeat("é", 100) + `"}}`} {
		a, err := fleet.Parse[fleet.Answer](s.member.answer([]byte(nonsense)))
		if err != nil || a.Error == "" || a.Match != nil {
			t.Errorf("asked %q: %+v, %v", nonsense, a, err)
		}
	}
}

func TestAHostWithAnUnreachableAddressIsNotStarted(t *testing.T) {
	f := newFleet(t)
	s, err := Start(Options{
		Dirs:    tempDirs(t),
		Hosting: ui.Hosting{Match: net.MatchOptions{Mode: game.Deathmatch, OffRecord: true}, HostOptions: net.HostOptions{Title: "fleet"}, Listen: "127.0.0.1:0", Hidden: true},
		Fleet:   FleetOptions{Fleet: f, Address: "no where:4242", Region: strings.Repeat("x", 33)},
	}, slog.New(slog.DiscardHandler))
	if err == nil {
		s.Close()
		t.Fatal("it is started")
	}
	if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, "address: ") {
		t.Errorf("why not: %q", text)
	}
}

func TestAHostOpensNoFileThatAnotherOfTheFleetNames(t *testing.T) {
	f := fleettest.NewLocal()
	defer f.Close()
	s := fleetHost(t, f, 5)
	open, err := assets.FindArena("", "open")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("./x", []byte(open.Text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, ask := range []string{`{"open":{"mode":"teams","arena":"./x"}}`, `{"open":{"arena":"./x"}}`, `{"open":{"mode":":./x"}}`, `{"open":{"mode":"teams:./x"}}`} {
		a, err := fleet.Parse[fleet.Answer](s.member.answer([]byte(ask)))
		if err != nil {
			t.Fatal(err)
		}
		if a.Match != nil && a.Match.Arena == "x" {
			t.Errorf("%s: it is opened", ask)
		}
	}
}

func TestAHostReadsNoLogOfAnUnannouncedMatch(t *testing.T) {
	f := newFleet(t)
	s := fleetHost(t, f, 3)
	invented := fleet.Match{ID: 7, Host: 8, Epoch: 1, Address: "nowhere:1", Fingerprint: "SHA256:x", Mode: "deathmatch"}
	c := fleet.Chunk{Match: invented.ID, Epoch: 1, First: true, Bytes: []byte("what takes long to read")}
	f.Publish(fleet.LogSubject+invented.ID.String(), c.Append(nil))
	take := fleet.Ask{Takeover: &fleet.Takeover{Match: invented, Chunks: 1, Tick: 1}}
	if a := askHost(t, f, s.member.self.ID, take); a.Match != nil || !strings.Contains(a.Error, fleet.ErrNone.Error()) {
		t.Errorf("accepted a match that is not in the directory: %+v", a)
	}
	other := invented
	other.Host = 9
	if _, err := f.Put(t.Context(), fleet.Matches, other.ID.String(), fleet.Append(nil, &other)); err != nil {
		t.Fatal(err)
	}
	if a := askHost(t, f, s.member.self.ID, take); a.Match != nil || !strings.Contains(a.Error, "the match is not where") {
		t.Errorf("accepted a match that another host has: %+v", a)
	}
}

func TestAHostPlaysAtMostTwiceItsMatchesHoweverManyItClaims(t *testing.T) {
	f := newFleet(t)
	m := fleetHost(t, f, 2).member
	for opening, want := range []struct{ asked, claimed bool }{{true, true}, {false, true}, {false, true}, {false, false}} {
		m.mu.Lock()
		m.opening = opening // next to the host's permanent match
		m.mu.Unlock()
		if asked, claimed := m.hasRoom(false), m.hasRoom(true); asked != want.asked || claimed != want.claimed {
			t.Errorf("with %d matches of 2: room for another %v, for one of a dead host %v", 1+opening, asked, claimed)
		}
	}
	m.mu.Lock()
	m.opening = 3
	m.mu.Unlock()
	if _, err := m.open(roomPlan{claim: &keeper.Claim{}}); err == nil {
		t.Error("one more is opened")
	}
	m.mu.Lock()
	m.opening = 0
	m.mu.Unlock()
}

// patiently gives a host a long drain limit, and matches without end.
func patiently(o *Options) { o.DrainLimit, o.Match.Time = time.Hour, -1 }

// playsFor runs a player's client for a duration.
func playsFor(d time.Duration, p *fleetPlayer) {
	for began := time.Now(); time.Since(began) < d; time.Sleep(10 * time.Millisecond) {
		p.view = p.Frame(time.Now(), 0)
	}
}

// joinNew lets a player join a match that a host opens.
func joinNew(t *testing.T, f fleet.Fleet, door *issuer, s *Server) (*fleetPlayer, *fleet.Match) {
	t.Helper()
	opened := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{}}).Match
	door.isKnownTo(t, s)
	p := newFleetPlayer(t, door, opened, "Ann")
	until(t, func() bool { return p.view != nil && p.plays() }, p)
	return p, opened
}

// isDrained reports whether a draining host has ended.
func isDrained(s *Server) bool {
	select {
	case <-s.Drained():
		return true
	default:
		return false
	}
}

// mustClose closes a host while players play.
func mustClose(t *testing.T, s *Server, players ...*fleetPlayer) {
	t.Helper()
	var closed atomic.Bool
	go func() {
		s.Close()
		closed.Store(true)
	}()
	t.Cleanup(func() {
		if t.Failed() && !closed.Load() {
			all := make([]byte, 1<<20)
			t.Logf("it does not close:\n%s", all[:runtime.Stack(all, true)])
		}
	})
	until(t, closed.Load, players...)
}

// takeover drains a host with a player in a match. Another host takes the match over, and waits for an answer of the directory.
func takeover(t *testing.T, f *fleettest.Local) (taker *Server, w *wire, p *fleetPlayer, match *fleet.Match) {
	door := newIssuer(t, f)
	w = newWire(f)
	s := fleetHost(t, f, 3, patiently)
	taker = fleetHost(t, w, 3, patiently)
	until(t, func() bool { return len(s.member.hosts.Hosts()) == 2 })
	p, match = joinNew(t, f, door, s)
	w.delay()
	s.Drain()
	until(t, func() bool { return len(w.writes) > 0 && entryOf(t, f, match.ID).Host == taker.member.self.ID }, p)
	return taker, w, p, match
}

func TestAHostDrainedDuringATakeoverPlaysThatMatchToItsEnd(t *testing.T) {
	f := newFleet(t)
	s, w, p, match := takeover(t, f)
	s.Drain()
	if playsFor(100*time.Millisecond, p); isDrained(s) {
		t.Error("it has ended during a takeover")
	}
	w.resume()
	until(t, func() bool { return p.plays() && entryOf(t, f, match.ID).Players == 1 }, p)
	if playsFor(100*time.Millisecond, p); isDrained(s) || !p.plays() {
		t.Errorf("drained: %v; the player: phase %v, %v", isDrained(s), p.view.Phase, p.view.Err)
	}
	p.Leave()
	until(t, func() bool { return isDrained(s) })
}

func TestAHostClosedDuringATakeoverEndsThatMatchToo(t *testing.T) {
	f := newFleet(t)
	s, w, p, match := takeover(t, f)
	defer p.Leave()
	time.AfterFunc(100*time.Millisecond, w.resume)
	mustClose(t, s, p)
	if m := entryOf(t, f, match.ID); m.Host == s.member.self.ID {
		t.Error("the entry of the match remains")
	}
}

func TestAHostThatWaitsForItsMatchesCloses(t *testing.T) {
	f := newFleet(t)
	s := fleetHost(t, f, 3, patiently)
	p, _ := joinNew(t, f, newIssuer(t, f), s)
	defer p.Leave()
	s.Drain()
	if playsFor(100*time.Millisecond, p); isDrained(s) || !p.plays() {
		t.Fatalf("drained: %v; phase %v, %v", isDrained(s), p.view.Phase, p.view.Err)
	}
	mustClose(t, s, p)
}

func TestRoomsCloseInParallelWhileTheBusIsAway(t *testing.T) {
	f := newFleet(t)
	w := newWire(f)
	s := fleetHost(t, w, 5)
	for range 4 {
		askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{}})
	}
	w.cut.Store(true)
	mustClose(t, s)
	if most := w.mostWaiting(); most < 5 { // each waits for the directory
		t.Errorf("at most %d rooms close at a time", most)
	}
}

func TestAClosingHostWithoutALeaseLeavesItsMatchToOthers(t *testing.T) {
	f := newFleet(t)
	w := newWire(f)
	s, other := fleetHost(t, w, 3), fleetHost(t, f, 3)
	until(t, func() bool { return len(s.member.hosts.Hosts()) == 2 })
	match := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{}}).Match
	until(t, func() (told bool) {
		f.Stored(t.Context(), fleet.LogSubject+match.ID.String(), func([]byte) { told = true })
		return told && entryOf(t, f, match.ID).Standby == other.member.self.ID
	})
	s.member.mu.Lock()
	owner := s.member.rooms[match.ID].owner
	s.member.mu.Unlock()
	w.halfCut.Store(true) // it could otherwise remove the match
	until(t, func() bool { return !owner.MayTick(time.Now()) })
	mustClose(t, s)
	if m := entryOf(t, f, match.ID); m.ID == 0 {
		t.Error("the match was removed")
	}
	until(t, func() bool { return entryOf(t, f, match.ID).Host == other.member.self.ID })
}
