package enet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAClientConnectsAndBothAreToldOnce(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.run(10 * time.Second)
	wantSaid(t, "host", host, "connected 7")
	wantSaid(t, "client", client, "connected 0")
	if got := host.peers[0].Addr(); got != client.addr {
		t.Errorf("the host has a peer at %v, want %v", got, client.addr)
	}
	for _, e := range []*end{host, client} {
		if trip := e.peers[0].RoundTrip(); trip < 40*time.Millisecond || trip > 41*time.Millisecond {
			t.Errorf("measured a round trip of %v, want 40ms", trip)
		}
	}
}

func TestPacketsOfEveryDeliveryArriveOnAGoodNetwork(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	var want []arrival
	for i := range 40 {
		a := arrival{uint8(i % 2), Delivery(i % 3), fmt.Sprint("packet ", i)}
		want = append(want, a)
		client.send(t, a.channel, a.packet, a.how)
		n.run(5 * time.Millisecond)
	}
	n.run(time.Second)
	if !slices.Equal(host.got, want) {
		t.Errorf("got\n%v\nwant\n%v", host.got, want)
	}
}

// bad makes a network lose, double and reorder.
func (n *network) bad() {
	n.loss, n.duplicate, n.jitter = 0.2, 0.1, 60*time.Millisecond
}

func TestReliablePacketsOfAnyLengthComeInOrderOnceOnABadNetwork(t *testing.T) {
	for seed := range uint64(8) {
		n := newNetwork(seed)
		n.bad()
		host, client := n.pair(t, Limits{})
		var want [2][]string
		for i := range 300 {
			packet := strings.Repeat(string(rune('a'+i%26)), 1+n.random.IntN(4000)) + fmt.Sprint(i)
			on := uint8(n.random.IntN(2))
			want[on] = append(want[on], packet)
			client.send(t, on, packet, Reliable)
			client.send(t, on, "noise", Delivery(n.random.IntN(2)*2))
			n.run(50 * time.Millisecond)
		}
		n.runUntil(t, time.Minute, "all has come", func() bool { return len(host.reliable(0))+len(host.reliable(1)) == 300 })
		n.run(5 * time.Second)
		for on := range want {
			if !slices.Equal(host.reliable(uint8(on)), want[on]) {
				t.Errorf("seed %d: packets on channel %d are not as sent", seed, on)
			}
		}
	}
}

// reliable returns what came so on a channel.
func (e *end) reliable(on uint8) (packets []string) {
	for _, a := range e.got {
		if a.channel == on && a.how == Reliable {
			packets = append(packets, a.packet)
		}
	}
	return packets
}

func TestSequencesWrapAround(t *testing.T) {
	n := newNetwork(1)
	n.delay, n.loss = time.Millisecond, 0.02
	host, client := n.pair(t, Limits{})
	next := uint64(0)
	host.received = func(_ *Peer, _ uint8, packet []byte, _ Delivery) {
		if string(packet) != fmt.Sprint(next) {
			t.Fatalf("packet %q came, want %d", packet, next)
		}
		next++
	}
	const all = 70_000
	for i := range all {
		client.send(t, 0, fmt.Sprint(i), Reliable)
		if i%200 == 199 {
			n.runUntil(t, time.Minute, "packets came", func() bool { return next == uint64(i+1) })
		}
	}
}

func TestUnreliablePacketsAreNeverLateNorDoubled(t *testing.T) {
	n := newNetwork(3)
	n.bad()
	host, client := n.pair(t, Limits{})
	sent := 0
	for range 2000 {
		client.send(t, 0, fmt.Sprintf("%06d", sent), Unreliable)
		sent++
		if n.random.IntN(10) == 0 {
			client.send(t, 0, fmt.Sprintf("%06d", sent), Reliable)
			sent++
		}
		n.run(10 * time.Millisecond)
	}
	n.run(5 * time.Second)
	packets := host.packets()
	if !slices.IsSorted(packets) || len(slices.Compact(slices.Clone(packets))) != len(packets) {
		t.Error("packets came out of order or twice")
	}
	if len(packets) < sent/3 {
		t.Errorf("of %d packets came %d", sent, len(packets))
	}
}

