package link

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// switchboard shares the UDP socket of a Listener among its links.
type switchboard struct {
	socket  *socket       // static after construction
	strays  atomic.Uint64 // datagrams that named no link, and got no answer
	queries *queries

	mu     sync.RWMutex
	links  map[connection]*stream
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

func newSwitchboard(conn *net.UDPConn) *switchboard {
	conn.SetReadBuffer(hostBuffer) // a system that gives less is no reason not to play
	conn.SetWriteBuffer(hostBuffer)
	b := &switchboard{links: map[connection]*stream{}, queries: newQueries()}
	b.socket = openSocket(newConduit(conn), hostQueue, b.deliver)
	return b
}

// deliver hands a datagram to the link that it names, or answers a query.
func (b *switchboard) deliver(datagram []byte, from netip.AddrPort, at time.Time) {
	if mayBeToHost(len(datagram)) {
		if s := b.link(parseConnection(datagram)); s != nil {
			s.datagram(datagram, from, at)
			return
		}
		if isQuery(datagram) && b.answer(datagram, from, at) {
			return
		}
	}
	b.strays.Add(1)
}

// answer reports whether there was an answer to a query.
func (b *switchboard) answer(query []byte, from netip.AddrPort, at time.Time) bool {
	answer := b.queries.take(query, from.Addr(), at)
	if answer == nil {
		return false
	}
	b.socket.post(answer, from, &b.queries.traffic)
	return true
}

func (b *switchboard) link(number connection) *stream {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.links[number]
}

// enter gives a link a number, which it must leave, or none after close. It is
// drawn at random, so that who does not know it costs the host no more than a
// look into a table.
func (b *switchboard) enter(s *stream) (_ connection, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.closed {
		number := connection(rand.N(maxConnection + 1))
		if _, taken := b.links[number]; !taken && number != queryNumber {
			b.links[number] = s
			return number, true
		}
	}
	return 0, false
}

// leave forgets a link. After close, the last one ends the socket.
func (b *switchboard) leave(number connection) {
	b.mu.Lock()
	delete(b.links, number)
	last := b.closed && len(b.links) == 0
	b.mu.Unlock()
	if last {
		b.socket.close()
	}
}

// close ends the socket as soon as there are no links. Closing again does nothing.
func (b *switchboard) close() {
	b.mu.Lock()
	last := !b.closed && len(b.links) == 0
	b.closed = true
	b.mu.Unlock()
	if last {
		b.socket.close()
	}
}
