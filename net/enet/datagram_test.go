package enet

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
)

func TestWhatIsSentAtOnceSharesDatagrams(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	n.run(time.Second)
	datagrams := 0
	n.watch = func(from, _ link.UDPAddr, b []byte) {
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
	n.watch = func(from, _ link.UDPAddr, b []byte) {
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

func TestLimitsAndThrottlesAreAcknowledged(t *testing.T) {
	n := newNetwork(1)
	host, client := n.pair(t, Limits{})
	p := host.peers[0]
	var went []byte
	n.watch = func(from, _ link.UDPAddr, b []byte) {
		if from == host.addr {
			went = append(went, b...)
		}
	}
	d := header{peer: p.number, session: p.session.incoming, timed: true, sent: 0x1234}.append(nil)
	d = appendCommand(d, head{kindBandwidthLimit, control, 77}, &bandwidthLimit{1, 1})
	d = appendCommand(d, head{kindThrottleConfigure, control, 78}, &throttleConfigure{1, 2, 3})
	host.Receive(n.now, client.addr, d)
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
	host.Receive(n.now, client.addr, appendCommand(d.append(nil), head{kindSendReliable, 0, 1}, &sendReliable{[]byte("hi")}))
	n.run(time.Second)
	if len(host.got) > 0 || host.Dropped() != 1 {
		t.Errorf("got %q, dropped %d", host.packets(), host.Dropped())
	}
}