func TestAnUnreliablePacketWaitsForTheReliableOneBeforeIt(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.loss = 1
	client.send(t, 0, "first", Reliable)
	n.run(0)
	n.loss = 0
	client.send(t, 0, "second", Unreliable)
	n.run(25 * time.Millisecond)
	if len(host.got) > 0 {
		t.Fatalf("got %v before what was sent first", host.packets())
	}
	n.run(time.Second)
	if got := host.packets(); !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("got %v", got)
	}
}

func TestUnsequencedPacketsComeAtMostOnce(t *testing.T) {
	n := newNetwork(4)
	n.bad()
	host, client := n.pair(t, Limits{})
	for i := range 3000 {
		client.send(t, 0, fmt.Sprint(i), Unsequenced)
		n.run(2 * time.Millisecond)
	}
	n.run(time.Second)
	packets := host.packets()
	slices.Sort(packets)
	if len(slices.Compact(slices.Clone(packets))) != len(packets) {
		t.Error("packets came twice")
	}
	if share := float64(len(packets)) / 3000; share < 0.75 || share > 0.85 {
		t.Errorf("%.0f %% came, want those 80 %% that were not lost", 100*share)
	}
}

func TestUnreliableFragmentsComeWholeOrNotAtAll(t *testing.T) {
	n := newNetwork(5)
	n.loss, n.duplicate, n.jitter = 0.1, 0.1, 5*time.Millisecond
	host, client := n.pair(t, Limits{})
	var sent []string
	for i := range 200 {
		packet := strings.Repeat(fmt.Sprintf("%03d", i), 700+n.random.IntN(700))
		sent = append(sent, packet)
		client.send(t, 1, packet, Unreliable)
		n.run(20 * time.Millisecond)
	}
	n.run(time.Second)
	next := 0
	for _, packet := range host.packets() {
		i := slices.Index(sent[next:], packet)
		if i < 0 {
			t.Fatalf("%d bytes came that were not sent, or late", len(packet))
		}
		next += i + 1
	}
	if len(host.got) < 100 {
		t.Errorf("of %d packets came %d", len(sent), len(host.got))
	}
}

func TestAfter65535UnreliablePacketsOneGoesReliably(t *testing.T) {
	n := newNetwork(1)
	n.delay = time.Millisecond
	host, client := n.pair(t, Limits{})
	came := map[Delivery]int{}
	host.received = func(_ *Peer, _ uint8, _ []byte, how Delivery) { came[how]++ }
	for i := range 70_000 {
		client.send(t, 0, "x", Unreliable)
		if i%500 == 499 {
			n.run(2 * time.Millisecond)
		}
	}
	n.run(time.Second)
	if came[Unreliable] != 69_999 || came[Reliable] != 1 {
		t.Errorf("came %v", came)
	}
}

func TestWhatIsSentAtOnceSharesDatagrams(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.run(time.Second)
	datagrams := 0
	n.watch = func(from, _ netip.AddrPort, b []byte) {
		if from == client.addr {
			datagrams++
			if len(b) > mtu {
				t.Errorf("a datagram of %d bytes", len(b))
			}
		}
	}
	for range 30 {
		client.send(t, 0, strings.Repeat("x", 34), Reliable) // 40 bytes with its heads
	}
	n.run(0)
	if datagrams != 1 {
		t.Errorf("30 packets of 40 bytes went in %d datagrams, want 1", datagrams)
	}
	client.send(t, 0, strings.Repeat("y", 5000), Reliable)
	n.run(0)
	if datagrams != 5 {
		t.Errorf("5000 bytes went in %d datagrams, want 4", datagrams-1)
	}
	n.run(time.Second)
	if len(host.got) != 31 {
		t.Errorf("%d packets came", len(host.got))
	}
}

