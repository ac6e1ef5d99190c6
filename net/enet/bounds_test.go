package enet

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
)

func TestASlowPeerIsDroppedAtTheLimit(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.cut[client.addr] = true
	sent := 0
	for ; ; sent += 1000 {
		if err := host.Send(host.peers[0], 0, make([]byte, 1000), Reliable); err == ErrOver {
			break
		}
	}
	if sent > 256<<10 || sent < 200<<10 {
		t.Errorf("%d bytes waited", sent)
	}
	wantEvents(t, "host", host, "connected 7", "slow 0")
}

func TestAPacketThatIsTooLongIsNotSent(t *testing.T) {
	n := newNetwork(1)
	_, client := n.pair(t, Limits{MaxPacket: 5000})
	p := client.peers[0]
	for _, e := range []struct {
		channel uint8
		length  int
		how     Delivery
		ok      bool
	}{
		{0, 5000, Reliable, true}, {0, 5001, Reliable, false}, {0, 5000, Unreliable, true}, {0, 5001, Unreliable, false},
		{0, 1388, Unsequenced, true}, {0, 1389, Unsequenced, false}, {1, 0, Reliable, true}, {2, 0, Reliable, false},
	} {
		if err := client.Send(p, e.channel, make([]byte, e.length), e.how); (err == nil) != e.ok {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

func TestAPacketThatIsTooLongEndsItsSender(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 1, MaxPacket: 5000})
	client := n.join(address(2), Limits{})
	client.connect(t, host, 7)
	n.run(time.Second)
	client.send(t, 0, strings.Repeat("x", 5001), Reliable)
	n.run(time.Second)
	wantEvents(t, "host", host, "connected 7", "broken 0")
	wantEvents(t, "client", client, "connected 0", "left 0")
}

func TestEarlyPacketsAreBounded(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{MaxWaiting: 1 << 20})
	p := host.peers[0]
	n.run(time.Second)
	n.watch = func(_, _ link.UDPAddr, b []byte) { n.loss = 0 }
	n.loss = 1 // for the first alone
	client.send(t, 0, "missing", Reliable)
	n.run(0)
	hd := header{peer: client.peers[0].theirs, session: p.session.incoming, timed: true}
	for i := range 3000 {
		b := hd.append(nil)
		b = appendCommand(b, head{kindSendReliable, 0, uint16(2 + i)}, &sendReliable{make([]byte, 1000)})
		b = appendCommand(b, head{kindSendUnreliable, 0, uint16(1 + i)}, &sendUnreliable{1, make([]byte, 300)})
		host.Receive(n.now, client.addr, b)
	}
	if p.held > 128<<10 || len(p.channels[0].waits) > maxWaits {
		t.Errorf("%d bytes and %d unreliable packets are held", p.held, len(p.channels[0].waits))
	}
	if len(p.acks) > len(p.channels[0].early) {
		t.Errorf("%d are acknowledged, %d are stored", len(p.acks), len(p.channels[0].early))
	}
	n.run(10 * time.Second)
	if p.held != 0 || len(p.channels[0].early)+len(p.channels[0].waits) != 0 {
		t.Errorf("%d bytes are held in the end", p.held)
	}
}

func TestTinyPacketsBeforeTheirTurnAreBoundedToo(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{MaxHeld: 1 << 30})
	for seq := range 30_000 {
		d := headerTo(host).append(nil)
		host.Receive(n.now, client.addr, appendCommand(d, head{kindSendReliable, 0, uint16(2 + seq)}, &sendReliable{}))
		if seq%100 == 0 {
			host.Tick(n.now)
		}
	}
	if held := len(host.peers[0].channels[0].early); held > maxAhead {
		t.Errorf("%d packets are held", held)
	}
}

func TestAcknowledgementsThatWaitAreBounded(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	for range 2 * maxAcks {
		host.Receive(n.now, client.addr, appendCommand(headerTo(host).append(nil), head{kindPing, control, 5}, &ping{}))
	}
	if waits := len(host.peers[0].acks); waits != maxAcks {
		t.Errorf("%d acknowledgements wait", waits)
	}
}

