package gateway

import (
	"errors"
	"net"
	"net/netip"
	"syscall"
	"testing"
	"time"

	"dogfight/net/link"
	"dogfight/testkit"
)

func TestARefusalHasTheAddressThatRefused(t *testing.T) {
	for _, c := range []struct{ network, at, closed string }{
		{"udp4", "127.0.0.1:0", "127.0.0.1:0"}, {"udp", ":0", "127.0.0.1:0"}, {"udp", ":0", "[::1]:0"}, {"udp6", "[::1]:0", "[::1]:0"},
	} {
		t.Run(c.network+" "+c.at+" to "+c.closed, func(t *testing.T) {
			socket, open, closed := udpAt(t, c.network, c.at), udpAt(t, "udp", c.closed), udpAt(t, "udp", c.closed)
			enableRefusals(socket)
			to, gone := open.LocalAddr().(*net.UDPAddr).AddrPort(), closed.LocalAddr().(*net.UDPAddr).AddrPort()
			closed.Close()
			var heard []netip.AddrPort
			for end := time.Now().Add(testkit.Limit); len(heard) < 2 && time.Now().Before(end); time.Sleep(time.Millisecond) {
				socket.WriteToUDPAddrPort([]byte("a"), to)
				socket.WriteToUDPAddrPort([]byte("b"), gone)
				eachRefusal(socket, func(at netip.AddrPort) { heard = append(heard, at) })
			}
			if len(heard) < 2 {
				t.Fatalf("got %v", heard)
			}
			for _, at := range heard {
				if at != gone {
					t.Errorf("%v refused, got %v", gone, at)
				}
			}
			if t.Failed() {
				return
			}
			drain(socket)
			eachRefusal(socket, func(netip.AddrPort) {})
			eachRefusal(socket, func(at netip.AddrPort) { t.Errorf("got %v again", at) })
		})
	}
}

func TestARefusalOfAnotherAddressDoesNotLoseAPacket(t *testing.T) {
	socket, open, closed := udpAt(t, "udp4", "127.0.0.1:0"), udpAt(t, "udp4", "127.0.0.1:0"), udpAt(t, "udp4", "127.0.0.1:0")
	enableRefusals(socket)
	s := &udpServer{socket: link.NewUDPConn(socket)}
	to, gone := open.LocalAddr().(*net.UDPAddr).AddrPort(), closed.LocalAddr().(*net.UDPAddr).AddrPort()
	closed.Close()
	socket.WriteToUDPAddrPort(nil, gone)
	for end := time.Now().Add(testkit.Limit); ; time.Sleep(time.Millisecond) {
		if _, err := socket.WriteToUDPAddrPort([]byte("probe"), to); errors.Is(err, syscall.ECONNREFUSED) {
			break // so a refusal affects the next packet
		}
		if socket.WriteToUDPAddrPort(nil, gone); time.Now().After(end) {
			t.Skip("this system sends though a refusal waits")
		}
	}
	for socket.WriteToUDPAddrPort(nil, gone); ; {
		s.write([]byte("packet"), link.UDPAddr{AddrPort: to})
		b := make([]byte, 100)
		open.SetReadDeadline(time.Now().Add(testkit.Limit))
		switch n, _, err := open.ReadFromUDPAddrPort(b); {
		case err != nil:
			t.Fatal(err)
		case string(b[:n]) == "packet":
			return
		}
	}
}

// drain reads the errors of a socket.
func drain(c *net.UDPConn) {
	c.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	for {
		if _, _, err := c.ReadFromUDPAddrPort(make([]byte, 10)); errors.Is(err, syscall.ECONNREFUSED) {
			continue
		}
		return
	}
}

func udpAt(t *testing.T, network, at string) *net.UDPConn {
	t.Helper()
	addr, err := net.ResolveUDPAddr(network, at)
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.ListenUDP(network, addr)
	if err != nil {
		t.Skipf("no %s at %s: %v", network, at, err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}
