package enet

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
)

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

func TestFragmentsThatDoNotBelongTogetherAreTheEnd(t *testing.T) {
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
		if whole := len(host.said) == 1; whole != (name == "the next") || len(host.got) > 0 {
			t.Errorf("%s: told %q, got %q", name, host.said, host.packets())
		}
	}
}
