package enet

import (
	"bytes"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"dogfight/net/link"
)

// account counts what a host and an address exchange.
type account struct {
	t         *testing.T
	n         *network
	host      *end
	from      link.UDPAddr
	came      int
	went      int
	datagrams [][]byte // that went to it
}

func newAccount(t *testing.T, limits Limits) *account {
	n := newNetwork(1)
	limits.Peers = max(limits.Peers, 2)
	a := &account{t: t, n: n, host: n.join(address(1), limits), from: address(9)}
	n.watch = func(_, to link.UDPAddr, b []byte) {
		if to != a.from {
			t.Errorf("%d bytes went to %v", len(b), to)
		}
		a.went += len(b)
		a.datagrams = append(a.datagrams, bytes.Clone(b))
	}
	return a
}

// say has the address send a datagram.
func (a *account) say(b []byte) {
	a.t.Helper()
	a.came += len(b)
	a.host.Receive(a.n.now, a.from, b)
	a.host.Tick(a.n.now)
	a.check()
}

func (a *account) check() {
	a.t.Helper()
	if a.went > a.came {
		a.t.Fatalf("%d bytes went to an address that sent %d", a.went, a.came)
	}
}

// aConnect is a whole datagram.
func aConnect(id uint32) []byte {
	c := connect{parameters: parameters{incoming: noSession, outgoing: noSession, mtu: mtu, window: maxWindow, channels: 1, connectID: id}}
	return appendCommand(header{peer: noPeer, timed: true}.append(nil), head{kindConnect, control, 1}, &c)
}

// headerTo begins a datagram to the newest peer of a host.
func headerTo(e *end) header {
	p := e.Host.peers[len(e.Host.peers)-1]
	return header{peer: p.number, session: p.session.incoming, timed: true}
}

func TestAConnectIsAnsweredOnceInFewerBytes(t *testing.T) {
	a := newAccount(t, Limits{})
	a.say(aConnect(1))
	if a.came != 52 || a.went != 48 {
		t.Errorf("%d bytes answer %d", a.went, a.came)
	}
	a.n.run(time.Minute)
	a.check()
	if len(a.datagrams) != 1 || len(a.host.Host.peers) != 0 || len(a.host.said) != 0 {
		t.Errorf("%d datagrams went, %d peers are left, told %q", len(a.datagrams), len(a.host.Host.peers), a.host.said)
	}
}

func TestAStrangerNeverGetsMoreThanItSent(t *testing.T) {
	for seed := range uint64(20) {
		a := newAccount(t, Limits{Peers: 8})
		random := rand.New(rand.NewPCG(seed, 3))
		for range 2000 {
			switch b := []byte(nil); random.IntN(4) {
			case 0:
				a.say(aConnect(uint32(random.IntN(5))))
			case 1:
				a.n.run(time.Duration(random.IntN(2000)) * time.Millisecond)
				a.check()
			default:
				if len(a.host.Host.peers) > 0 {
					b = headerTo(a.host).append(b)
				}
				examples := examples()
				for range random.IntN(3) {
					e := examples[random.IntN(len(examples))]
					b = appendCommand(b, e.head, e.body)
				}
				a.say(b)
			}
		}
		if len(a.host.said) > 0 {
			t.Fatalf("seed %d: the host was told %q", seed, a.host.said)
		}
	}
}

func TestLittleByLittleAStrangerGetsNoMoreEither(t *testing.T) {
	a := newAccount(t, Limits{})
	a.say(aConnect(1))
	d := headerTo(a.host)
	for range 100 {
		d.timed = !d.timed
		a.say(d.append(nil))
	}
	if a.came-a.went > probeSize {
		t.Errorf("%d bytes went for %d: it was to be asked for more", a.went, a.came)
	}
}

func TestWhoGuessesAnAcknowledgementIsForgotten(t *testing.T) {
	a := newAccount(t, Limits{})
	a.say(aConnect(1))
	p := a.host.Host.peers[0]
	for i := range uint16(maxWrong) {
		d := headerTo(a.host).append(nil)
		a.say(appendCommand(d, head{kindAcknowledge, control, 1}, &acknowledge{1, p.clock + 1 + i}))
	}
	if len(a.host.Host.peers) != 0 || len(a.host.said) != 0 {
		t.Errorf("%d peers are left, told %q", len(a.host.Host.peers), a.host.said)
	}
}

func TestTheRightAcknowledgementLetsAStrangerIn(t *testing.T) {
	a := newAccount(t, Limits{})
	a.say(aConnect(1))
	p := a.host.Host.peers[0]
	for i := range uint16(maxWrong - 1) {
		d := headerTo(a.host).append(nil)
		a.say(appendCommand(d, head{kindAcknowledge, control, 1}, &acknowledge{1, p.clock + 1 + i}))
	}
	d := headerTo(a.host).append(nil)
	a.say(appendCommand(d, head{kindAcknowledge, control, 1}, &acknowledge{1, p.clock}))
	wantSaid(t, "host", a.host, "connected 0")
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
		if applied := len(client.said) == 1; applied != (name == "as it is") {
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

// lose loses the nth datagram that goes to addr.
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

func TestAnIdleClientWhoseAcknowledgementIsLostGetsIn(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 1})
	client := n.join(address(2), Limits{})
	n.lose(host.addr, 2)
	client.connect(t, host, 7)
	n.run(500 * time.Millisecond)
	wantSaid(t, "client", client, "connected 0")
	wantSaid(t, "host", host)
	n.run(time.Second)
	wantSaid(t, "host", host, "connected 7")
}

func TestAClientWhoseVerifyConnectIsLostGetsIn(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 1})
	client := n.join(address(2), Limits{})
	n.lose(client.addr, 1)
	client.connect(t, host, 7)
	n.run(time.Second)
	wantSaid(t, "host", host, "connected 7")
	wantSaid(t, "client", client, "connected 0")
}

func TestAFloodOfStrangersDoesNotKeepAClientOut(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 4, Handshakes: 64})
	client := n.join(address(2), Limits{})
	client.connect(t, host, 7)
	for i := range 1000 { // one a millisecond, and the client is 40 ms away
		from := link.UDPAddr{AddrPort: netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, byte(i >> 8), byte(i)}), 1)}
		host.Receive(n.now, from, aConnect(uint32(i)))
		n.run(time.Millisecond)
		if len(host.Host.peers) > 64+4 {
			t.Fatalf("%d peers", len(host.Host.peers))
		}
	}
	wantSaid(t, "client", client, "connected 0")
	wantSaid(t, "host", host, "connected 7")
}

// TestAFloodFromAFewSitesDoesNotKeepAFarClientOut: 200 sites ask for 10,000 connections a
// second, and the client is 200 ms away.
func TestAFloodFromAFewSitesDoesNotKeepAFarClientOut(t *testing.T) {
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
	wantSaid(t, "client", client, "connected 0")
	wantSaid(t, "host", host, "connected 7")
	t.Logf("%d bytes came from the flood, %d went", came, went)
	if went > came {
		t.Error("want no more than came")
	}
}

func TestWhoIsNoPeerGetsNoAnswer(t *testing.T) {
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
	wantSaid(t, "host", host, "connected 7")
	if want := uint64(2 * 4 * (noPeer + 1)); host.Dropped() != want {
		t.Errorf("dropped %d datagrams, want %d", host.Dropped(), want)
	}
}
