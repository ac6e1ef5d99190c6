package link

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"dogfight/guard"
)

// socket is a UDP socket with a goroutine that reads it and one that writes it.
// Nothing that goes wrong with it ends a link: data then goes over control.
//
//	post ──► queue ──► write ──► conn ──► read ──► deliver
type socket struct {
	conn    *net.UDPConn
	out     *queue
	closed  chan struct{}
	running sync.WaitGroup
}

// maxBatch is how many datagrams are sent with one call where the system can.
const maxBatch = 64

// openSocket has deliver called with each datagram that comes. Its bytes are
// valid, and may be changed, until it returns. The caller must close the socket.
func openSocket(conn *net.UDPConn, queued int, deliver func(b []byte, from netip.AddrPort)) *socket {
	k := &socket{conn: conn, out: newQueue(queued), closed: make(chan struct{})}
	k.running.Go(func() {
		defer guard.Panics()
		k.read(deliver)
	})
	k.running.Go(func() {
		defer guard.Panics()
		k.write()
	})
	return k
}

// post queues a sealed datagram, which is copied. It never blocks.
func (k *socket) post(b []byte, to netip.AddrPort, t *traffic) { k.out.put(b, to, t) }

// close ends the socket and waits for its goroutines. It may be called once.
func (k *socket) close() {
	close(k.closed)
	k.out.close()
	k.conn.Close()
	k.running.Wait()
}

func (k *socket) read(deliver func(b []byte, from netip.AddrPort)) {
	b := make([]byte, maxDatagram+1) // one more, so that what is too long shows
	for {
		n, from, err := k.conn.ReadFromUDPAddrPort(b)
		switch {
		case err == nil:
			deliver(b[:n], from)
		case errors.Is(err, net.ErrClosed):
			return
		case !isPassing(err):
			k.rest()
		}
	}
}

// rest keeps an error that stays from keeping a processor busy.
func (k *socket) rest() {
	select {
	case <-time.After(retry):
	case <-k.closed:
	}
}

func (k *socket) write() {
	s := newSender(k.conn)
	batch := make([]envelope, maxBatch)
	for {
		n := k.out.take(batch)
		if n == 0 {
			return
		}
		s.send(batch[:n])
	}
}

// count notes what became of a datagram that was given to the system.
func (e envelope) count(err error) {
	if err != nil {
		e.traffic.dropped.Add(1)
		return
	}
	e.traffic.out.Add(datagramOnWire(len(e.bytes), e.to.Addr()))
}
