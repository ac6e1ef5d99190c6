package net

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// twoHosts have a match, one of them with the log.
type twoHosts struct {
	*testMatch
	disk disk
	next *Host
	end  []func()
}

func startTwoHosts(t *testing.T) *twoHosts {
	h := &twoHosts{}
	h.testMatch = startMatch(t, h.disk.config(), played{Bots: 4, Skill: 2})
	h.end = append(h.end, h.testMatch.end)
	return h
}

// dialNext connects to the next host.
func (h *twoHosts) dialNext(proto.Place, netip.Addr) link.Link {
	near, far := link.PipeOf(link.Here, "")
	h.next.Add(far)
	return near
}

// resumeNext resumes the match at the next host.
func (h *twoHosts) resumeNext(t *testing.T, s Stopped) {
	r, err := Resume(h.disk.log)
	if err != nil {
		t.Fatal(err)
	}
	if r.Match.World.Tick != s.Tick || r.Match.World.Hash() != s.Hash {
		t.Fatalf("stopped at tick %d, continues at tick %d", s.Tick, r.Match.World.Tick)
	}
	var other disk
	conf := other.config()
	conf.Resumed, conf.Epoch = r, s.Epoch
	h.next = NewHost(conf, r.Match)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.next.Run(ctx)
	}()
	h.end = append(h.end, func() { stop(); <-ended })
}

func (h *twoHosts) close() {
	for _, end := range h.end {
		end()
	}
}

func TestAMatchContinuesForAllAfterAHandover(t *testing.T) {
	bubble(t, func(t *testing.T) {
		h := startTwoHosts(t)
		defer h.close()
		var players []*player
		for i, name := range []string{"Ann", "Bob", "Cy"} {
			p := newPlayer(name, h.pipe, uint64(i))
			p.conf.Follow = h.dialNext
			players = append(players, p)
		}
		h.fly(10*time.Second, players...)
		slots := [3]int{players[0].view.Me, players[1].view.Me, players[2].view.Me}
		s, err := h.host.Stop()
		if err != nil {
			t.Fatal(err)
		}
		h.resumeNext(t, s)
		if err := h.host.Redirect(func(link.Link) proto.Place {
			return proto.Place{Address: "next:1", Fingerprint: "SHA256:next", Ticket: []byte{1}}
		}); err != nil {
			t.Fatal(err)
		}
		from := s.Tick
		for range 60 { // a second
			time.Sleep(tickTime(1))
			for i, p := range players {
				before := p.predicted.Tick
				p.frame()
				if p.view.Phase != Playing {
					t.Fatalf("%s: phase %v, %v", p.conf.Name, p.view.Phase, p.view.Err)
				}
				if p.predicted.Tick+6 < before {
					t.Errorf("%s went back from tick %d to %d", p.conf.Name, before, p.predicted.Tick)
				}
				if p.view.Me != slots[i] {
					t.Errorf("%s had slot %d, has %d", p.conf.Name, slots[i], p.view.Me)
				}
			}
		}
		for _, p := range players {
			if p.confirmed.Tick < from+45 {
				t.Errorf("%s is at tick %d a second after the match was stopped at %d", p.conf.Name, p.confirmed.Tick, from)
			}
		}
	})
}

func TestAStoppedMatchContinuesWithoutAHandover(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Ann", m.pipe, 1)
		m.fly(2*time.Second, p)
		if err := m.host.Redirect(nil); err == nil {
			t.Error("a match that runs is given away")
		}
		s, err := m.host.Stop()
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			time.Sleep(tickTime(1))
			p.frame()
		}
		if now := m.tick(); now != s.Tick {
			t.Errorf("stopped at tick %d, and is at %d", s.Tick, now)
		}
		if err := m.host.Resume(); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, p)
		if now := m.tick(); now < s.Tick+55 || now > s.Tick+65 {
			t.Errorf("stopped at tick %d, and is at %d a second later", s.Tick, now)
		}
		m.plays(p)
	})
}

// redirecting returns a Dial to a door that redirects all to an address.
func redirecting(address string) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		far.Send(link.Control, (&proto.Redirect{Place: proto.Place{Address: address, Fingerprint: "SHA256:host", Ticket: []byte("in")}}).Append(nil))
		far.Close()
		return near
	}
}

func TestAClientFollowsARedirect(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		var shown proto.Message
		p := newPlayer("Ann", redirecting("host:1"), 1)
		p.conf.Follow = func(to proto.Place, _ netip.Addr) link.Link {
			near, far := link.PipeOf(link.Here, "")
			if to.Address != "host:1" {
				t.Errorf("sent to %s", to.Address)
			}
			go func() {
				for {
					if b, ok := far.Receive(nil); ok {
						shown, _ = proto.Parse(b.Bytes)
						break
					}
					time.Sleep(time.Millisecond)
				}
				m.host.Add(far)
			}()
			return near
		}
		m.fly(time.Second, p)
		m.plays(p)
		if ticket, ok := shown.(*proto.Ticket); !ok || string(ticket.Bytes) != "in" {
			t.Errorf("first said %+v", shown)
		}
	})
}

func TestARedirectLoopIsAborted(t *testing.T) {
	bubble(t, func(t *testing.T) {
		p := newPlayer("Ann", redirecting("host:1"), 1)
		dials := 0
		p.conf.Follow = func(proto.Place, netip.Addr) link.Link {
			dials++
			return redirecting("host:1")()
		}
		for range 5 * game.TickRate {
			p.frame()
			time.Sleep(tickTime(1))
		}
		if p.view.Phase != Refused || dials != 2 || !strings.Contains(p.view.Err.Error(), "sent from one host") {
			t.Errorf("phase %v after %d, %v", p.view.Phase, dials, p.view.Err)
		}
	})
}

func TestARedirectNeedsATicketAndAFingerprint(t *testing.T) {
	for name, place := range map[string]proto.Place{
		"no fingerprint": {Address: "host:1", Ticket: []byte("in")},
		"no ticket":      {Address: "host:1", Fingerprint: "SHA256:host"},
	} {
		for _, m := range []proto.Message{&proto.Redirect{Place: place}, &proto.Handover{Place: place}} {
			bubble(t, func(t *testing.T) {
				p := newPlayer("Ann", func() link.Link {
					near, far := link.PipeOf(link.Here, "")
					far.Send(link.Control, m.Append(nil))
					return near
				}, 1)
				p.conf.Follow = func(to proto.Place, _ netip.Addr) link.Link {
					t.Errorf("%s: it dials %s", name, to.Address)
					return redirecting("host:1")()
				}
				p.frame() // dials
				if p.frame(); p.view.Phase != Refused {
					t.Errorf("%s: phase %v", name, p.view.Phase)
				}
			})
		}
	}
}

