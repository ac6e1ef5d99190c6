package link

import (
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// demux shares the UDP socket of a Listener among its links.
type demux struct {
	socket  *udpSocket    // static after construction
	strays  atomic.Uint64 // datagrams that named no link, and got no answer
	queries *queryResponder
	traffic traffic // of queries' answers

	mu     sync.RWMutex
	links  map[SequenceNumber]*stream
	closed bool
}

const (
	// hostQueue holds what is sent at one tick to 2,560 players, and half as
	// much again.
	hostQueue = 4096

	// hostBuffer is asked of the system for each way: the packets of 2,560
	// players that come while the process is off the processor for a few ticks.
	hostBuffer = 2 << 20
)

func newDemux(conn *net.UDPConn) *demux {
	conn.SetReadBuffer(hostBuffer) // a system that gives less is no reason not to play
	conn.SetWriteBuffer(hostBuffer)
	d := &demux{links: map[SequenceNumber]*stream{}, queries: newQueryResponder()}
	d.socket = newBatchedSocket(conn, hostQueue, d.deliver)
	return d
}

// deliver hands a datagram to the link that it names, or answers a query.
func (d *demux) deliver(b []byte, from UDPAddr, at time.Time) {
	if mayBeToHost(len(b)) {
		number := parseSequenceNumber(b)
		if s := d.link(number); s != nil {
			s.datagram(b, from, at)
			return
		}
		if number == queryNumber && d.answer(b, from, at) {
			return
		}
	}
	d.strays.Add(1)
}

// answer reports whether there was an answer to a query.
func (d *demux) answer(query []byte, from UDPAddr, at time.Time) bool {
	answer := d.queries.Answer(query, from.Addr(), at)
	if answer == nil {
		return false
	}
	d.socket.Post(answer, from, &d.traffic)
	return true
}

func (d *demux) link(number SequenceNumber) *stream {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.links[number]
}

// enter gives a link a number, which it must leave, or none after close. It is
// drawn at random, so that a stranger's guess costs the host no more than a look
// into a table.
func (d *demux) enter(s *stream) (_ SequenceNumber, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.closed {
		number := SequenceNumber(rand.N(maxSequenceNumber + 1))
		if _, taken := d.links[number]; !taken && number != queryNumber {
			d.links[number] = s
			return number, true
		}
	}
	return 0, false
}

// leave forgets a link. After close, the last one ends the socket.
func (d *demux) leave(number SequenceNumber) {
	d.mu.Lock()
	delete(d.links, number)
	last := d.closed && len(d.links) == 0
	d.mu.Unlock()
	if last {
		d.socket.Close()
	}
}

// close ends the socket as soon as there are no links. Closing again does nothing.
func (d *demux) close() {
	d.mu.Lock()
	last := !d.closed && len(d.links) == 0
	d.closed = true
	d.mu.Unlock()
	if last {
		d.socket.Close()
	}
}
