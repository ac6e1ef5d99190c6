package net

import (
	"context"
	"net/netip"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// twoHosts have a match, of which one has the log.
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

// dialNext connects to the host that goes on with the match.
func (h *twoHosts) dialNext(proto.Place, netip.Addr) link.Link {
	near, far := link.PipeOf(link.Here, "")
	h.next.Add(far)
	return near
}

// goOnNext has the other host go on with the match.
func (h *twoHosts) goOnNext(t *testing.T, s Stopped) {
	r, err := Resume(h.disk.log)
	if err != nil {
		t.Fatal(err)
	}
	if r.Match.World.Tick != s.Tick || r.Match.World.Hash() != s.Hash {
		t.Fatalf("stopped at tick %d, goes on at tick %d", s.Tick, r.Match.World.Tick)
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

func TestAMatchThatIsHandedOverGoesOnForAllWhoPlayIt(t *testing.T) {
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
		h.goOnNext(t, s)
		if err := h.host.SendOn(func(link.Link) proto.Place {
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

func TestAMatchGoesOnWhereItIsWhenNobodyTakesIt(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Ann", m.pipe, 1)
		m.fly(2*time.Second, p)
		if err := m.host.SendOn(nil); err == nil {
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
		if err := m.host.GoOn(); err != nil {
			t.Fatal(err)
		}
		m.fly(time.Second, p)
		if now := m.tick(); now < s.Tick+55 || now > s.Tick+65 {
			t.Errorf("stopped at tick %d, and is at %d a second later", s.Tick, now)
		}
		m.plays(p)
	})
}

// sentOn returns a Dial to one who sends everybody to an address.
func sentOn(address string) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		far.Send(link.Control, (&proto.Redirect{Place: proto.Place{Address: address, Fingerprint: "SHA256:host", Ticket: []byte("in")}}).Append(nil))
		far.Close()
		return near
	}
}

func TestAClientGoesWhereItIsSent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		var shown proto.Message
		p := newPlayer("Ann", sentOn("host:1"), 1)
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

func TestAClientThatIsSentAroundGivesUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		p := newPlayer("Ann", sentOn("host:1"), 1)
		dials := 0
		p.conf.Follow = func(proto.Place, netip.Addr) link.Link {
			dials++
			return sentOn("host:1")()
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

func TestAClientGoesNowhereWithoutATicketAndAFingerprint(t *testing.T) {
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
					return sentOn("host:1")()
				}
				p.frame() // dials
				if p.frame(); p.view.Phase != Refused {
					t.Errorf("%s: phase %v", name, p.view.Phase)
				}
			})
		}
	}
}

func TestAHostThatLetsAClientInAndSendsItAwayInTurnBesiegesNobody(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
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

func TestAClientAsksAgainWhenTheHostIsGoneWhereItWasSent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Ann", sentOn("host:1"), 1)
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

func TestWhoHasASeatTriesAgainForAsLongAsItIsKeptWhenTheirTicketsAreRefused(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		p := newPlayer("Ann", m.pipe, 1)
		m.fly(time.Second, p)
		shown := 0
		p.conf.Dial = sentOn("host:1")
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
