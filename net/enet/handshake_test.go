package enet

import (
	"bytes"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
)

// account counts the bytes between a host and an address.
type account struct {
	t         *testing.T
	n         *network
	host      *end
	from      link.UDPAddr
	received  int
	sent      int
	datagrams [][]byte // sent to it
}

func newAccount(t *testing.T, limits Limits) *account {
	n := newNetwork(1)
	limits.Peers = max(limits.Peers, 2)
	a := &account{t: t, n: n, host: n.join(address(1), limits), from: address(9)}
	n.watch = func(_, to link.UDPAddr, b []byte) {
		if to != a.from {
			t.Errorf("%d bytes went to %v", len(b), to)
		}
		a.sent += len(b)
		a.datagrams = append(a.datagrams, bytes.Clone(b))
	}
	return a
}

// send sends a datagram from the address.
func (a *account) send(b []byte) {
	a.t.Helper()
	a.received += len(b)
	a.host.Receive(a.n.now, a.from, b)
	a.host.Tick(a.n.now)
	a.check()
}

func (a *account) check() {
	a.t.Helper()
	if a.sent > a.received {
		a.t.Fatalf("%d bytes went to an address that sent %d", a.sent, a.received)
	}
}

// aConnect is a datagram with a connect command.
func aConnect(id uint32) []byte {
	c := connect{parameters: parameters{incoming: noSession, outgoing: noSession, mtu: mtu, window: maxWindow, channels: 1, connectID: id}}
	return appendCommand(header{peer: noPeer, timed: true}.append(nil), head{kindConnect, control, 1}, &c)
}

// headerTo starts a datagram to the newest peer of a host.
func headerTo(e *end) header {
	p := e.host.peers[len(e.host.peers)-1]
	return header{peer: p.number, session: p.session.incoming, timed: true}
}

func TestAConnectIsAnsweredOnceInFewerBytes(t *testing.T) {
	a := newAccount(t, Limits{})
	a.send(aConnect(1))
	if a.received != 52 || a.sent != 48 {
		t.Errorf("%d bytes answer %d", a.sent, a.received)
	}
	a.n.run(time.Minute)
	a.check()
	if len(a.datagrams) != 1 || len(a.host.host.peers) != 0 || len(a.host.events) != 0 {
		t.Errorf("%d datagrams went, %d peers are left, got %q", len(a.datagrams), len(a.host.host.peers), a.host.events)
	}
}

func TestAStrangerNeverGetsMoreThanItSent(t *testing.T) {
	for seed := range uint64(20) {
		a := newAccount(t, Limits{Peers: 8})
		random := rand.New(rand.NewPCG(seed, 3))
		for range 2000 {
			switch b := []byte(nil); random.IntN(4) {
			case 0:
				a.send(aConnect(uint32(random.IntN(5))))
			case 1:
				a.n.run(time.Duration(random.IntN(2000)) * time.Millisecond)
				a.check()
			default:
				if len(a.host.host.peers) > 0 {
					b = headerTo(a.host).append(b)
				}
				examples := examples()
				for range random.IntN(3) {
					e := examples[random.IntN(len(examples))]
					b = appendCommand(b, e.head, e.body)
				}
				a.send(b)
			}
		}
		if len(a.host.events) > 0 {
			t.Fatalf("seed %d: the host got %q", seed, a.host.events)
		}
	}
}

func TestSmallDatagramsGetAStrangerNoMoreEither(t *testing.T) {
	a := newAccount(t, Limits{})
	a.send(aConnect(1))
	d := headerTo(a.host)
	for range 100 {
		d.timed = !d.timed
		a.send(d.append(nil))
	}
	if a.received-a.sent > probeSize {
		t.Errorf("%d bytes were sent for %d: expected a request for more", a.sent, a.received)
	}
}

