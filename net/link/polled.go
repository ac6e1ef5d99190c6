package link

import (
	"net/netip"
	"sync"
)

// Polled is the socket of a client that reads it only when it wants to receive. No
// goroutine waits for what comes, nor is woken up by it: where one program has
// thousands of clients, that is most of what they would cost.
type polledConn struct {
	mu      sync.Mutex
	calls   nonblocking
	closed  bool
	deliver func(b []byte)
}

// nonblocking is a connected socket whose calls never wait.
type nonblocking interface {
	// read returns false where nothing waits.
	read(b []byte) (n int, ok bool)
	write(b []byte) error
	close()
}

// NewPolled opens a socket to peer, or fails where the system has none that can be
// polled. The caller must Close it.
func newPolledConn(peer netip.AddrPort, deliver func(b []byte)) (*polledConn, error) {
	calls, err := newNonblocking(peer)
	if err != nil {
		return nil, err
	}
	return &polledConn{calls: calls, deliver: deliver}, nil
}

// scratch is what datagrams are read into. All sockets share it, so that it is
// in the processor's cache.
var scratch = sync.Pool{New: func() any { return new([maxDatagram + 1]byte) }}

// Poll delivers what has come, and reports whether that was anything. A nil Polled has
// nothing.
func (k *polledConn) Poll() (some bool) {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	b := scratch.Get().(*[maxDatagram + 1]byte)
	defer scratch.Put(b)
	for !k.closed {
		n, ok := k.calls.read(b[:])
		if !ok {
			break
		}
		k.deliver(b[:n])
		some = true
	}
	return some
}

// Post sends a datagram at once to the peer, which to must be, or drops it if the system
// has no room. It must not be called after Close, nor at the same time.
func (k *polledConn) Post(b []byte, to UDPAddr, t *traffic) {
	datagram{to, b, t}.count(k.calls.write(b))
}

// Close closes the socket. It may be called once.
func (k *polledConn) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	k.calls.close()
}