func TestRedirectsAfterWelcomesAreLimited(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		entered, dials := 0, 0
		p := newPlayer("Ann", func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			m.host.Add(far)
			entered++
			time.AfterFunc(300*time.Millisecond, func() {
				far.Send(link.Control, (&proto.Redirect{Place: proto.Place{Address: "victim:1", Fingerprint: "SHA256:victim", Ticket: []byte("in")}}).Append(nil))
			})
			return near
		}, 1)
		p.conf.Follow = func(proto.Place, netip.Addr) link.Link {
			dials++
			near, _ := link.PipeOf(link.Here, "")
			near.Close()
			return near
		}
		const lasting = 20 * time.Second
		m.fly(lasting, p)
		if most := maxHops + int(lasting/hopRest); dials > most || entered < most {
			t.Errorf("a client that was let in %d times dials another host %d times, want %d at most", entered, dials, most)
		}
	})
}

func TestAClientReturnsToTheDoorAfterTheDeathOfTheHost(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Ann", redirecting("host:1"), 1)
		tries := 0
		p.conf.Follow = func(proto.Place, netip.Addr) link.Link {
			if tries++; tries < 2 {
				near, far := link.PipeOf(link.Here, "")
				far.Close()
				return near
			}
			near, far := link.PipeOf(link.Here, "")
			far.Receive(nil)
			go func() {
				time.Sleep(time.Millisecond)
				far.Receive(nil)
				m.host.Add(far)
			}()
			return near
		}
		m.fly(3*time.Second, p)
		m.plays(p)
	})
}

func TestRefusedTicketsAreRetriedAsLongAsTheSeatIsReserved(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Ann", m.pipe, 1)
		m.fly(time.Second, p)
		shown := 0
		p.conf.Dial = redirecting("host:1")
		p.conf.Follow = func(to proto.Place, _ netip.Addr) link.Link {
			if shown++; shown > 20 {
				return m.pipe()
			}
			near, far := link.PipeOf(link.Here, "")
			far.Send(link.Control, (&proto.Reject{Code: proto.RejectTicket, Reason: "nobody of the fleet has signed the ticket"}).Append(nil))
			far.Close()
			return near
		}
		p.Link().Close()
		began := time.Now()
		for time.Since(began) < time.Minute && p.view.Phase != Refused && (shown <= 20 || p.view.Phase != Playing) {
			p.frame()
			time.Sleep(tickTime(1))
		}
		if p.view.Phase != Playing {
			t.Fatalf("phase %v, %v", p.view.Phase, p.view.Err)
		}
		if took := time.Since(began); took < 5*time.Second {
			t.Errorf("20 tickets were asked for in %v", took)
		}
	})
}

// gated returns a configuration of a host with a lease while the gate is open.
func gated(conf HostConfig) (HostConfig, *atomic.Bool) {
	open := &atomic.Bool{}
	open.Store(true)
	conf.HasLease = func(time.Time) bool { return open.Load() }
	return conf, open
}

func TestAMatchStopsWithoutALease(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, open := gated(HostConfig{})
		m := startMatch(t, conf, played{Bots: 3})
		defer m.end()
		p, other := newPlayer("Rex", m.pipe, 1), newPlayer("Ann", m.pipe, 2)
		m.fly(3*time.Second, p, other)
		open.Store(false)
		before := m.world()
		m.fly(2*time.Second, p, other)
		if after := m.world(); after != before {
			t.Errorf("%d ticks were played", after.Tick-before.Tick)
		}
		if !p.view.Paused || !other.view.Paused || p.view.Phase != Playing {
			t.Errorf("they got %v and %v, phase %d", p.view.Paused, other.view.Paused, p.view.Phase)
		}
		open.Store(true)
		m.fly(5*time.Second, p, other)
		if went := m.tick() - before.Tick; went < 295 || went > 305 { // no tick is caught up on
			t.Errorf("5 s later %d ticks have been played", went)
		}
		if p.view.Paused || other.view.Paused || p.view.Lag.Desyncs != 0 {
			t.Errorf("they got %v and %v, %d desyncs", p.view.Paused, other.view.Paused, p.view.Lag.Desyncs)
		}
		m.plays(p)
	})
}

func TestALongStopClosesLinksButReservesSeats(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, open := gated(HostConfig{})
		m := startMatch(t, conf, played{Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(3*time.Second, p)
		slot, before := p.view.Pilot, m.tick()
		open.Store(false)
		m.fly(20*time.Second, p)
		if p.view.Phase != Lost || m.tick() != before {
			t.Errorf("phase %d, %d ticks", p.view.Phase, m.tick()-before)
		}
		open.Store(true)
		m.fly(5*time.Second, p)
		m.plays(p)
		if p.view.Pilot != slot {
			t.Errorf("pilot %d returns as %d", slot, p.view.Pilot)
		}
	})
}

func TestAStoppedHostPlaysNoTick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		until := time.Now().Add(2 * time.Second)
		m := startMatch(t, HostConfig{HasLease: func(now time.Time) bool { return now.Before(until) }}, played{Bots: 3})
		defer m.end()
		time.Sleep(time.Second)
		m.pause.Store(int64(time.Minute)) // in the middle of a tick
		time.Sleep(2 * time.Second)
		before := m.tick()
		time.Sleep(time.Minute)
		if went := m.tick() - before; went > 0 || before > 2*game.TickRate {
			t.Errorf("%d ticks were played in the end, of %d", went, before)
		}
	})
}

func TestARecordingRestartsWhenAsked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var host recordings
		m := startMatch(t, HostConfig{Recording: Recording{To: []func(replay.Piece){host.take}, State: true}}, played{Setup: briefSetup(t, 60), Bots: 2})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(3*time.Second, p)
		if err := m.host.RestartRecording(); err != nil {
			t.Fatal(err)
		}
		m.fly(3*time.Second, p)
		s, err := m.host.Stop()
		if err != nil || len(host.files) != 2 || !host.ended[0] {
			t.Fatalf("%d files, %v", len(host.files), err)
		}
		r, err := Resume(host.files[1])
		if err != nil || r.Waiting() != 1 || r.Match.World.Tick != s.Tick {
			t.Errorf("no one can go on with the second: %v", err)
		}
		m.end()
	})
}

