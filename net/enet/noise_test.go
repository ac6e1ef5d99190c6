package enet

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
)

func TestNoiseDoesNothing(t *testing.T) {
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
	if len(host.Host.peers) != 1 {
		t.Errorf("%d peers", len(host.Host.peers))
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
		client.disconnected = func(*Peer) { client.connect(t, host, 8) }
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
			t.Errorf("seed %d: only %d packets came", seed, len(host.got))
		}
	}
}

// checkBounds fails when a Host holds more than its Config says.
func (e *end) checkBounds(t *testing.T) {
	t.Helper()
	c := &e.limits
	if len(e.Host.peers) > 8+c.Handshakes || len(e.spare) > maxSpare {
		t.Fatalf("%d peers, %d spare", len(e.Host.peers), len(e.spare))
	}
	for _, p := range e.Host.peers {
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

// FuzzHear: whatever a peer or a stranger sends, the host does not panic, keeps within
// its bounds, and lets no peer in that has not proven its address.
func FuzzHear(f *testing.F) {
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