func TestInconsistentFragmentsEndTheConnection(t *testing.T) {
	fragment := func(seq uint16, start uint16, number, total uint32) []byte {
		f := sendFragment{start, 3, number, total, 2 * number, []byte("ab")}
		return appendCommand(nil, head{kindSendFragment, 0, seq}, &f)
	}
	first := slices.Clip(fragment(1, 1, 0, 6))
	for name, fragments := range map[string][]byte{
		"the next":              append(first, fragment(2, 1, 1, 6)...),
		"of another total":      append(first, fragment(2, 1, 1, 5)...),
		"the same again":        append(first, fragment(2, 2, 0, 6)...),
		"the next but one":      append(first, fragment(2, 0, 2, 6)...),
		"of another start":      append(first, fragment(2, 9, 1, 6)...),
		"a whole packet":        append(first, appendCommand(nil, head{kindSendReliable, 0, 2}, &sendReliable{[]byte("ab")})...),
		"both of a wrong start": append(fragment(1, 2, 0, 6), fragment(2, 2, 1, 6)...),
	} {
		n := newNetwork(1)
		host, client := n.pair(t, Limits{})
		host.Receive(n.now, client.addr, append(headerTo(host).append(nil), fragments...))
		if whole := len(host.events) == 1; whole != (name == "the next") || len(host.got) > 0 {
			t.Errorf("%s: events %q, packets %q", name, host.events, host.packets())
		}
	}
}

func TestNoiseHasNoEffect(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.watch = func(_, to link.UDPAddr, b []byte) {
		if to != client.addr && to != host.addr {
			t.Errorf("%x went to a stranger", b)
		}
	}
	random := rand.NewChaCha8([32]byte{1})
	b := make([]byte, 512)
	for range 2048 { // 1 MiB
		random.Read(b)
		host.Receive(n.now, address(9), b[:random.Uint64()%512])
		n.run(time.Millisecond)
	}
	if len(host.host.peers) != 1 {
		t.Errorf("%d peers", len(host.host.peers))
	}
	client.send(t, 0, "still here", Reliable)
	n.run(time.Second)
	if got := host.packets(); !slices.Equal(got, []string{"still here"}) {
		t.Errorf("got %q", got)
	}
}

func TestMutatedDatagramsOfAPeerDoNoHarm(t *testing.T) {
	for seed := range uint64(10) {
		n := newNetwork(seed)
		host, client := n.pair(t, Limits{Peers: 8})
		n.bad()
		n.corrupt = 0.3
		client.disconnected = func(*peer) { client.connect(t, host, 8) }
		for range 500 {
			for range 3 {
				p, c := client.peers[len(client.peers)-1], uint8(n.random.IntN(2))
				client.Send(p, c, []byte(strings.Repeat("m", 1+n.random.IntN(4000))), Delivery(n.random.IntN(2)))
			}
			n.run(30 * time.Millisecond)
			for _, e := range []*end{host, client} {
				e.checkBounds(t)
			}
		}
		if len(host.got) < 10 { // connections break often
			t.Errorf("seed %d: got only %d packets", seed, len(host.got))
		}
	}
}

// checkBounds fails when a Host holds more than its config says.
func (e *end) checkBounds(t *testing.T) {
	t.Helper()
	c := &e.limits
	if len(e.host.peers) > 8+c.Handshakes || len(e.spare) > maxSpare {
		t.Fatalf("%d peers, %d spare", len(e.host.peers), len(e.spare))
	}
	for _, p := range e.host.peers {
		held, waiting := 0, 0
		for _, c := range p.channels {
			for _, r := range c.early {
				held += len(r.fragment) + heldWeight
			}
			for _, u := range c.waits {
				held += len(u.packet) + heldWeight
			}
			if len(c.packet.bytes) > e.limits.MaxPacket || len(c.fragments.bytes) > e.limits.MaxPacket {
				t.Fatal("more is put together than a packet may have")
			}
		}
		for _, list := range [][]*outgoing{p.queue, p.sent, p.loose} {
			for _, o := range list {
				waiting += len(o.command) + outgoingWeight
			}
		}
		if held != p.held || held > c.MaxHeld || waiting != p.waiting || waiting > c.MaxWaiting || len(p.acks) > maxAcks {
			t.Fatalf("held %d, counted %d; waiting %d, counted %d; %d acks", held, p.held, waiting, p.waiting, len(p.acks))
		}
	}
}