func TestAPeerThatGuessesAcknowledgementsIsRemoved(t *testing.T) {
	a := newAccount(t, Limits{})
	a.send(aConnect(1))
	p := a.host.host.peers[0]
	for i := range uint16(maxWrong) {
		d := headerTo(a.host).append(nil)
		a.send(appendCommand(d, head{kindAcknowledge, control, 1}, &acknowledge{1, p.clock + 1 + i}))
	}
	if len(a.host.host.peers) != 0 || len(a.host.events) != 0 {
		t.Errorf("%d peers are left, got %q", len(a.host.host.peers), a.host.events)
	}
}

func TestTheRightAcknowledgementProvesAStranger(t *testing.T) {
	a := newAccount(t, Limits{})
	a.send(aConnect(1))
	p := a.host.host.peers[0]
	for i := range uint16(maxWrong - 1) {
		d := headerTo(a.host).append(nil)
		a.send(appendCommand(d, head{kindAcknowledge, control, 1}, &acknowledge{1, p.clock + 1 + i}))
	}
	d := headerTo(a.host).append(nil)
	a.send(appendCommand(d, head{kindAcknowledge, control, 1}, &acknowledge{1, p.clock}))
	wantEvents(t, "host", a.host, "connected 0")
}

func TestAClientObeysOnlyTheAnswerToItsConnect(t *testing.T) {
	for name, forge := range map[string]func(v *verifyConnect){
		"as it is":         func(*verifyConnect) {},
		"other connect id": func(v *verifyConnect) { v.connectID++ },
		"other throttle":   func(v *verifyConnect) { v.throttle.interval++ },
	} {
		n := newNetwork(1)
		client := n.join(address(2), Limits{})
		p, err := client.Connect(address(1).AddrPort, 0)
		if err != nil {
			t.Fatal(err)
		}
		v := verifyConnect{p.parameters()}
		forge(&v)
		d := header{peer: p.number, timed: true}.append(nil)
		client.Receive(n.now, address(1), appendCommand(d, head{kindVerifyConnect, control, 1}, &v))
		if applied := len(client.events) == 1; applied != (name == "as it is") {
			t.Errorf("%s: applied %v", name, applied)
		}
	}
}

func TestTheNextSessionIsNeitherTheClientsNorTheHosts(t *testing.T) {
	for _, e := range []struct{ client, host, want uint8 }{
		{noSession, noSession, 0}, {noSession, 0, 1}, {noSession, 3, 0}, {0, noSession, 1}, {3, noSession, 0}, {0, 0, 1}, {0, 1, 2}, {2, 3, 0},
	} {
		if got := nextSession(e.client, e.host); got != e.want {
			t.Errorf("client %d, host %d: %d, want %d", e.client, e.host, got, e.want)
		}
	}
}

// lose drops the nth datagram to addr.
func (n *network) lose(addr link.UDPAddr, nth int) {
	n.watch = func(_, to link.UDPAddr, _ []byte) {
		n.loss = 0
		if to == addr {
			if nth--; nth == 0 {
				n.loss = 1
			}
		}
	}
}

func TestAnIdleClientConnectsAlthoughItsAcknowledgementIsLost(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 1})
	client := n.join(address(2), Limits{})
	n.lose(host.addr, 2)
	client.connect(t, host, 7)
	n.run(500 * time.Millisecond)
	wantEvents(t, "client", client, "connected 0")
	wantEvents(t, "host", host)
	n.run(time.Second)
	wantEvents(t, "host", host, "connected 7")
}

func TestAClientConnectsAlthoughVerifyConnectIsLost(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 1})
	client := n.join(address(2), Limits{})
	n.lose(client.addr, 1)
	client.connect(t, host, 7)
	n.run(time.Second)
	wantEvents(t, "host", host, "connected 7")
	wantEvents(t, "client", client, "connected 0")
}

