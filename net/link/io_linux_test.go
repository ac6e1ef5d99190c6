package link

import (
	"errors"
	"net"
	"net/netip"
	"testing"
	"time"
)

func TestABatchHasDatagramsAndSources(t *testing.T) {
	for _, network := range []string{"udp4", "udp"} {
		conn := bound(t, network)
		to := addressOf(conn)
		c := newUDPIO(conn)
		a, b := plainSocket(t), plainSocket(t)
		for n := range maxBatch + 5 {
			from := a
			if n%2 == 1 {
				from = b
			}
			if _, err := from.WriteToUDPAddrPort(number(n), to.AddrPort); err != nil {
				t.Fatal(err)
			}
		}
		var came []int
		for calls := 0; len(came) < maxBatch+5; calls++ {
			if calls == 3 {
				t.Fatalf("%d of %d datagrams after three calls", len(came), maxBatch+5)
			}
			_, err := c.receive(func(p []byte, from UDPAddr, at time.Time) {
				n := numberOf(p)
				came = append(came, n)
				want := addressOf([]*net.UDPConn{a, b}[n%2])
				if got := netip.AddrPortFrom(from.Addr().Unmap(), from.Port()); got != want.AddrPort {
					t.Errorf("over %s, datagram %d is from %v, want %v", network, n, got, want)
				}
				if ago := time.Since(at); ago < 0 || ago > time.Minute {
					t.Errorf("it arrived %v ago", ago)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for i, n := range came {
			if i != n {
				t.Fatalf("got datagram %d in place of %d", n, i)
			}
		}
		c.stop()
		c.close()
	}
}

func TestCloseWakesAWaitingBatch(t *testing.T) {
	c := newUDPIO(bound(t, "udp4"))
	ended := make(chan error)
	go func() {
		_, err := c.receive(func([]byte, UDPAddr, time.Time) { t.Error("got a datagram") })
		ended <- err
	}()
	time.Sleep(10 * time.Millisecond) // it may be waiting by now; nothing depends on that
	c.stop()
	if err := <-ended; !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v, want %v", err, net.ErrClosed)
	}
	c.close()
}

func TestAZoneRoundTrips(t *testing.T) {
	c := &batches{v6: true}
	for _, want := range []string{"[fe80::1%3]:4242", "[2001:db8::1]:1", "[::ffff:192.0.2.1]:65535"} {
		out := newMessages()
		c.address(&out.peers[0], netip.MustParseAddrPort(want))
		if got := addressIn(&out.peers[0]); got.String() != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

func TestTakingABatchAllocatesNothing(t *testing.T) {
	conn, from := bound(t, "udp4"), plainSocket(t)
	to := addressOf(conn)
	c := newUDPIO(conn)
	defer c.close()
	p, deliver := number(1), func([]byte, UDPAddr, time.Time) {}
	n := testing.AllocsPerRun(100, func() {
		from.WriteToUDPAddrPort(p, to.AddrPort)
		c.receive(deliver)
	})
	if n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