// FuzzQuestion: for any datagrams, the host does not panic, stays within its bounds, and accepts no peer with an
// unproven address.
func FuzzQuestion(f *testing.F) {
	for _, e := range examples() {
		f.Add(appendCommand(nil, e.head, e.body))
	}
	f.Fuzz(func(t *testing.T, commands []byte) {
		n := newNetwork(1)
		host, client := n.pair(t, Limits{})
		d := headerTo(host)
		host.Receive(n.now, client.addr, append(d.append(nil), commands...))
		d.peer = noPeer
		host.Receive(n.now, address(9), append(d.append(nil), commands...))
		n.run(2 * time.Second)
		host.checkBounds(t)
		if len(host.peers) != 1 {
			t.Error("a stranger was let in")
		}
	})
}

func TestSteadyTrafficAllocatesNothing(t *testing.T) {
	var hosts [2]*host
	var inbox [2][][]byte
	var peers [2]*peer
	free := [][]byte{}
	for i := range hosts {
		hosts[i] = newHost(config{
			Limits: Limits{Peers: 1},
			Send: func(_ link.UDPAddr, b []byte) {
				var room []byte
				if n := len(free); n > 0 {
					room, free = free[n-1], free[:n-1]
				}
				inbox[1-i] = append(inbox[1-i], append(room[:0], b...))
			},
			Connected:    func(p *peer, _ uint32) { peers[i] = p },
			Received:     func(*peer, uint8, []byte, Delivery) {},
			Disconnected: func(_ *peer, why Reason, _ uint32) { t.Errorf("disconnected: %v", why) },
		})
	}
	now := time.Unix(1e9, 0)
	exchange := func() {
		now = now.Add(10 * time.Millisecond)
		for i, h := range hosts {
			for _, b := range inbox[i] {
				h.Receive(now, address(2-i), b)
				free = append(free, b)
			}
			inbox[i] = inbox[i][:0]
			h.Tick(now)
		}
	}
	if _, err := hosts[1].Connect(address(1).AddrPort, 0); err != nil {
		t.Fatal(err)
	}
	short, long := make([]byte, 300), make([]byte, 3000)
	round := func() {
		for i, h := range hosts {
			if p := peers[i]; p != nil {
				h.Send(p, 0, short, Reliable)
				h.Send(p, 0, short, Unreliable)
				h.Send(p, 0, short, Unsequenced)
				h.Send(p, 1, long, Reliable)
				h.Send(p, 1, long, Unreliable)
			}
		}
		exchange()
	}
	for range 200 {
		round()
	}
	if allocations := testing.AllocsPerRun(500, round); allocations > 0 {
		t.Errorf("%.1f allocations for ten packets, want 0", allocations)
	}
}

func TestAnInboxAllocatesNothingForReceivedPackets(t *testing.T) {
	var in inbox
	packet, buf := Packet{Bytes: make([]byte, 300)}, make([]byte, 300)
	for range 3 {
		in.put(packet)
	}
	round := func() {
		in.put(packet)
		in.next(buf)
	}
	round()
	if allocations := testing.AllocsPerRun(1000, round); allocations > 0 {
		t.Errorf("%.2f allocations a packet", allocations)
	}
	for range 3 {
		in.next(buf)
	}
	if _, ok := in.next(buf); ok || in.weight != 0 {
		t.Errorf("after the last read there are %d bytes", in.weight)
	}
}

func BenchmarkReliable(b *testing.B) {
	var hosts [2]*host
	var peers [2]*peer
	now := time.Unix(1e9, 0)
	var pending [2][]byte
	for i := range hosts {
		hosts[i] = newHost(config{
			Limits:       Limits{Peers: 1},
			Send:         func(_ link.UDPAddr, d []byte) { pending[1-i] = append(pending[1-i][:0], d...) },
			Connected:    func(p *peer, _ uint32) { peers[i] = p },
			Received:     func(*peer, uint8, []byte, Delivery) {},
			Disconnected: func(*peer, Reason, uint32) {},
		})
	}
	hosts[1].Connect(address(1).AddrPort, 0)
	exchange := func() {
		now = now.Add(time.Millisecond)
		for i, h := range hosts {
			if len(pending[i]) > 0 {
				h.Receive(now, address(2-i), pending[i])
				pending[i] = pending[i][:0]
			}
			h.Tick(now)
		}
	}
	for range 10 {
		exchange()
	}
	packet := make([]byte, 100)
	b.ReportAllocs()
	for b.Loop() {
		hosts[1].Send(peers[1], 0, packet, Reliable)
		exchange()
	}
	b.SetBytes(int64(len(packet)))
}
