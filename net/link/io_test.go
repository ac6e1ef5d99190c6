package link

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"dogfight/testkit"
)

func TestABatchGoesToEachAndABadAddressCostsNoOther(t *testing.T) {
	for _, network := range []string{"udp4", "udp"} {
		for name, s := range map[string]udpIO{"one by one": &oneByOne{UDPConn: NewUDPConn(bound(t, network))}, "in a batch": newUDPIO(bound(t, network))} {
			a, b := udpStranger(t), udpStranger(t)
			nowhere := UDPAddr{AddrPort: netip.AddrPortFrom(netip.IPv4Unspecified(), 0)}
			var good, bad traffic
			batch := []datagram{
				{addressOf(a), udpNumber(1), &good},
				{nowhere, udpNumber(0), &bad},
				{addressOf(b), udpNumber(2), &good},
				{nowhere, udpNumber(3), &bad},
				{nowhere, udpNumber(4), &bad},
				{addressOf(a), udpNumber(5), &good},
			}
			s.send(batch)
			for _, c := range []struct {
				at   *net.UDPConn
				want int
			}{{a, 1}, {a, 5}, {b, 2}} {
				if got := nextNumber(t, c.at); got != c.want {
					t.Errorf("%s over %s: got %d, want %d", name, network, got, c.want)
				}
			}
			if good.Dropped.Load() != 0 || good.Out.Load() != 3*(4+28) || bad.Dropped.Load() != 3 || bad.Out.Load() != 0 {
				t.Errorf("%s over %s: counts of good ones %d and %d, of bad ones %d and %d", name, network,
					good.Dropped.Load(), good.Out.Load(), bad.Dropped.Load(), bad.Out.Load())
			}
		}
	}
}

func bound(t *testing.T, network string) *net.UDPConn {
	t.Helper()
	conn, err := net.ListenUDP(network, nil)
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func addressOf(conn *net.UDPConn) UDPAddr {
	port := conn.LocalAddr().(*net.UDPAddr).AddrPort().Port()
	return UDPAddr{AddrPort: netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)}
}

// nextNumber waits for a datagram.
func nextNumber(t *testing.T, conn *net.UDPConn) int {
	t.Helper()
	b := make([]byte, 2048)
	conn.SetReadDeadline(time.Now().Add(testkit.Limit))
	n, _, err := conn.ReadFromUDPAddrPort(b)
	if err != nil {
		t.Fatal(err)
	}
	return udpNumberIn(b[:n])
}

func TestASenderOfAClosedSocketDropsAll(t *testing.T) {
	conn, to := udpStranger(t), udpStranger(t)
	s := newUDPIO(conn)
	s.stop()
	var all traffic
	s.send([]datagram{{addressOf(to), udpNumber(1), &all}, {addressOf(to), udpNumber(2), &all}})
	if all.Dropped.Load() != 2 {
		t.Errorf("%d dropped, want 2", all.Dropped.Load())
	}
}

func TestSendingABatchAllocatesNothing(t *testing.T) {
	conn, to := udpStranger(t), udpStranger(t)
	s := newUDPIO(conn)
	defer s.close()
	var all traffic
	batch := []datagram{{addressOf(to), udpNumber(1), &all}, {addressOf(to), udpNumber(2), &all}}
	if n := testing.AllocsPerRun(100, func() { s.send(batch) }); n != 0 {
		t.Errorf("%v allocations a batch, want 0", n)
	}
}
