package gateway

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"dogfight/net/link"
	"dogfight/testkit"
)

func TestADatagramIsSentAlthoughTheDeadlineOfItsTickHasPassed(t *testing.T) {
	open := func() *net.UDPConn {
		c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	near, far := open(), open()
	s := &udpServer{socket: link.NewUDPConn(near)}
	near.SetWriteDeadline(time.Now().Add(-time.Second))
	s.write([]byte("late"), link.UDPAddr{AddrPort: far.LocalAddr().(*net.UDPAddr).AddrPort()})
	far.SetReadDeadline(time.Now().Add(testkit.Limit))
	b := make([]byte, 16)
	n, from, err := far.ReadFromUDPAddrPort(b)
	if want := near.LocalAddr().(*net.UDPAddr).AddrPort(); err != nil || string(b[:n]) != "late" || netip.AddrPortFrom(from.Addr().Unmap(), from.Port()) != want {
		t.Errorf("received %q from %v, %v, want %q from %v", b[:n], from, err, "late", want)
	}
}
