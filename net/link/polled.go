package link

import (
	"net/netip"
	"sync"
)

// polled is the socket of a client that reads it only when it wants to receive. No
// goroutine waits for what comes, nor is woken up by it: where one program has
// thousands of clients, that is most of what they would cost.
type polled struct {
	mu      sync.Mutex
	instant instant
	closed  bool
	deliver func(b []byte)
}

// instant is a connected socket whose calls never wait.
type instant interface {
	// read returns false where nothing waits.
	read(b []byte) (n int, ok bool)
	write(b []byte) error
	close()
}

// scratch is what datagrams are read into. All sockets share it, so that it is
// in the processor's cache.
var scratch = sync.Pool{New: func() any { return new([maxDatagram + 1]byte) }}

// poll delivers what has come, and reports whether that was anything.
func (k *polled) poll() (some bool) {
	if k == nil {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	b := scratch.Get().(*[maxDatagram + 1]byte)
	defer scratch.Put(b)
	for !k.closed {
		n, ok := k.instant.read(b[:])
		if !ok {
			break
		}
		k.deliver(b[:n])
		some = true
	}
	return some
}

// post sends a sealed datagram, or drops it if the system has no room. It is called
// with the lock of the link held.
func (k *polled) post(b []byte, to netip.AddrPort, t *traffic) {
	envelope{to, b, t}.count(k.instant.write(b))
}

func (k *polled) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	k.instant.close()
}
