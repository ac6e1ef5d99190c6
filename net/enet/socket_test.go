package enet_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"dogfight/net/enet"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

func listen(t *testing.T, l enet.Limits) *enet.Listener {
	t.Helper()
	listener, err := enet.Listen("127.0.0.1:0", l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(listener.Close)
	return listener
}

// join connects to l, and returns both ends.
func join(t *testing.T, l *enet.Listener, addr string) (host *enet.Conn, client *dialects.Conn) {
	t.Helper()
	client, err := dialects.Dial(testkit.Context(t), addr, 7, enet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(0) })
	if host, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	return host, client
}

// conn is either end of a connection.
type conn interface {
	Send(channel uint8, packet []byte, how enet.Delivery) error
	Receive(buf []byte) (enet.Packet, bool)
}

// next waits for a packet.
func next(t *testing.T, c conn) enet.Packet {
	t.Helper()
	var p enet.Packet
	eventually(t, "a packet comes", func() (ok bool) { p, ok = c.Receive(nil); return ok })
	return p
}

func TestConnsCarryPacketsBothWays(t *testing.T) {
	l := listen(t, enet.Limits{Peers: 2})
	host, client := join(t, l, l.Addr().String())
	if host.Data() != 7 || client.Remote() != l.Addr() {
		t.Errorf("the client sent %d and is at %v", host.Data(), client.Remote())
	}
	for _, p := range []struct{ from, to conn }{{client, host}, {host, client}} {
		for _, how := range []enet.Delivery{enet.Reliable, enet.Unreliable, enet.Unsequenced} {
			if err := p.from.Send(1, []byte(how.String()), how); err != nil {
				t.Fatal(err)
			}
			if got := next(t, p.to); got.Channel != 1 || got.How != how || string(got.Bytes) != how.String() {
				t.Errorf("%v arrived as %v %q on %d", how, got.How, got.Bytes, got.Channel)
			}
		}
	}
}

func TestAListenerAtAllAddressesAcceptsIPv4(t *testing.T) {
	l, err := enet.Listen(":0", enet.Limits{Peers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	host, _ := join(t, l, fmt.Sprint("127.0.0.1:", l.Addr().Port()))
	if !host.Remote().Addr().Is4() {
		t.Errorf("the client is at %v", host.Remote())
	}
}

func TestConnsCarryMuchOverALossyNetwork(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("megabytes go over a bad network; runs without -short")
	}
	l := listen(t, enet.Limits{Peers: 1})
	r := testkit.NewRelay(t, l.Addr(), testkit.Network{Loss: 0.1, Seed: 1})
	host, client := join(t, l, r.Addr().String())
	for i := range 100 {
		packet := strings.Repeat(string(rune('a'+i%26)), 3000)
		if err := client.Send(0, []byte(packet), enet.Reliable); err != nil {
			t.Fatal(err)
		}
		if got := next(t, host); string(got.Bytes) != packet {
			t.Fatalf("packet %d arrived as another", i)
		}
	}
}

func TestCloseReachesTheOtherEndAfterAllPackets(t *testing.T) {
	l := listen(t, enet.Limits{Peers: 1})
	host, client := join(t, l, l.Addr().String())
	client.Send(0, []byte("bye"), enet.Reliable)
	client.Close(42)
	client.Close(43)
	<-host.Done()
	var end *enet.EndError
	if !errors.As(host.Err(), &end) || *end != (enet.EndError{enet.Left, 42}) {
		t.Errorf("the host's end: %v", host.Err())
	}
	if got := next(t, host); string(got.Bytes) != "bye" {
		t.Errorf("got %q", got.Bytes)
	}
	if err := host.Send(0, nil, enet.Reliable); err != enet.ErrOver {
		t.Errorf("sending then: %v", err)
	}
}

func TestCloseOfAnAcceptedConnReachesTheClient(t *testing.T) {
	l := listen(t, enet.Limits{Peers: 1})
	host, client := join(t, l, l.Addr().String())
	host.Close(5)
	<-client.Done()
	<-host.Done()
	if got := client.Err().Error(); got != "the other end left (5)" {
		t.Errorf("the client's end: %s", got)
	}
}

func TestClosingAListenerEndsItsConns(t *testing.T) {
	l := listen(t, enet.Limits{Peers: 1})
	host, client := join(t, l, l.Addr().String())
	l.Close()
	<-host.Done()
	<-client.Done()
	if _, err := l.Accept(); err != net.ErrClosed {
		t.Errorf("accepting then: %v", err)
	}
}

func TestAConnThatIsNotReadIsDropped(t *testing.T) {
	l := listen(t, enet.Limits{Peers: 1})
	host, client := join(t, l, l.Addr().String())
	eventually(t, "the host drops it", func() bool {
		client.Send(0, make([]byte, 10_000), enet.Reliable)
		return host.Err() != nil
	})
	if got := host.Err().Error(); got != "too many packets were not received" {
		t.Errorf("the host's end: %s", got)
	}
}

func loopback(t *testing.T) *net.UDPConn {
	t.Helper()
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnUnusableAddressIsReportedInOneLine(t *testing.T) {
	l := listen(t, enet.Limits{})
	if _, err := enet.Listen(l.Addr().String(), enet.Limits{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}