func TestAHostWithoutALeaseEndsAtTheDrainLimit(t *testing.T) {
	for _, limit := range []time.Duration{0, 30 * time.Second} {
		bubble(t, func(t *testing.T) {
			conf, open := gated(HostConfig{})
			conf, drained := drainable(conf)
			m := startMatch(t, conf)
			defer m.end()
			p := newPlayer("Rex", m.pipe, 1)
			m.fly(3*time.Second, p)
			open.Store(false)
			m.fly(time.Second, p)
			mustDrain(t, m.host, limit)
			if m.fly(max(limit-time.Second, 0), p); limit > 0 && drained.Load() != 0 {
				t.Errorf("%v: it does not wait", limit)
			}
			if m.fly(2*time.Second, p); drained.Load() != 1 {
				t.Errorf("%v: it reports %d times that it has drained", limit, drained.Load())
			}
		})
	}
}

func TestOnlyTheOwnerPublishesTheResultOnClose(t *testing.T) {
	skipIfShort(t)
	for _, c := range []struct {
		name  string
		then  func(m *testMatch, open *atomic.Bool)
		tells int
	}{
		{"it plays", func(*testMatch, *atomic.Bool) {}, 1},
		{"it is held", func(_ *testMatch, open *atomic.Bool) { open.Store(false) }, 0},
		{"it has stopped", func(m *testMatch, _ *atomic.Bool) { m.host.Stop() }, 0},
		{"it has stopped and goes on", func(m *testMatch, _ *atomic.Bool) { m.host.Stop(); m.host.Resume() }, 1},
	} {
		bubble(t, func(t *testing.T) {
			var told []Result
			var host recordings
			conf, open := gated(HostConfig{Result: func(r Result) { told = append(told, r) }, Recording: Recording{To: []func(replay.Piece){host.take}, State: true}})
			m := startMatch(t, conf, played{Bots: 3})
			p := newPlayer("Rex", m.pipe, 1)
			m.fly(10*time.Second, p)
			c.then(m, open)
			m.fly(5*time.Second, p)
			m.end()
			if ended := len(host.ended) > 0 && host.ended[len(host.ended)-1]; len(told) != c.tells || ended != (c.tells > 0) {
				t.Errorf("%s: it tells %d results; its log has an end: %v", c.name, len(told), ended)
			}
		})
	}
}

// drainable counts the calls of Drained.
func drainable(conf HostConfig) (HostConfig, *atomic.Int32) {
	var n atomic.Int32
	conf.Drained = func() { n.Add(1) }
	return conf, &n
}

// readNotices returns the notices that a player reads in a time.
func (m *testMatch) readNotices(d time.Duration, p *player, others ...*player) (lines []string) {
	until := time.Now().Add(d)
	m.flyUntil(func() bool {
		if p.view != nil {
			for _, line := range p.view.Chat {
				if line.Pilot == proto.Notice {
					lines = append(lines, line.Text)
				}
			}
		}
		return !time.Now().Before(until)
	}, append(others, p)...)
	return lines
}

func mustDrain(t *testing.T, h *Host, limit time.Duration) {
	t.Helper()
	if err := h.Drain(limit); err != nil {
		t.Fatal(err)
	}
}

func TestADrainingHostFinishesItsMatchAndAdmitsNoOne(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf, played{Setup: briefSetup(t, 30), Bots: 1})
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, 10*time.Minute)
		late := newPilot(ClientConfig{Dial: m.pipe, Name: "Late"})
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		lines := m.readNotices(time.Second, ann, late, watcher)
		for _, p := range []*player{late, watcher} {
			if p.view.Phase != Refused || !strings.Contains(p.view.Err.Error(), "closing") {
				t.Errorf("%s: phase %d, %v", p.conf.Name, p.view.Phase, p.view.Err)
			}
		}
		if !slices.Contains(lines, "this host closes after this match, in 10 min at the latest") {
			t.Errorf("Ann got %q", lines)
		}
		m.plays(ann)
		m.fly(29*time.Second, ann)
		if w := m.world(); w.Status != game.Closed || drained.Load() != 0 {
			t.Fatalf("after its time the match is in status %v; drained %d times", w.Status, drained.Load())
		}
		ann.Ready(true) // for a match that does not start
		m.fly(5*time.Second, ann)
		if w := m.world(); w.Status != game.Closed || ann.view.NextMatch != 0 {
			t.Errorf("the status is %v, and the next match is promised in %v", w.Status, ann.view.NextMatch)
		}
		if m.fly(6*time.Second, ann); drained.Load() != 1 {
			t.Errorf("the host reports %d times that it has drained", drained.Load())
		}
	})
}

func TestPlayersReturnToTheirSeatsAtADrainingHost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann, rex := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"}), newPilot(ClientConfig{Dial: m.pipe, Name: "Rex"})
		m.fly(time.Second, ann, rex)
		mustDrain(t, m.host, time.Minute)
		ann.Link().Close()
		m.fly(3*time.Second, ann, rex)
		m.plays(ann)
		m.plays(rex)
		if drained.Load() != 0 {
			t.Error("the host has drained while they play")
		}
	})
}

func TestTheMatchEndsAtTheLimitWithAResult(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var results []Result
		conf, drained := drainable(HostConfig{Result: func(r Result) { results = append(results, r) }})
		m := startMatch(t, conf)
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, 2*time.Minute)
		lines := m.readNotices(2*time.Minute+time.Second, ann)
		want := []string{"in 2 min at the latest", "in 60 s at the latest", "in 10 s at the latest"}
		got := slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return !strings.Contains(l, "this host closes") })
		for i := range max(len(want), len(got)) {
			if i >= len(want) || i >= len(got) || !strings.HasSuffix(got[i], want[i]) {
				t.Fatalf("Ann got %q, expected %q", got, want)
			}
		}
		if w := m.world(); w.Status != game.Closed || drained.Load() != 0 {
			t.Errorf("at the limit the status is %v; drained %d times", w.Status, drained.Load())
		}
		m.fly(11*time.Second, ann)
		if drained.Load() != 1 {
			t.Errorf("the host reports %d times that it has drained", drained.Load())
		}
		m.end()
		if len(results) != 1 || !results[0].Finished {
			t.Errorf("the results are %+v", results)
		}
	})
}

func TestAHostWithoutPlayersDrainsAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf, played{Bots: 4})
		defer m.end()
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, watcher)
		mustDrain(t, m.host, time.Hour)
		m.fly(100*time.Millisecond, watcher)
		if drained.Load() != 1 {
			t.Error("the host waits for someone")
		}
		if m.host.Drain(time.Hour) == nil || m.host.Undrain() == nil {
			t.Error("a host that ends accepts orders")
		}
	})
}

func TestADrainDoesNotWaitForALobby(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		setup := testSetup(t)
		setup.Lobby = true
		m := startMatch(t, conf, played{Setup: setup})
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Hour)
		m.fly(100*time.Millisecond, ann)
		if drained.Load() != 1 {
			t.Error("the host waits for players to be ready")
		}
	})
}

func TestADrainWaitsBrieflyForALostLink(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Hour)
		ann.Link().Close()
		if time.Sleep(drainGrace - time.Second); drained.Load() != 0 {
			t.Error("no one waited for Ann")
		}
		if time.Sleep(2 * time.Second); drained.Load() != 1 {
			t.Error("the host waits for Ann for long")
		}
	})
}

func TestAPausedMatchEndsAtTheDrainLimit(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		ann.Pause(true)
		m.fly(time.Second, ann)
		if !ann.view.Paused {
			t.Fatal("the match is not paused")
		}
		mustDrain(t, m.host, 30*time.Second)
		m.fly(31*time.Second, ann)
		if drained.Load() != 1 {
			t.Error("the host waits for a player in a menu")
		}
	})
}

func TestUndrainRestoresTheHost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, drained := drainable(HostConfig{})
		var said []bool
		conf.Draining = func(on bool) { said = append(said, on) }
		m := startMatch(t, conf, played{Setup: briefSetup(t, 20)})
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Hour)
		if !m.host.Draining() || len(m.host.Answer((&proto.Query{}).Append(nil), nil)) != 0 {
			t.Error("a host that drains answers queries about its match")
		}
		if told := m.ask(t); !told.Closing {
			t.Error("Ask does not report that the host is closing")
		}
		if err := m.host.Undrain(); err != nil {
			t.Fatal(err)
		}
		if told := m.ask(t); told.Closing || len(m.host.Answer((&proto.Query{}).Append(nil), nil)) == 0 {
			t.Error("queries about the match are not answered again")
		}
		late := newPilot(ClientConfig{Dial: m.pipe, Name: "Late"})
		m.fly(31*time.Second, ann, late)
		if w := m.world(); w.Status != game.InProgress || drained.Load() != 0 {
			t.Errorf("the next match has status %v; drained %d times", w.Status, drained.Load())
		}
		m.plays(late)
		if m.host.Undrain() == nil {
			t.Error("a host that does not drain is undrained")
		}
		m.end()
		if !slices.Equal(said, []bool{true, false}) {
			t.Errorf("the server got %v", said)
		}
	})
}

// ask queries the host as a stranger.
func (m *testMatch) ask(t *testing.T) HostInfo {
	t.Helper()
	near, far := link.PipeOf(link.Here, "")
	m.host.Add(far)
	told, err := Ask(t.Context(), near)
	if err != nil {
		t.Fatal(err)
	}
	return told
}

func TestAHostWithALocalPlayerCannotBeDrained(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		if m.host.Drain(time.Minute) == nil || m.host.Suspend() == nil {
			t.Error("it is")
		}
	})
}

func TestADrainingHostHasNoNewSeats(t *testing.T) {
	bubble(t, func(t *testing.T) {
		conf, _ := drainable(HostConfig{})
		m := startMatch(t, conf)
		defer m.end()
		ann := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(time.Second, ann)
		r := m.raw()
		r.send(hello("Rex"))
		m.fly(time.Second, ann)
		mustDrain(t, m.host, time.Minute)
		r.send(&proto.Spawn{Name: "Rex"})
		m.fly(time.Second, ann)
		if got := among[*proto.SpawnResult](t, r.received()); got.Status == proto.SpawnOK || got.Slot != proto.NoSlot {
			t.Errorf("the answer is %+v", got)
		}
	})
}

func TestASuspendedMatchContinuesUnchangedAtAnotherHost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var d disk
		conf, drained := drainable(d.config())
		m := startMatch(t, conf, played{Bots: 2})
		host := m
		dial := func() link.Link { return host.pipe() }
		ann := newPilot(ClientConfig{Dial: dial, Name: "Ann"})
		ann.held = game.Steer(game.Right)
		m.fly(2*time.Second+30*time.Millisecond, ann)
		if err := m.host.Suspend(); err != nil {
			t.Fatal(err)
		}
		m.fly(50*time.Millisecond, ann)
		if drained.Load() != 1 || !m.host.Suspended() {
			t.Fatal("the host does not end")
		}
		m.end()
		was := m.world()
		r, err := Resume(d.log)
		if err != nil {
			t.Fatal(err)
		}
		if r.Match.World != was {
			t.Errorf("tick %d of %d is resumed", r.Match.World.Tick, was.Tick)
		}
		lines := m.read(ann)
		if ann.view.Phase == Ended || ann.view.Phase == Refused || !slices.Contains(lines, restartText) {
			t.Fatalf("Ann got %q, phase %d, %v", lines, ann.view.Phase, ann.view.Err)
		}
		slot := ann.view.Me
		conf.Resumed = r
		host = m.resumed(conf)
		defer host.end()
		for began := time.Now(); ann.view.Phase != Playing; time.Sleep(tickTime(1)) {
			if ann.frame(); time.Since(began) > 2*time.Second {
				t.Fatalf("Ann is not back: %v", ann.view.Err)
			}
		}
		if host.plays(ann); ann.view.Me != slot {
			t.Errorf("Ann had slot %d, and has %d", slot, ann.view.Me)
		}
	})
}

// read returns the waiting notices for a player without a host.
func (m *testMatch) read(p *player) (lines []string) {
	for range 6 {
		p.frame()
		for _, line := range p.view.Chat {
			lines = append(lines, line.Text)
		}
		time.Sleep(tickTime(1))
	}
	return lines
}