func TestAFloodOfStrangersDoesNotExcludeAClient(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 4, Handshakes: 64})
	client := n.join(address(2), Limits{})
	client.connect(t, host, 7)
	for i := range 1000 { // one a millisecond, and the client is 40 ms away
		from := link.UDPAddr{AddrPort: netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, byte(i >> 8), byte(i)}), 1)}
		host.Receive(n.now, from, aConnect(uint32(i)))
		n.run(time.Millisecond)
		if len(host.host.peers) > 64+4 {
			t.Fatalf("%d peers", len(host.host.peers))
		}
	}
	wantEvents(t, "client", client, "connected 0")
	wantEvents(t, "host", host, "connected 7")
}

// TestAFloodFromAFewSitesDoesNotExcludeAFarClient: 200 sites ask for 10,000 connections a
// second, and the client is 200 ms away.
func TestAFloodFromAFewSitesDoesNotExcludeAFarClient(t *testing.T) {
	n := newNetwork(1)
	n.delay = 200 * time.Millisecond
	host := n.join(address(1), Limits{Peers: 4})
	client := n.join(address(2), Limits{})
	came, went := 0, 0
	n.watch = func(from, to link.UDPAddr, b []byte) {
		if from == host.addr && to != client.addr {
			went += len(b)
		}
	}
	flood := func(ms int) {
		for i := range 10 * ms {
			from := link.UDPAddr{AddrPort: netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(i % 200)}), uint16(i))}
			b := aConnect(uint32(i))
			came += len(b)
			if host.Receive(n.now, from, b); i%10 == 0 {
				n.run(time.Millisecond)
			}
		}
	}
	flood(1000)
	client.connect(t, host, 7)
	flood(3000)
	wantEvents(t, "client", client, "connected 0")
	wantEvents(t, "host", host, "connected 7")
	t.Logf("got %d bytes of the flood, sent %d", came, went)
	if went > came {
		t.Error("want no more than received")
	}
}

func TestAnUnknownPeerGetsNoAnswer(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.watch = func(_, to link.UDPAddr, b []byte) {
		if to != client.addr && to != host.addr {
			t.Errorf("%x went to a stranger", b)
		}
	}
	stranger := address(9)
	for number := range uint16(noPeer + 1) {
		for session := range uint8(4) {
			d := header{peer: number, session: session, timed: true}.append(nil)
			host.Receive(n.now, stranger, appendCommand(d, head{kindPing, control, 1}, &ping{}))
			d = header{peer: number, session: session, timed: true}.append(nil)
			host.Receive(n.now, stranger, appendCommand(d, head{kindDisconnectNow, control, 1}, &disconnect{}))
		}
	}
	n.run(time.Second)
	wantEvents(t, "host", host, "connected 7")
	if want := uint64(2 * 4 * (noPeer + 1)); host.Dropped() != want {
		t.Errorf("dropped %d datagrams, want %d", host.Dropped(), want)
	}
}

func TestAClientConnectsAndBothGetOneEvent(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.run(10 * time.Second)
	wantEvents(t, "host", host, "connected 7")
	wantEvents(t, "client", client, "connected 0")
	if got := host.peers[0].Addr(); got != client.addr.AddrPort {
		t.Errorf("the host has a peer at %v, want %v", got, client.addr)
	}
	for _, e := range []*end{host, client} {
		if trip := e.peers[0].RoundTrip(); trip < 40*time.Millisecond || trip > 41*time.Millisecond {
			t.Errorf("measured a round trip of %v, want 40ms", trip)
		}
	}
}

func TestAnUnansweredConnectTimesOut(t *testing.T) {
	n := newNetwork(1)
	client := n.join(address(2), Limits{})
	if _, err := client.Connect(address(1).AddrPort, 0); err != nil {
		t.Fatal(err)
	}
	n.run(29 * time.Second)
	wantEvents(t, "client", client)
	n.run(2 * time.Second)
	wantEvents(t, "client", client, "silent 0")
}

