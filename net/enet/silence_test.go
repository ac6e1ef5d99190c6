package enet

import (
	"math/rand/v2"
	"testing"
	"time"

	"dogfight/net/link"
)

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
