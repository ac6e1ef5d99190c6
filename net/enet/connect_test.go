package enet

import (
	"bytes"
	"net/netip"
	"slices"
	"testing"
	"time"

	"dogfight/net/link"
)

func TestAClientConnectsAndBothAreToldOnce(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.run(10 * time.Second)
	wantSaid(t, "host", host, "connected 7")
	wantSaid(t, "client", client, "connected 0")
	if got := host.peers[0].Addr(); got != client.addr.AddrPort {
		t.Errorf("the host has a peer at %v, want %v", got, client.addr)
	}
	for _, e := range []*end{host, client} {
		if trip := e.peers[0].RoundTrip(); trip < 40*time.Millisecond || trip > 41*time.Millisecond {
			t.Errorf("measured a round trip of %v, want 40ms", trip)
		}
	}
}

func TestWhoDoesNotAnswerAConnectIsGivenUp(t *testing.T) {
	n := newNetwork(1)
	client := n.join(address(2), Limits{})
	if _, err := client.Connect(address(1).AddrPort, 0); err != nil {
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
		if in := len(client.said) == 1; in != c.in {
			t.Errorf("client %d: let in: %v", i, in)
		}
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
