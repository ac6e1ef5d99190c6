package gateway

import (
	"bytes"
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/link"
)

// virtualNet carries datagrams between sockets in memory, for tests in virtual time. It loses
// some, and is late with all.
type virtualNet struct {
	loss          float64 // 0 to 1
	delay, jitter time.Duration

	mu      sync.Mutex
	random  *rand.Rand
	sockets map[netip.AddrPort]*virtualSocket
}

func newVirtualNet(loss float64, delay, jitter time.Duration) *virtualNet {
	return &virtualNet{
		loss: loss, delay: delay, jitter: jitter,
		random: rand.New(rand.NewPCG(1, 2)), sockets: map[netip.AddrPort]*virtualSocket{},
	}
}

// virtualSocket is an enet.PacketConn.
type virtualSocket struct {
	net    *virtualNet
	addr   netip.AddrPort
	in     chan virtualDatagram
	closed chan struct{}
	close  func()
	deaf   atomic.Bool  // it loses all that comes
	came   atomic.Int64 // bytes, lost or not
}

type virtualDatagram struct {
	from  netip.AddrPort
	bytes []byte
}

// virtualQueue is how many datagrams may wait at a socket; more are lost.
const virtualQueue = 256

// socket opens one at the next free address.
func (n *virtualNet) socket() *virtualSocket {
	n.mu.Lock()
	defer n.mu.Unlock()
	number := len(n.sockets)
	s := &virtualSocket{
		net: n, addr: netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, byte(number >> 8), byte(number)}), 4246),
		in: make(chan virtualDatagram, virtualQueue), closed: make(chan struct{}),
	}
	s.close = sync.OnceFunc(func() { close(s.closed) })
	n.sockets[s.addr] = s
	return s
}

func (s *virtualSocket) LocalAddr() net.Addr { return net.UDPAddrFromAddrPort(s.addr) }

func (s *virtualSocket) Close() error {
	s.close()
	return nil
}

func (s *virtualSocket) Receive(b []byte) (int, link.UDPAddr, error) {
	select {
	case d := <-s.in:
		return copy(b, d.bytes), link.UDPAddr{AddrPort: d.from}, nil
	case <-s.closed:
		return 0, link.UDPAddr{}, net.ErrClosed
	}
}

func (s *virtualSocket) Send(b []byte, to link.UDPAddr) error {
	if late, lost := s.net.fate(); !lost {
		d := virtualDatagram{s.addr, bytes.Clone(b)}
		time.AfterFunc(late, func() { s.net.deliver(d, to.AddrPort) })
	}
	return nil
}

// fate decides what happens to a datagram.
func (n *virtualNet) fate() (late time.Duration, lost bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if late = n.delay; n.jitter > 0 {
		late += time.Duration(n.random.Int64N(int64(n.jitter)))
	}
	return late, n.random.Float64() < n.loss
}

func (n *virtualNet) deliver(d virtualDatagram, to netip.AddrPort) {
	n.mu.Lock()
	s := n.sockets[to]
	n.mu.Unlock()
	if s == nil {
		return
	}
	if s.came.Add(int64(len(d.bytes))); s.deaf.Load() {
		return
	}
	select {
	case s.in <- d:
	default:
	}
}