func TestAClientMayConnectAgainFromItsAddress(t *testing.T) {
	n := newNetwork(1)
	host, _ := n.pair(t, Limits{})
	for i := range 5 { // as after a crash
		again := n.join(address(2), Limits{})
		again.connect(t, host, uint32(10+i))
		n.run(time.Second)
		again.send(t, 0, "back", Reliable)
		n.run(time.Second)
		wantEvents(t, "client", again, "connected 0")
	}
	if want := []string{"connected 7", "replaced 0", "connected 10", "replaced 0", "connected 11"}; !slices.Equal(host.events[:5], want) {
		t.Errorf("the host got %q", host.events)
	}
	if len(host.got) != 5 || len(host.host.peers) != 1 {
		t.Errorf("got %d packets, %d peers are left", len(host.got), len(host.host.peers))
	}
}

func TestConnectionsFollowEachOtherWithOtherSessions(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 1})
	client := n.join(address(2), Limits{})
	for range 6 {
		p := client.connect(t, host, 0)
		n.run(time.Second)
		client.send(t, 0, "here", Reliable)
		n.run(time.Second)
		client.Disconnect(p, 0)
		n.run(10 * time.Second)
	}
	if len(host.got) != 6 || len(host.events) != 12 {
		t.Errorf("got %d packets, the host's events are %q", len(host.got), host.events)
	}
}

func TestAHostHasAMaximumOfPeers(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 3, PerSite: 2})
	for i, c := range []struct {
		addr link.UDPAddr
		in   bool
	}{
		{address(2), true},
		{link.UDPAddr{AddrPort: netip.AddrPortFrom(address(2).Addr(), 5001)}, true},
		{link.UDPAddr{AddrPort: netip.AddrPortFrom(address(2).Addr(), 5002)}, false},
		{address(3), true},
		{address(4), false},
	} {
		client := n.join(c.addr, Limits{})
		client.connect(t, host, 0)
		n.run(2 * time.Second)
		if in := len(client.events) == 1; in != c.in {
			t.Errorf("client %d: let in: %v", i, in)
		}
	}
}

func TestAHostMayBeCalledFromItsCallbacks(t *testing.T) {
	n := newNetwork(8)
	n.bad()
	host := n.join(address(1), Limits{Peers: 4})
	client := n.join(address(2), Limits{})
	answers := 0
	host.connected = func(p *peer) { host.Send(p, 0, []byte("hello"), Reliable) }
	host.received = func(p *peer, on uint8, packet []byte, how Delivery) {
		if answers++; answers == 10 {
			host.Disconnect(p, 1)
			return
		}
		host.Send(p, on, packet, how)
	}
	client.received = func(p *peer, on uint8, packet []byte, _ Delivery) {
		client.Send(p, on, append(bytes.Clone(packet), '!'), Reliable)
	}
	client.disconnected = func(*peer) {
		if len(client.events) < 4 {
			client.connect(t, host, 8)
		}
	}
	client.connect(t, host, 7)
	n.run(time.Minute)
	wantEvents(t, "client", client, "connected 0", "left 1", "connected 0")
	if answers < 10 {
		t.Errorf("%d answers", answers)
	}
}

func TestDisconnectDeliversItsData(t *testing.T) {
	for _, by := range []string{"host", "client"} {
		n := newNetwork(6)
		n.loss = 0.3
		host, client := n.pair(t, Limits{})
		who, other := host, client
		if by == "client" {
			who, other = client, host
		}
		who.Disconnect(who.peers[0], 42)
		n.run(30 * time.Second)
		if who.events[1] != "closed 0" || other.events[1] != "left 42" || len(who.events)+len(other.events) != 4 {
			t.Errorf("the %s left: got %q, the other %q", by, who.events, other.events)
		}
		if len(host.host.peers)+len(client.host.peers) != 0 {
			t.Errorf("the %s left, but peers are left", by)
		}
		if err := who.Send(who.peers[0], 0, nil, Reliable); err != ErrOver {
			t.Errorf("sending on a closed connection: %v", err)
		}
	}
}

func TestDisconnectNowIsSentOnce(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	client.DisconnectNow(client.peers[0], 9)
	n.run(time.Second)
	wantEvents(t, "client", client, "connected 0", "closed 0")
	wantEvents(t, "host", host, "connected 7", "left 9")
}

