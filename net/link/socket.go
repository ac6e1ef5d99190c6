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
//	post ──► queue ──► write ──► conduit ──► read ──► deliver
type socket struct {
	conduit conduit
	out     *queue
	closed  chan struct{}
	running sync.WaitGroup
}

// openSocket has deliver called with each datagram that comes. The caller must close
// the socket.
func openSocket(c conduit, queued int, deliver deliverer) *socket {
	k := &socket{conduit: c, out: newQueue(queued), closed: make(chan struct{})}
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
	k.conduit.stop()
	k.running.Wait()
	k.conduit.close()
}

func (k *socket) read(deliver deliverer) {
	var rush rush
	for {
		n, err := k.conduit.receive(deliver)
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

const (
	// breath is how long a socket is left alone in a rush, so that what comes
	// meanwhile is taken with one call: to be woken up for each datagram would
	// cost a busy host more than all that it does with them.
	breath = time.Millisecond

	// rushing is the time between datagrams, on average, that makes a rush: 300
	// players send as many.
	rushing = 100 * time.Microsecond
)

// rush tells whether datagrams come thick and fast.
type rush struct {
	on    bool
	n     int // datagrams since then
	since time.Time
}

// is reports whether it is a rush, now that n more datagrams have come.
func (r *rush) is(n int, now time.Time) bool {
	r.n += n
	if took := now.Sub(r.since); took >= breath {
		r.on = took < time.Duration(r.n)*rushing
		r.n, r.since = 0, now
	}
	return r.on
}

// rest keeps an error that stays from keeping a processor busy.
func (k *socket) rest() {
	select {
	case <-time.After(retry):
	case <-k.closed:
	}
}

func (k *socket) write() {
	batch := make([]envelope, maxBatch)
	for {
		n := k.out.take(batch)
		if n == 0 {
			return
		}
		k.conduit.send(batch[:n])
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
