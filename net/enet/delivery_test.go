package enet

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

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

// bad makes a network lose, duplicate and reorder datagrams.
func (n *network) bad() {
	n.loss, n.duplicate, n.jitter = 0.2, 0.1, 60*time.Millisecond
}

func TestReliablePacketsOfAnyLengthArriveInOrderOnceOnABadNetwork(t *testing.T) {
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
		n.runUntil(t, time.Minute, "all has arrived", func() bool { return len(host.reliable(0))+len(host.reliable(1)) == 300 })
		n.run(5 * time.Second)
		for on := range want {
			if !slices.Equal(host.reliable(uint8(on)), want[on]) {
				t.Errorf("seed %d: packets on channel %d are not as sent", seed, on)
			}
		}
	}
}

// reliable returns the reliable packets of a channel.
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
	host.received = func(_ *peer, _ uint8, packet []byte, _ Delivery) {
		if string(packet) != fmt.Sprint(next) {
			t.Fatalf("got packet %q, want %d", packet, next)
		}
		next++
	}
	const all = 70_000
	for i := range all {
		client.send(t, 0, fmt.Sprint(i), Reliable)
		if i%200 == 199 {
			n.runUntil(t, time.Minute, "packets have arrived", func() bool { return next == uint64(i+1) })
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
		t.Error("packets arrived out of order or twice")
	}
	if len(packets) < sent/3 {
		t.Errorf("of %d packets got %d", sent, len(packets))
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
		t.Fatalf("got %v before the first packet", host.packets())
	}
	n.run(time.Second)
	if got := host.packets(); !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("got %v", got)
	}
}

func TestUnsequencedPacketsArriveAtMostOnce(t *testing.T) {
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
		t.Error("packets arrived twice")
	}
	if share := float64(len(packets)) / 3000; share < 0.75 || share > 0.85 {
		t.Errorf("got %.0f %%, want the 80 %% that were not lost", 100*share)
	}
}

func TestUnreliableFragmentsArriveWholeOrNotAtAll(t *testing.T) {
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
			t.Fatalf("got %d bytes that were not sent, or late", len(packet))
		}
		next += i + 1
	}
	if len(host.got) < 100 {
		t.Errorf("of %d packets got %d", len(sent), len(host.got))
	}
}

func TestAfter65535UnreliablePacketsOneIsReliable(t *testing.T) {
	n := newNetwork(1)
	n.delay = time.Millisecond
	host, client := n.pair(t, Limits{})
	came := map[Delivery]int{}
	host.received = func(_ *peer, _ uint8, _ []byte, how Delivery) { came[how]++ }
	for i := range 70_000 {
		client.send(t, 0, "x", Unreliable)
		if i%500 == 499 {
			n.run(2 * time.Millisecond)
		}
	}
	n.run(time.Second)
	if came[Unreliable] != 69_999 || came[Reliable] != 1 {
		t.Errorf("got %v", came)
	}
}
