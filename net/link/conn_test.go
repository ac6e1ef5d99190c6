package link

import (
	"net"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"dogfight/testkit"
)

// TestAnAnswerComesFromTheAddressThatWasAsked asks from one address of the machine at
// another, to which the system would answer from the first.
func TestAnAnswerComesFromTheAddressThatWasAsked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("this system chooses the address of answers")
	}
	for _, c := range []struct{ network, from, asked string }{
		{"udp4", "127.0.0.1", "127.0.0.2"}, {"udp", "127.0.0.1", "127.0.0.2"}, {"udp", "::1", anIPv6Address()},
	} {
		for name, open := range map[string]func(*net.UDPConn) udpIO{
			"one by one": func(c *net.UDPConn) udpIO { return &oneByOne{UDPConn: NewUDPConn(c)} }, "in a batch": newUDPIO,
		} {
			t.Run(c.network+" "+c.asked+" "+name, func(t *testing.T) {
				conn := bound(t, c.network)
				at := net.JoinHostPort(c.asked, portOf(conn))
				host := open(conn)
				defer host.close()
				defer host.stop()
				from := &net.UDPAddr{IP: net.ParseIP(c.from)}
				to, err := net.ResolveUDPAddr("udp", at)
				if err != nil {
					t.Skip("no second address of IPv6: ", err)
				}
				client, err := net.DialUDP("udp", from, to) // it hears nobody else
				if err != nil {
					t.Skip(err)
				}
				defer client.Close()
				if _, err := client.Write(udpNumber(1)); err != nil {
					t.Skip("cannot send to ", at, ": ", err)
				}
				var traffic traffic
				host.receive(func(p []byte, from UDPAddr, _ time.Time) {
					if want := to.AddrPort().Addr().Unmap(); from.Local != want {
						t.Errorf("the local address is %v, want %v", from.Local, want)
					}
					gone := from // the machine has no such address
					gone.Local = netip.MustParseAddr("192.0.2.1")
					if from.Addr().Is6() && !from.Addr().Is4In6() {
						gone.Local = netip.MustParseAddr("2001:db8::1")
					}
					host.send([]datagram{{gone, udpNumber(0), &traffic}, {from, udpNumber(2), &traffic}})
				})
				if got := nextNumber(t, client); got != 2 || traffic.Dropped.Load() > 0 {
					t.Errorf("%d came and %d were dropped, want 2 and none", got, traffic.Dropped.Load())
				}
			})
		}
	}
}

func TestDatagramsWithLocalAddressesAllocateNothing(t *testing.T) {
	conn, client := bound(t, "udp"), udpStranger(t)
	to := addressOf(conn)
	host := NewUDPConn(conn)
	defer host.Close()
	b := make([]byte, maxDatagram)
	conn.SetReadDeadline(time.Now().Add(testkit.Limit))
	p := udpNumber(1)
	if n := testing.AllocsPerRun(100, func() {
		client.WriteToUDPAddrPort(p, to.AddrPort)
		_, from, _ := host.Receive(b)
		host.Send(p, from)
	}); n != 0 {
		t.Errorf("%v allocations a datagram", n)
	}
}

// The whole of 127.0.0.0/8 is local, so a user of the machine could make it grow.
func TestLocalAddressesAreKeptUpToALimit(t *testing.T) {
	c := &controls{locals: map[string]netip.Addr{}, froms: map[netip.Addr][]byte{}}
	for n := range 5 * maxLocals {
		a := netip.AddrFrom4([4]byte{127, 0, byte(n >> 8), byte(n)})
		if c.from(a); len(c.froms) > maxLocals {
			t.Fatalf("%d are kept to send from", len(c.froms))
		}
		if c.local(udpNumber(n)); len(c.locals) > maxLocals {
			t.Fatalf("%d are kept that were received", len(c.locals))
		}
	}
}

// anIPv6Address returns one of the machine that is not that of the loopback, or "".
func anIPv6Address() string {
	all, _ := net.InterfaceAddrs()
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() == nil && n.IP.IsGlobalUnicast() {
			return n.IP.String()
		}
	}
	return ""
}

func portOf(conn *net.UDPConn) string {
	_, port, _ := net.SplitHostPort(conn.LocalAddr().String())
	return port
}
