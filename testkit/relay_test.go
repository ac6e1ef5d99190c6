package testkit

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"testing"
	"time"
)

// ends returns the sockets of a client and a host, with a relay between them.
func ends(t *testing.T, network Network) (r *Relay, client, host *net.UDPConn) {
	client, host = loopback(t), loopback(t)
	t.Cleanup(func() { client.Close(); host.Close() })
	return NewRelay(t, port(host), network), client, host
}

func port(c *net.UDPConn) netip.AddrPort { return c.LocalAddr().(*net.UDPAddr).AddrPort() }

// sendUp sends numbered datagrams from the client.
func sendUp(t *testing.T, r *Relay, client *net.UDPConn, n int) {
	t.Helper()
	for i := range n {
		if _, err := client.WriteToUDPAddrPort(fmt.Appendf(nil, "%03d", i), r.Addr()); err != nil {
			t.Fatal(err)
		}
	}
}

// read returns the next datagram and its sender.
func read(t *testing.T, c *net.UDPConn) (string, netip.AddrPort) {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(Limit))
	b := make([]byte, 100)
	n, from, err := c.ReadFromUDPAddrPort(b)
	if err != nil {
		t.Fatal(err)
	}
	return string(b[:n]), from
}

// settled waits until the relay has handled n datagrams.
func settled(t *testing.T, r *Relay, n int) (lost, passed int) {
	t.Helper()
	Until(t, "the relay has decided about all datagrams", func() bool {
		lost, passed = r.Counts()
		return lost+passed == n
	})
	return lost, passed
}

func TestAGoodNetworkDropsNothing(t *testing.T) {
	r, client, host := ends(t, Network{})
	sendUp(t, r, client, 1)
	got, from := read(t, host)
	if got != "000" {
		t.Fatalf("up got %q", got)
	}
	host.WriteToUDPAddrPort([]byte("down"), from)
	if got, from = read(t, client); got != "down" || from != r.Addr() {
		t.Errorf("down got %q from %v", got, from)
	}
}

func TestTheSameSeedDropsTheSame(t *testing.T) {
	const sent = 200
	var came [2][]string
	for i := range came {
		r, client, host := ends(t, Network{Loss: 0.3, Seed: 7})
		sendUp(t, r, client, sent)
		lost, passed := settled(t, r, sent)
		if lost < 30 || lost > 90 {
			t.Errorf("%d of %d were lost", lost, sent)
		}
		for range passed {
			got, _ := read(t, host)
			came[i] = append(came[i], got)
		}
	}
	if !slices.Equal(came[0], came[1]) {
		t.Errorf("got %v, and then %v", came[0], came[1])
	}
}

func TestJitterReordersDatagrams(t *testing.T) {
	r, client, host := ends(t, Network{Delay: time.Millisecond, Jitter: 30 * time.Millisecond})
	const sent = 50
	sendUp(t, r, client, sent)
	var came []string
	for range sent {
		got, _ := read(t, host)
		came = append(came, got)
	}
	inOrder := slices.IsSorted(came)
	slices.Sort(came)
	if inOrder || len(slices.Compact(came)) != sent {
		t.Errorf("in order: %v, got: %v", inOrder, came)
	}
}

func TestDropFirst(t *testing.T) {
	r, client, host := ends(t, Network{})
	r.DropFirst(2)
	sendUp(t, r, client, 3)
	if got, _ := read(t, host); got != "002" {
		t.Errorf("first got %q", got)
	}
}
