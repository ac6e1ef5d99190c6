package enet

import (
	"strings"
	"testing"
	"time"
)

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