// resumed starts a host that resumes the match from the log.
func (m *testMatch) resumed(conf HostConfig) *testMatch {
	next := &testMatch{t: m.t, ended: make(chan struct{}), hashes: map[game.Tick]uint64{}}
	conf.Observe = func(w *game.World) {
		next.mu.Lock()
		next.hashes[w.Tick], next.last, next.lastAt = w.Hash(), *w, time.Now()
		next.mu.Unlock()
	}
	next.host = NewHost(conf, conf.Resumed.Match)
	ctx, stop := context.WithCancel(context.Background())
	next.stop = stop
	go func() {
		defer close(next.ended)
		next.host.Run(ctx)
	}()
	return next
}

// farLink is a link over a network, so that a silent host times out.
type farLink struct{ link.Link }

func (farLink) Kind() string { return "udp" }

// rest moves a player to a menu, and waits for the pause.
func (m *testMatch) rest(p *player) {
	m.t.Helper()
	p.Pause(true)
	m.fly(time.Second, p)
	if !p.view.Paused {
		m.t.Fatal("the match runs on, though the only one in it is in a menu")
	}
}

// restFor runs a long time.
func (m *testMatch) restFor(d time.Duration, p *player) {
	m.t.Helper()
	for ; d > 0; d -= time.Minute {
		m.fly(min(d, time.Minute), p)
	}
}

func TestAMatchIsPausedWhileItsOnlyPlayerIsInAMenu(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		results, pause := 0, 10*time.Minute
		if *long {
			pause = time.Hour
		}
		m := startMatch(t, HostConfig{Result: func(r Result) {
			results++
			if r.Lasted > 20*time.Second {
				t.Errorf("the recorded match lasted %v, of which %v was a pause", r.Lasted, pause)
			}
		}}, played{Bots: 7})
		dial := m.dial(link.Conditions{Delay: 40 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.02})
		p := newPlayer("Rex", func() link.Link { return farLink{dial()} }, 1)
		m.fly(10*time.Second, p)
		m.rest(p)
		before, sent := m.world(), p.link.Counts()
		m.restFor(pause, p)
		counts := p.link.Counts()
		t.Logf("%v: %d data packets up, %d down, RTT %v", pause, counts.DataOut-sent.DataOut, counts.DataIn-sent.DataIn, p.view.Lag.RTT)
		if after := m.world(); after != before {
			t.Errorf("the World continued from tick %d to %d", before.Tick, after.Tick)
		}
		if most := uint64(2 * pause / time.Second); counts.DataOut-sent.DataOut > most || counts.DataIn-sent.DataIn > most {
			t.Errorf("expected two packets a second each way at most")
		}
		if p.view.Stale || p.view.Phase != Playing {
			t.Errorf("phase %d, stale %v", p.view.Phase, p.view.Stale)
		}
		p.Pause(false)
		m.mustResume(p, before.Tick)
		m.end()
		if results != 1 {
			t.Errorf("expected one result, got %d", results)
		}
	})
}

// mustResume expects that a match that was paused at a tick continues at the usual speed, with the player's inputs in time.
func (m *testMatch) mustResume(p *player, from game.Tick) {
	m.t.Helper()
	ticks, rollbacks := game.Tick(5*game.TickRate), p.Rollbacks
	m.fly(5*time.Second, p)
	if p.view.Paused {
		m.t.Fatal("it is still reported as paused")
	}
	if went := m.tick() - from; went > ticks || went < ticks-30 {
		m.t.Errorf("5 s after the pause it is %d ticks farther, must be %d to %d", went, ticks-30, ticks)
	}
	if slack := p.view.Lag.Slack; slack < 0 || slack > 100*time.Millisecond {
		m.t.Errorf("inputs reach the host %v early", slack)
	}
	if ahead := p.view.Lag.Ahead; ahead > 15 {
		m.t.Errorf("%d ticks are predicted", ahead)
	}
	if lag := p.view.Lag; lag.Desyncs != 0 || lag.Jitter > 30*time.Millisecond {
		m.t.Errorf("%d desyncs, jitter %v, %d roll-backs", lag.Desyncs, lag.Jitter, p.Rollbacks-rollbacks)
	}
}

func TestASecondPlayerEndsThePause(t *testing.T) {
	skipIfShort(t)
	for _, spectates := range []bool{false, true} {
		inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
			p := newPlayer("Rex", m.pipe, 1)
			m.fly(2*time.Second, p)
			m.rest(p)
			m.restFor(time.Minute, p)
			before := m.tick()
			other := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann", Spectate: spectates})
			m.fly(5*time.Second, p, other)
			if p.view.Paused || other.view.Paused || other.view.Phase != Playing {
				t.Errorf("spectates %v: paused for %v and %v, phase %d", spectates, p.view.Paused, other.view.Paused, other.view.Phase)
			}
			if went := m.tick() - before; went < 4*game.TickRate {
				t.Errorf("spectates %v: it continued by %d ticks", spectates, went)
			}
			other.Leave()
			m.fly(2*time.Second, p)
			if !p.view.Paused {
				t.Error("it continues without the second, though the first is still in a menu")
			}
			p.Pause(false)
			m.mustResume(p, m.tick())
		})
	}
}

func TestAMatchIsPausedOnceAllItsPlayersAreInMenus(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		p, other := newPlayer("Rex", m.pipe, 1), newPlayer("Ann", m.pipe, 2)
		m.fly(2*time.Second, p, other)
		p.Pause(true)
		m.fly(time.Second, p, other)
		if p.view.Paused {
			t.Fatal("one of the two stops the match")
		}
		other.Pause(true)
		m.fly(time.Second, p, other)
		before := m.tick()
		m.fly(time.Minute, p, other)
		if went := m.tick() - before; went != 0 || !p.view.Paused || !other.view.Paused {
			t.Fatalf("it continued by %d ticks, paused for %v and %v", went, p.view.Paused, other.view.Paused)
		}
		other.Pause(false)
		m.fly(5*time.Second, p, other)
		if went := m.tick() - before; went < 5*game.TickRate-30 || p.view.Paused || other.view.Paused {
			t.Errorf("5 s after the pause it is %d ticks farther, paused for %v and %v", went, p.view.Paused, other.view.Paused)
		}
		other.Pause(true)
		m.fly(time.Second, p, other)
		before = m.tick()
		time.Sleep(3 * time.Second)
		m.fly(10*time.Second, p) // the other has become silent
		if went := m.tick() - before; went < game.TickRate {
			t.Errorf("a silent player stops the match: %d ticks in 13 s", went)
		}
	})
}