func TestNoMoreIsUnderWayThanTheWindow(t *testing.T) {
	n := newNetwork(1)
	_, client := n.pair(t, Limits{MaxWaiting: 1 << 20})
	n.run(time.Second)
	sent := 0
	n.watch = func(from, _ netip.AddrPort, b []byte) {
		if from == client.addr {
			sent += len(b)
		}
	}
	for range 10 {
		client.send(t, 0, strings.Repeat("z", 30_000), Reliable)
	}
	n.run(0)
	if sent < maxWindow-2*mtu || sent > maxWindow+mtu {
		t.Errorf("%d bytes went before an acknowledgement, want almost %d", sent, maxWindow)
	}
}

func TestADisconnectTellsTheOtherEndItsData(t *testing.T) {
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
		if who.said[1] != "closed 0" || other.said[1] != "left 42" || len(who.said)+len(other.said) != 4 {
			t.Errorf("the %s left: was told %q, the other %q", by, who.said, other.said)
		}
		if len(host.Host.peers)+len(client.Host.peers) != 0 {
			t.Errorf("the %s left, but peers are left", by)
		}
		if err := who.Send(who.peers[0], 0, nil, Reliable); err != ErrOver {
			t.Errorf("sending on a closed connection: %v", err)
		}
	}
}

func TestADisconnectNowIsSaidOnce(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	client.DisconnectNow(client.peers[0], 9)
	n.run(time.Second)
	wantSaid(t, "client", client, "connected 0", "closed 0")
	wantSaid(t, "host", host, "connected 7", "left 9")
}

func TestADisconnectLaterWaitsForWhatWasSent(t *testing.T) {
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
	wantSaid(t, "host", host, "connected 7", "left 3")
	if len(host.got) != 20 {
		t.Errorf("%d packets came, want 20", len(host.got))
	}
}

func TestBothMayDisconnectAtOnce(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	host.Disconnect(host.peers[0], 1)
	client.Disconnect(client.peers[0], 2)
	n.run(time.Minute)
	wantSaid(t, "host", host, "connected 7", "closed 0")
	wantSaid(t, "client", client, "connected 0", "closed 0")
}

func TestASilentPeerIsGivenUpBetween5And30Seconds(t *testing.T) {
	for _, e := range []struct{ delay, within time.Duration }{
		{time.Millisecond, 9 * time.Second}, // after 30, 60 ... 3,840 ms in vain
		{50 * time.Millisecond, 10 * time.Second},
		{400 * time.Millisecond, 31 * time.Second},
	} {
		n := newNetwork(1)
		n.delay = e.delay
		host, client := n.pair(t, Limits{})
		n.run(20 * time.Second)
		n.cut[client.addr], n.cut[host.addr] = true, true
		n.run(4900 * time.Millisecond)
		wantSaid(t, "host", host, "connected 7")
		n.run(e.within - 4900*time.Millisecond)
		wantSaid(t, "host", host, "connected 7", "silent 0")
		wantSaid(t, "client", client, "connected 0", "silent 0")
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
	wantSaid(t, "host", host, "connected 7")
	if len(host.got) != 1 {
		t.Error("what was sent meanwhile did not come")
	}
}

func TestAnIdleConnectionCostsTwoPingsASecond(t *testing.T) {
	n := newNetwork(1)
	_, client := n.pair(t, Limits{})
	n.run(10 * time.Second)
	datagrams := 0
	n.watch = func(from, _ netip.AddrPort, b []byte) {
		if from == client.addr {
			datagrams++
		}
	}
	n.run(20 * time.Second)
	if datagrams < 60 || datagrams > 80 { // pings and acknowledgements of the host's
		t.Errorf("%d datagrams in 20 s", datagrams)
	}
}

func TestWhoDoesNotAnswerAConnectIsGivenUp(t *testing.T) {
	n := newNetwork(1)
	client := n.join(address(2), Limits{})
	if _, err := client.Connect(address(1), 0); err != nil {
		t.Fatal(err)
	}
	n.run(29 * time.Second)
	wantSaid(t, "client", client)
	n.run(2 * time.Second)
	wantSaid(t, "client", client, "silent 0")
}

func TestAClientMayConnectAnewFromItsAddress(t *testing.T) {
	n := newNetwork(1)
	host, _ := n.pair(t, Limits{})
	for i := range 5 { // as after a crash
		again := n.join(address(2), Limits{})
		again.connect(t, host, uint32(10+i))
		n.run(time.Second)
		again.send(t, 0, "back", Reliable)
		n.run(time.Second)
		wantSaid(t, "client", again, "connected 0")
	}
	if want := []string{"connected 7", "replaced 0", "connected 10", "replaced 0", "connected 11"}; !slices.Equal(host.said[:5], want) {
		t.Errorf("the host was told %q", host.said)
	}
	if len(host.got) != 5 || len(host.Host.peers) != 1 {
		t.Errorf("%d packets came, %d peers are left", len(host.got), len(host.Host.peers))
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
	if len(host.got) != 6 || len(host.said) != 12 {
		t.Errorf("%d packets came, the host was told %q", len(host.got), host.said)
	}
}

func TestAHostTakesNoMorePeersThanItHasPlacesFor(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 3, PerSite: 2})
	for i, c := range []struct {
		addr netip.AddrPort
		in   bool
	}{
		{address(2), true},
		{netip.AddrPortFrom(address(2).Addr(), 5001), true},
		{netip.AddrPortFrom(address(2).Addr(), 5002), false},
		{address(3), true},
		{address(4), false},
	} {
		client := n.join(c.addr, Limits{})
		client.connect(t, host, 0)
		n.run(2 * time.Second)
		if in := len(client.said) == 1; in != c.in {
			t.Errorf("client %d: let in: %v", i, in)
		}
	}
}

