package link

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"dogfight/sys"
)

// Socket is a UDP socket with a goroutine that reads it and one that writes it.
//
//	Post ──► queue ──► write ──► udpIO ──► read ──► deliver
type udpSocket struct {
	io      udpIO
	out     *queue
	closing sync.Once
	closed  chan struct{}
	running sync.WaitGroup
}

// Deliverer takes a datagram, which came from an address and was read at a time. Its
// bytes are valid, and may be changed, until it returns. One that is longer than
// MaxDatagram is cut off, one byte behind that.
type deliverer func(b []byte, from UDPAddr, at time.Time)

// MaxDatagram is the longest datagram that is read whole: 1,280 bytes, the least that
// every IPv6 path carries, less 48 for its UDP and IP headers.
const maxDatagram = 1280 - header - iPv6Header

// New has deliver called with each datagram that comes to conn, which it takes over. So
// many wait to be sent. The caller must Close the Socket. It is for a client: no datagram
// has a local address.
func newUDPSocket(conn *net.UDPConn, queued int, deliver deliverer) *udpSocket {
	return open(&oneByOne{UDPConn: &UDPConn{UDPConn: conn}}, queued, deliver)
}

// NewBatched is New for a host, whose datagrams have local addresses: where the system can, it moves many datagrams with
// one call.
func newBatchedSocket(conn *net.UDPConn, queued int, deliver deliverer) *udpSocket {
	return open(newUDPIO(conn), queued, deliver)
}

func open(io udpIO, queued int, deliver deliverer) *udpSocket {
	k := &udpSocket{io: io, out: newQueue(queued), closed: make(chan struct{})}
	k.running.Go(func() {
		defer sys.Restore()
		k.read(deliver)
	})
	k.running.Go(func() {
		defer sys.Restore()
		k.write()
	})
	return k
}

// Post queues a datagram, which is copied, and counts it in t when it goes out. It never
// blocks: when the queue is full, the oldest datagram gives way.
func (k *udpSocket) Post(b []byte, to UDPAddr, t *traffic) { k.out.put(b, to, t) }

// Close ends the socket and waits for its goroutines. Closing again does nothing.
func (k *udpSocket) Close() {
	k.closing.Do(func() {
		close(k.closed)
		k.out.close()
		k.io.stop()
		k.running.Wait()
		k.io.close()
	})
}

func (k *udpSocket) read(deliver deliverer) {
	var rush rush
	for {
		n, err := k.io.receive(deliver)
		switch {
		case err == nil:
			if rush.is(n, time.Now()) && n < maxBatch { // otherwise more is waiting
				time.Sleep(breath)
			}
		case errors.Is(err, net.ErrClosed):
			return
		case !isPassing(err):
			k.rest()
		}
	}
}

// retry is the pause after an error that may come back at once.
const retry = 100 * time.Millisecond

// rest keeps an error that stays from keeping a processor busy.
func (k *udpSocket) rest() {
	select {
	case <-time.After(retry):
	case <-k.closed:
	}
}

func (k *udpSocket) write() {
	batch := make([]datagram, maxBatch)
	for {
		n := k.out.take(batch)
		if n == 0 {
			return
		}
		k.io.send(batch[:n])
	}
}

// Network is the name that package net has for UDP to a host.
func udpNetwork(host netip.Addr) string {
	if host.Is4() {
		return "udp4"
	}
	return "udp6"
}