func TestDisconnectLaterWaitsForSentPackets(t *testing.T) {
	n := newNetwork(7)
	n.bad()
	host, client := n.pair(t, Limits{})
	for range 20 {
		client.send(t, 0, strings.Repeat("x", 3000), Reliable)
	}
	client.DisconnectLater(client.peers[0], 3)
	if err := client.Send(client.peers[0], 0, nil, Reliable); err != ErrOver {
		t.Errorf("sending after that: %v", err)
	}
	n.run(30 * time.Second)
	wantEvents(t, "host", host, "connected 7", "left 3")
	if len(host.got) != 20 {
		t.Errorf("got %d packets, want 20", len(host.got))
	}
}

func TestBothMayDisconnectAtOnce(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	host.Disconnect(host.peers[0], 1)
	client.Disconnect(client.peers[0], 2)
	n.run(time.Minute)
	wantEvents(t, "host", host, "connected 7", "closed 0")
	wantEvents(t, "client", client, "connected 0", "closed 0")
}

func TestAnEndedConnectionHasNoMemory(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.cut[client.addr] = true
	for range 10 {
		host.send(t, 0, "unheard", Reliable)
	}
	n.run(time.Second)
	client.Disconnect(client.peers[0], 0)
	n.run(time.Second)
	if p := host.peers[0]; p.state != lingering || p.waiting != 0 || len(p.sent)+len(p.queue) != 0 || len(host.spare) < 10 {
		t.Errorf("%d bytes wait, %d are spare", p.waiting, len(host.spare))
	}
}

func TestASilentPeerTimesOutBetween5And30Seconds(t *testing.T) {
	for _, e := range []struct{ delay, within time.Duration }{
		{time.Millisecond, 9 * time.Second}, // after 30, 60 ... 3,840 ms without an answer
		{50 * time.Millisecond, 10 * time.Second},
		{400 * time.Millisecond, 31 * time.Second},
	} {
		n := newNetwork(1)
		n.delay = e.delay
		host, client := n.pair(t, Limits{})
		n.run(20 * time.Second)
		n.cut[client.addr], n.cut[host.addr] = true, true
		n.run(4900 * time.Millisecond)
		wantEvents(t, "host", host, "connected 7")
		n.run(e.within - 4900*time.Millisecond)
		wantEvents(t, "host", host, "connected 7", "silent 0")
		wantEvents(t, "client", client, "connected 0", "silent 0")
		if !host.Tick(n.now).IsZero() {
			t.Error("the host waits for something")
		}
	}
}

func TestAShortOutageIsSurvived(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.loss = 1
	client.send(t, 0, "late", Reliable)
	n.run(4 * time.Second)
	n.loss = 0
	n.run(5 * time.Second)
	wantEvents(t, "host", host, "connected 7")
	if len(host.got) != 1 {
		t.Error("packets of that time did not arrive")
	}
}

func TestAnIdleConnectionCostsTwoPingsASecond(t *testing.T) {
	n := newNetwork(1)
	_, client := n.pair(t, Limits{})
	n.run(10 * time.Second)
	datagrams := 0
	n.watch = func(from, _ link.UDPAddr, b []byte) {
		if from == client.addr {
			datagrams++
		}
	}
	n.run(20 * time.Second)
	if datagrams < 60 || datagrams > 80 { // pings and acknowledgements of the host's
		t.Errorf("%d datagrams in 20 s", datagrams)
	}
}

func TestTheRoundTripIsMeasured(t *testing.T) {
	var trip roundTrip
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		trip.add(80*time.Millisecond + time.Duration(random.IntN(40))*time.Millisecond)
	}
	if trip.mean < 90*time.Millisecond || trip.mean > 110*time.Millisecond {
		t.Errorf("mean %v", trip.mean)
	}
	if patience := trip.patience(); patience < 120*time.Millisecond || patience > 180*time.Millisecond {
		t.Errorf("patience %v", patience)
	}
}