func TestASlowPeerIsDroppedBeforeMoreWaitsForItThanMay(t *testing.T) {
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
	wantSaid(t, "host", host, "connected 7", "slow 0")
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

func TestAPacketThatIsTooLongIsTheEndOfWhoSendsIt(t *testing.T) {
	n := newNetwork(1)
	host := n.join(address(1), Limits{Peers: 1, MaxPacket: 5000})
	client := n.join(address(2), Limits{})
	client.connect(t, host, 7)
	n.run(time.Second)
	client.send(t, 0, strings.Repeat("x", 5001), Reliable)
	n.run(time.Second)
	wantSaid(t, "host", host, "connected 7", "broken 0")
	wantSaid(t, "client", client, "connected 0", "left 0")
}

func TestWhatComesBeforeItsTurnIsBounded(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{MaxWaiting: 1 << 20})
	p := host.peers[0]
	n.run(time.Second)
	n.watch = func(_, _ netip.AddrPort, b []byte) { n.loss = 0 }
	n.loss = 1 // for the first alone
	client.send(t, 0, "missing", Reliable)
	n.run(0)
	hd := header{peer: client.peers[0].theirs, session: p.session.incoming, timed: true}
	for i := range 3000 {
		b := hd.append(nil)
		b = appendCommand(b, head{kindSendReliable, 0, uint16(2 + i)}, &sendReliable{make([]byte, 1000)})
		b = appendCommand(b, head{kindSendUnreliable, 0, uint16(1 + i)}, &sendUnreliable{1, make([]byte, 300)})
		host.Hear(n.now, client.addr, b)
	}
	if p.held > 128<<10 || len(p.channels[0].waits) > mostWaits {
		t.Errorf("%d bytes and %d unreliable packets are held", p.held, len(p.channels[0].waits))
	}
	if len(p.acks) > len(p.channels[0].early) {
		t.Errorf("%d are acknowledged, %d were kept", len(p.acks), len(p.channels[0].early))
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
		host.Hear(n.now, client.addr, appendCommand(d, head{kindSendReliable, 0, uint16(2 + seq)}, &sendReliable{}))
		if seq%100 == 0 {
			host.Tick(n.now)
		}
	}
	if held := len(host.peers[0].channels[0].early); held > mostAhead {
		t.Errorf("%d packets are held", held)
	}
}