func TestAMatchOfSeveralPlayersIsNotPaused(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m, dark := startMatch(t, HostConfig{}, played{Bots: 3}), &wire{}
		defer m.end()
		p, stranger := newPlayer("Rex", dark.dial(m, link.Conditions{}), 1), newPlayer("Eve", m.pipe, 2)
		stranger.Pause(true)
		m.fly(3*time.Second, stranger, p)
		if stranger.view.Paused || p.view.Paused {
			t.Fatal("a stranger stops a match that someone else is in")
		}
		dark.dark.Store(true)
		m.fly(8*time.Second, stranger, p) // the link is closed after 7 s
		if stranger.view.Paused {
			t.Error("a stranger stops the match while the other makes a new link")
		}
		dark.dark.Store(false)
		m.fly(5*time.Second, stranger, p)
		m.plays(p)
	})
}

func TestAPauseEndsWithItsPlayer(t *testing.T) {
	skipIfShort(t)
	for name, goes := range map[string]func(p *player, w *wire){
		"who leaves":         func(p *player, w *wire) { p.Leave() },
		"whose line is dead": func(p *player, w *wire) { w.dark.Store(true) },
	} {
		bubble(t, func(t *testing.T) {
			m, w := startMatch(t, HostConfig{}, played{Bots: 3}), &wire{}
			defer m.end()
			p := newPlayer("Rex", w.dial(m, link.Conditions{}), 1)
			m.fly(2*time.Second, p)
			m.rest(p)
			before := m.tick()
			goes(p, w)
			m.fly(30*time.Second, p)
			if went := m.tick() - before; went < 20*game.TickRate {
				t.Errorf("%s: 30 s later the match is %d ticks farther", name, went)
			}
		})
	}
}

func TestAPauseSurvivesANewLink(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.rest(p)
		p.link.Close()
		m.fly(3*time.Second, p)
		if !p.view.Paused {
			t.Error("the match runs, though its player is still in a menu")
		}
		p.Pause(false)
		m.mustResume(p, m.tick())
		m.plays(p)
	})
}

func TestAPauseSurvivesSecondsOfSilence(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.rest(p)
		before := m.tick()
		time.Sleep(3 * time.Second) // no Frame is called
		m.fly(time.Second, p)
		if went := m.tick() - before; went != 0 || !p.view.Paused {
			t.Errorf("it continued by %d ticks, paused %v", went, p.view.Paused)
		}
	})
}

func TestLobbyAndResultsPauseToo(t *testing.T) {
	bubble(t, func(t *testing.T) {
		setup := testSetup(t)
		setup.TimeLimit = 5 * game.TickRate
		m := startMatch(t, HostConfig{}, played{Setup: setup, Bots: 3})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		m.flyUntil(func() bool { return p.view != nil && p.view.NextMatch > 0 }, p)
		m.rest(p)
		left := p.view.NextMatch
		m.fly(time.Minute, p)
		if p.view.NextMatch != left {
			t.Errorf("the countdown to the next match runs: %v, it was %v", p.view.NextMatch, left)
		}
		p.Pause(false)
		m.fly(time.Second, p)
		if now := p.view.NextMatch; now > left-900*time.Millisecond || now < left-1100*time.Millisecond {
			t.Errorf("a second later the next match is in %v, it was %v", now, left)
		}
	})
}

func TestAPausedMatchObeysTheOperator(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 3}, func(t *testing.T, m *testMatch) {
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(2*time.Second, p)
		m.rest(p)
		m.host.Notify("hello")
		m.host.SetBots(5)
		p.Choose(1, 1, 0)
		m.fly(time.Second, p)
		if who, err := m.host.Attendance(); err != nil || len(who.Pilots) != 4 {
			t.Errorf("%v, %v", who.Pilots, err)
		}
		p.Pause(false)
		m.fly(time.Second, p)
		if who, err := m.host.Attendance(); err != nil || len(who.Pilots) != 6 {
			t.Errorf("expected Rex and five bots, got %v, %v", who.Pilots, err)
		}
	})
}

func TestAMenuIsReportedOnce(t *testing.T) {
	near, far := link.PipeOf(link.Here, "")
	c := NewClient(ClientConfig{Dial: func() link.Link { return near }, Name: "Rex"})
	c.Frame(time.Now(), 0)
	for range 10 {
		c.Pause(true)
	}
	said := 0
	for packet, ok := far.Receive(nil); ok; packet, ok = far.Receive(nil) {
		if m, err := proto.Parse(packet.Bytes); err == nil && m.Type() == proto.PauseType {
			said++
		}
	}
	if said != 1 {
		t.Errorf("said %d times", said)
	}
}

// lateBy is the delay of spectators in these tests.
const lateBy = 30 * time.Second

// watcher is a spectator with its observations.
type watcher struct {
	*player
	matches []string    // arenas, in order
	seen    game.Tick   // ticks compared with the host's
	early   game.Tick   // the smallest delay
	over    []time.Time // ends of matches
	lines   []string
}

func watch(m *testMatch, name string, dial func() link.Link) *watcher {
	return &watcher{player: newPilot(ClientConfig{Dial: dial, Name: name, Spectate: true, Wait: true}), early: 1 << 30}
}

// read compares the view: each tick with the host's World or, before the match, an empty one.
func (w *watcher) read(m *testMatch) {
	m.t.Helper()
	was := w.view != nil && w.view.NextMatch > 0
	w.frame()
	for _, line := range w.view.Chat {
		w.lines = append(w.lines, line.Text)
	}
	if w.view.Phase != Playing || !w.synced {
		return
	}
	if w.view.Me >= 0 {
		m.t.Fatalf("%s has a ship", w.conf.Name)
	}
	present := m.tick()
	w.early = min(w.early, present-w.confirmed.Tick)
	if w.predicted.Tick > present {
		m.t.Fatalf("%s is at tick %d before the host, which is at %d", w.conf.Name, w.predicted.Tick, present)
	}
	if w.confirmed.Tick > m.host.late.behind {
		m.check(w.Client)
		w.seen++
	} else if w.confirmed.Tick < m.host.late.behind && (w.confirmed.Status != game.Waiting || slices.ContainsFunc(w.confirmed.Ships[:], func(s game.Ship) bool { return s.State != game.Empty })) {
		m.t.Fatalf("%s sees something before the match began", w.conf.Name)
	}
	if over := w.view.NextMatch > 0; over && !was {
		w.over = append(w.over, time.Now())
	}
	if arena := w.view.Setup.Arena.Name; w.confirmed.Status != game.Waiting && (len(w.matches) == 0 || w.matches[len(w.matches)-1] != arena) {
		w.matches = append(w.matches, arena)
	}
}