func TestAcknowledgementsThatWaitAreBounded(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	for range 2 * mostAcks {
		host.Hear(n.now, client.addr, appendCommand(headerTo(host).append(nil), head{kindPing, control, 5}, &ping{}))
	}
	if waits := len(host.peers[0].acks); waits != mostAcks {
		t.Errorf("%d acknowledgements wait", waits)
	}
}

func TestAConnectionThatIsOverKeepsNothing(t *testing.T) {
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

func TestFragmentsThatDoNotBelongTogetherAreTheEnd(t *testing.T) {
	piece := func(seq uint16, start uint16, number, total uint32) []byte {
		f := sendFragment{start, 3, number, total, 2 * number, []byte("ab")}
		return appendCommand(nil, head{kindSendFragment, 0, seq}, &f)
	}
	first := slices.Clip(piece(1, 1, 0, 6))
	for name, fragments := range map[string][]byte{
		"the next":              append(first, piece(2, 1, 1, 6)...),
		"of another total":      append(first, piece(2, 1, 1, 5)...),
		"the same again":        append(first, piece(2, 2, 0, 6)...),
		"the next but one":      append(first, piece(2, 0, 2, 6)...),
		"of another start":      append(first, piece(2, 9, 1, 6)...),
		"a whole packet":        append(first, appendCommand(nil, head{kindSendReliable, 0, 2}, &sendReliable{[]byte("ab")})...),
		"both of a wrong start": append(piece(1, 2, 0, 6), piece(2, 2, 1, 6)...),
	} {
		n := newNetwork(1)
		host, client := n.pair(t, Limits{})
		host.Hear(n.now, client.addr, append(headerTo(host).append(nil), fragments...))
		if whole := len(host.said) == 1; whole != (name == "the next") || len(host.got) > 0 {
			t.Errorf("%s: told %q, got %q", name, host.said, host.packets())
		}
	}
}

func TestLimitsAndThrottlesAreAcknowledged(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	p := host.peers[0]
	var went []byte
	n.watch = func(from, _ netip.AddrPort, b []byte) {
		if from == host.addr {
			went = append(went, b...)
		}
	}
	d := header{peer: p.number, session: p.session.incoming, timed: true, sent: 0x1234}.append(nil)
	d = appendCommand(d, head{kindBandwidthLimit, control, 77}, &bandwidthLimit{1, 1})
	d = appendCommand(d, head{kindThrottleConfigure, control, 78}, &throttleConfigure{1, 2, 3})
	host.Hear(n.now, client.addr, d)
	host.Tick(n.now)
	want := header{peer: p.theirs, session: p.session.outgoing}.append(nil)
	want = append(want, bytesOf(t, "01ff004d 004d 1234 01ff004e 004e 1234")...)
	if !bytes.Equal(went, want) {
		t.Errorf("%x went, want %x", went, want)
	}
}

func TestACommandWithoutASentTimeIsNotObeyed(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	d := headerTo(host)
	d.timed = false
	host.Hear(n.now, client.addr, appendCommand(d.append(nil), head{kindSendReliable, 0, 1}, &sendReliable{[]byte("hi")}))
	n.run(time.Second)
	if len(host.got) > 0 || host.Dropped() != 1 {
		t.Errorf("got %q, dropped %d", host.packets(), host.Dropped())
	}
}

func TestAHostMayActWhileItIsTold(t *testing.T) {
	n := newNetwork(8)
	n.bad()
	host := n.join(address(1), Limits{Peers: 4})
	client := n.join(address(2), Limits{})
	answers := 0
	host.connected = func(p *Peer) { host.Send(p, 0, []byte("hello"), Reliable) }
	host.received = func(p *Peer, on uint8, packet []byte, how Delivery) {
		if answers++; answers == 10 {
			host.Disconnect(p, 1)
			return
		}
		host.Send(p, on, packet, how)
	}
	client.received = func(p *Peer, on uint8, packet []byte, _ Delivery) {
		client.Send(p, on, append(bytes.Clone(packet), '!'), Reliable)
	}
	client.disconnected = func(*Peer) {
		if len(client.said) < 4 {
			client.connect(t, host, 8)
		}
	}
	client.connect(t, host, 7)
	n.run(time.Minute)
	wantSaid(t, "client", client, "connected 0", "left 1", "connected 0")
	if answers < 10 {
		t.Errorf("%d answers", answers)
	}
}

func TestSteadyTrafficAllocatesNothing(t *testing.T) {
	var hosts [2]*Host
	var inbox [2][][]byte
	var peers [2]*Peer
	free := [][]byte{}
	for i := range hosts {
		hosts[i] = NewHost(Config{
			Limits: Limits{Peers: 1},
			Send: func(_ netip.AddrPort, b []byte) {
				var room []byte
				if n := len(free); n > 0 {
					room, free = free[n-1], free[:n-1]
				}
				inbox[1-i] = append(inbox[1-i], append(room[:0], b...))
			},
			Connected:    func(p *Peer, _ uint32) { peers[i] = p },
			Received:     func(*Peer, uint8, []byte, Delivery) {},
			Disconnected: func(_ *Peer, why Reason, _ uint32) { t.Errorf("disconnected: %v", why) },
		})
	}
	now := time.Unix(1e9, 0)
	exchange := func() {
		now = now.Add(10 * time.Millisecond)
		for i, h := range hosts {
			for _, b := range inbox[i] {
				h.Hear(now, address(2-i), b)
				free = append(free, b)
			}
			inbox[i] = inbox[i][:0]
			h.Tick(now)
		}
	}
	if _, err := hosts[1].Connect(address(1), 0); err != nil {
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

func BenchmarkReliable(b *testing.B) {
	n := newNetwork(1)
	n.delay = 0
	var hosts [2]*Host
	var peers [2]*Peer
	now := time.Unix(1e9, 0)
	var pending [2][]byte
	for i := range hosts {
		hosts[i] = NewHost(Config{
			Limits:       Limits{Peers: 1},
			Send:         func(_ netip.AddrPort, d []byte) { pending[1-i] = append(pending[1-i][:0], d...) },
			Connected:    func(p *Peer, _ uint32) { peers[i] = p },
			Received:     func(*Peer, uint8, []byte, Delivery) {},
			Disconnected: func(*Peer, Reason, uint32) {},
		})
	}
	hosts[1].Connect(address(1), 0)
	exchange := func() {
		now = now.Add(time.Millisecond)
		for i, h := range hosts {
			if len(pending[i]) > 0 {
				h.Hear(now, address(2-i), pending[i])
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

func TestAMeasuredRoundTripIsWhatTheNetworkTakes(t *testing.T) {
	var trip roundTrip
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		trip.take(80*time.Millisecond + time.Duration(random.IntN(40))*time.Millisecond)
	}
	if trip.mean < 90*time.Millisecond || trip.mean > 110*time.Millisecond {
		t.Errorf("mean %v", trip.mean)
	}
	if patience := trip.patience(); patience < 120*time.Millisecond || patience > 180*time.Millisecond {
		t.Errorf("patience %v", patience)
	}
}

func TestTheWindowTakesEachNumberOnce(t *testing.T) {
	var w window
	random := rand.New(rand.NewPCG(2, 2))
	seen := map[int]bool{}
	newest := 0
	for range 200_000 {
		n := max(0, newest+random.IntN(1400)-1200+random.IntN(8))
		if random.IntN(500) == 0 {
			n = newest + random.IntN(5000)
		}
		newest = max(newest, n)
		want := !seen[n] && newest-n < windowSize
		if got := w.take(uint16(n)); got != want {
			t.Fatalf("number %d, newest %d: taken %v, want %v", n, newest, got, want)
		}
		seen[n] = true
	}
}