// setupIn returns a short match in an arena.
func setupIn(t testing.TB, name string, seconds game.Tick) *game.Setup {
	arena, err := assets.Arena(name)
	if err != nil {
		t.Fatal(err)
	}
	setup := testSetup(t)
	setup.Arena, setup.TimeLimit = arena, seconds*game.TickRate
	return setup
}

const inTurnFor = 12 // s

// inTurn plays short matches in several arenas.
func inTurn(t testing.TB, what played) played {
	arenas := []string{"open", "duel", "basin"}
	what.Setup = setupIn(t, arenas[0], inTurnFor)
	what.Next = func(round int) *game.Setup { return setupIn(t, arenas[round%len(arenas)], inTurnFor) }
	return what
}

func TestSpectatorsSeeEveryTickWithTheDelay(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	inMatch(t, HostConfig{HostOptions: HostOptions{Delay: lateBy}}, inTurn(t, played{Bots: 5}), func(t *testing.T, m *testMatch) {
		rex := newPlayer("Rex", m.pipe, 1)
		bad := link.Conditions{Delay: 80 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05, Seed: 7}
		all := []*watcher{watch(m, "Early", m.pipe), watch(m, "Far", m.dial(bad))}
		var over []time.Time
		began, finished := time.Now(), false
		for time.Since(began) < 110*time.Second {
			m.fly(tickTime(1), rex)
			if is := rex.view.NextMatch > 0; is != finished {
				if finished = is; is {
					over = append(over, time.Now())
				}
			}
			if len(all) == 2 && time.Since(began) > 40*time.Second {
				all = append(all, watch(m, "Later", m.pipe))
			}
			for _, w := range all {
				w.read(m)
			}
		}
		for _, w := range all {
			t.Logf("%s held %d ticks against the host's, at least %d behind; saw %v", w.conf.Name, w.seen, w.early, w.matches)
			if w.early < m.host.late.behind || w.early > m.host.late.behind+game.TickRate {
				t.Errorf("%s was %d ticks behind at the least, expected %d", w.conf.Name, w.early, m.host.late.behind)
			}
			if len(w.matches) < 3 || w.desyncs > 0 || w.keyframes > 6 {
				t.Errorf("%s saw %v, with %d desyncs and %d keyframes", w.conf.Name, w.matches, w.desyncs, w.keyframes)
			}
			for i, at := range w.over {
				if later := at.Sub(over[i]); w.conf.Name != "Later" && (later < lateBy-tickTime(2) || later > lateBy+time.Second) {
					t.Errorf("%s saw the end of match %d %v later", w.conf.Name, i+1, later)
				}
			}
			if len(w.over) < 3 {
				t.Errorf("%s saw %d ends", w.conf.Name, len(w.over))
			}
			if !slices.ContainsFunc(w.lines, func(s string) bool { return strings.Contains(s, "30 s late") }) {
				t.Errorf("%s got no notice of the delay: %q", w.conf.Name, w.lines)
			}
		}
		if rex.keyframes > 6 || len(over) < 4 {
			t.Errorf("the player got %d keyframes in %d matches", rex.keyframes, len(over))
		}
	})
}

func TestNothingOfThePresentReachesASpectator(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{HostOptions: HostOptions{Delay: lateBy}}, inTurn(t, played{Bots: 2}), func(t *testing.T, m *testMatch) {
		rex, wat := newPlayer("Rex", m.pipe, 1), watch(m, "Wat", m.pipe)
		flown := func(d time.Duration, also ...*player) {
			t.Helper()
			for until := time.Now().Add(d); time.Now().Before(until); {
				m.fly(tickTime(1), append(also, rex)...)
				wat.read(m)
			}
		}
		flown(40 * time.Second)
		ace := newPlayer("Ace", m.pipe, 2)
		flown(time.Second, ace)
		if err := ace.Say("behind the rock"); err != nil {
			t.Fatal(err)
		}
		knows := func() []bool {
			return []bool{
				slices.ContainsFunc(wat.view.Roster, func(p proto.Pilot) bool { return p.Name == "Ace" }),
				slices.Contains(wat.lines, "Ace has joined"), slices.Contains(wat.lines, "behind the rock"),
			}
		}
		flown(lateBy-2*time.Second, ace)
		if now := knows(); slices.Contains(now, true) {
			t.Errorf("29 s later the spectator knows the roster, the notice, the line: %v", now)
		}
		for _, info := range []proto.Info{m.asked(), m.host.current.Load().info} {
			if info.Arena != wat.view.Setup.Arena.Name || info.Players != 2 {
				t.Errorf("strangers got %+v where spectators see %s", info, wat.view.Setup.Arena.Name)
			}
		}
		var told proto.Progress
		err := m.host.ask(func() error { told = m.host.progress(); return nil })
		if left := (wat.confirmed.TimeLeft(wat.setup) + game.TickRate - 1) / game.TickRate; err != nil || told.Left != uint32(left) || told.Number != m.host.late.number {
			t.Errorf("strangers got %+v where spectators have %d s left; %v", told, left, err)
		}
		if who, err := m.host.Attendance(); err != nil || slices.ContainsFunc(who.Pilots, func(p proto.Pilot) bool { return p.Name == "Ace" }) || who.Status != wat.confirmed.Status {
			t.Errorf("strangers get these pilots: %+v, %v", who, err)
		}
		if all, err := m.host.Pilots(); err != nil || !slices.ContainsFunc(all, func(p PilotInfo) bool { return p.Name == "Ace" }) {
			t.Errorf("the operator does not get the pilots: %+v, %v", all, err)
		}
		if err := m.host.SendNotice("five minutes left"); err != nil {
			t.Fatal(err)
		}
		flown(time.Second/4, ace)
		if !slices.Contains(wat.lines, "five minutes left") {
			t.Error("the operator's notice does not reach the spectator at once")
		}
		flown(3*time.Second, ace)
		if now := knows(); slices.Contains(now, false) {
			t.Errorf("32 s later the spectator knows the roster, the notice, the line: %v", now)
		}
	})
}

// asked returns the answer to a stranger.
func (m *testMatch) asked() proto.Info {
	near, far := link.PipeOf(link.Here, "")
	m.host.Add(far)
	told, err := Ask(m.t.Context(), near)
	if err != nil {
		m.t.Fatal(err)
	}
	return *told.Info
}

func TestSpectatorsChatWithoutDelay(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{HostOptions: HostOptions{Delay: lateBy}}, played{Bots: 2}, func(t *testing.T, m *testMatch) {
		a, b := watch(m, "A", m.pipe), watch(m, "B", m.pipe)
		rex := newPlayer("Rex", m.pipe, 1)
		heard := map[string]int{}
		flown := func(d time.Duration) {
			for until := time.Now().Add(d); time.Now().Before(until); {
				m.fly(tickTime(1), rex)
				for _, line := range rex.view.Chat {
					heard[line.Text]++
				}
				a.read(m)
				b.read(m)
			}
		}
		count := func(said []string, text string) (n int) {
			for _, s := range said {
				n += btoi(s == text)
			}
			return n
		}
		flown(2 * time.Second)
		a.Say("hello")
		flown(time.Second)
		if count(a.lines, "hello") != 1 || count(b.lines, "hello") != 0 || heard["hello"] != 1 {
			t.Error("a new spectator may know the present: only players and the spectator should read it")
		}
		flown(lateBy)
		a.Say("what a shot")
		flown(time.Second)
		if count(a.lines, "what a shot") != 1 || count(b.lines, "what a shot") != 1 || heard["what a shot"] != 1 {
			t.Error("a spectator who has watched for long sees the same as others")
		}
		flown(lateBy)
		if count(a.lines, "hello") != 1 || count(b.lines, "hello") != 1 || count(b.lines, "what a shot") != 1 {
			t.Errorf("each line is read once: %q, %q", a.lines, b.lines)
		}
	})
}

func TestASeatSwitchesTheViewToThePresent(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{5 * time.Second, lateBy} {
		if testing.Short() && delay == lateBy {
			continue
		}
		t.Run(fmt.Sprint(delay), func(t *testing.T) {
			inMatch(t, HostConfig{HostOptions: HostOptions{Delay: delay}}, inTurn(t, played{Bots: 3}), func(t *testing.T, m *testMatch) {
				w := watch(m, "Wat", m.pipe)
				behind := m.host.late.behind
				turns := 3
				if delay == lateBy && !*long {
					turns = 1
				}
				for i := range turns {
					for until := time.Now().Add(delay + 17*time.Second); time.Now().Before(until); time.Sleep(tickTime(1)) {
						w.read(m)
					}
					if d := m.tick() - w.confirmed.Tick; d < behind || d > behind+game.TickRate {
						t.Fatalf("the spectator is %d ticks behind", d)
					}
					w.Choose(0, 0, 0)
					w.bot = newPlayer("", nil, uint64(i)).bot
					time.Sleep(tickTime(3))
					w.frame() // continues with the delayed view
					m.fly(5*time.Second, w.player)
					m.plays(w.player)
					if d := m.tick() - w.confirmed.Tick; d > game.TickRate/4 || w.view.Lag.Ahead > game.TickRate/4 {
						t.Fatalf("the player is %d ticks behind, and predicts %d", d, w.view.Lag.Ahead)
					}
					m.unseat("Wat")
					w.bot = nil
					for until := time.Now().Add(3 * time.Second); time.Now().Before(until); time.Sleep(tickTime(1)) {
						w.frame()
					}
					w.early = 1 << 30
				}
				if w.desyncs > 0 {
					t.Errorf("%d desyncs", w.desyncs)
				}
			})
		})
	}
}

// unseat takes a player's ship, as if idle.
func (m *testMatch) unseat(name string) {
	m.t.Helper()
	h := m.host
	if err := h.ask(func() error {
		i := slices.IndexFunc(h.match.pilots, func(p *pilot) bool { return p.Name == name })
		h.match.unseat(h.match.pilots[i])
		h.peers.sendTo(h.match.pilots[i], &proto.SpawnResult{Status: proto.SpawnIdle, Slot: proto.NoSlot})
		return nil
	}); err != nil {
		m.t.Fatal(err)
	}
}

func TestAWaitingPlayerHasTheDelayedView(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		setup := setupIn(t, "grid", 300)
		setup.Mode = game.Trails // the mode with the fewest ships
		m := startMatch(t, HostConfig{HostOptions: HostOptions{Delay: 5 * time.Second}}, played{Setup: setup})
		defer m.end()
		var seated []*player
		for i := range setup.Mode.Pilots() {
			seated = append(seated, newPlayer(fmt.Sprint("Pilot ", string(rune('a'+i))), m.pipe, uint64(i)))
		}
		m.fly(time.Second, seated...)
		waits := &watcher{player: newPilot(ClientConfig{Dial: m.pipe, Name: "Waits", Wait: true}), early: 1 << 30}
		for range 8 * game.TickRate {
			m.fly(tickTime(1), seated...)
			waits.read(m)
		}
		if !waits.view.Waiting || waits.seen == 0 || waits.early < m.host.late.behind {
			t.Errorf("waits %v, saw %d ticks, %d behind at the least", waits.view.Waiting, waits.seen, waits.early)
		}
		seated[0].Leave()
		for range 3 * game.TickRate {
			m.fly(tickTime(1), seated[1:]...)
			waits.frame()
		}
		if waits.view.Me < 0 || m.tick()-waits.confirmed.Tick > game.TickRate/4 {
			t.Errorf("has slot %d, %d behind", waits.view.Me, m.tick()-waits.confirmed.Tick)
		}
	})
}

func TestALostShipHidesTheVote(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := newCouncil(t, 4, HostConfig{HostOptions: HostOptions{Delay: 10 * time.Second}})
		defer c.end()
		c.all[0].CallVote(proto.RestartMotion, 0, "")
		c.stay(game.TickRate)
		if c.all[3].view.Vote == nil {
			t.Fatal("P3 does not see the vote")
		}
		c.unseat("P3")
		for range game.TickRate { // the view of P3 goes back in time
			for _, p := range c.all {
				p.frame()
			}
			time.Sleep(tickTime(1))
		}
		if c.all[0].view.Vote == nil || c.all[3].view.Vote != nil {
			t.Errorf("P0 sees %+v, and P3, without a ship, %+v", c.all[0].view.Vote, c.all[3].view.Vote)
		}
	})
}
