package link

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
	"dogfight/net/relay"
	"dogfight/sys"
)

// udpSocket is a UDP socket with a goroutine that reads and one that writes.
//
//	Post ──► queue ──► write ──► udpIO ──► read ──► deliver
//
// Post and read translate the addresses of paths through relays.
type udpSocket struct {
	io      udpIO
	pairs   pairs
	out     *queue
	closing sync.Once
	closed  chan struct{}
	running sync.WaitGroup
}

// deliverer handles a received datagram. Its bytes are valid, and may be changed, until it returns. One longer than
// maxDatagram is cut off one byte behind that.
type deliverer func(b []byte, from UDPAddr, at time.Time)

// maxDatagram is the longest datagram that is read whole: 1,280 bytes, the least that every IPv6 path carries, less 48
// for its UDP and IP headers.
const maxDatagram = 1280 - header - iPv6Header

// newUDPSocket returns a socket with a queue of the given length, which owns io. The caller must Close it.
func newUDPSocket(io udpIO, queued int, deliver deliverer) *udpSocket {
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

// Post queues a copy of a datagram; t counts it when it is sent. It never blocks: a full queue drops its oldest
// datagram.
func (k *udpSocket) Post(b []byte, to UDPAddr, t *traffic) { k.post(b, to, false, t) }

// PostNear is Post for a datagram that dies after nearHops routers where the system can do that.
func (k *udpSocket) PostNear(b []byte, to UDPAddr, t *traffic) { k.post(b, to, true, t) }

func (k *udpSocket) post(b []byte, to UDPAddr, near bool, t *traffic) {
	number, relayed := numberOfRelayed(to.Addr())
	if !relayed {
		k.out.put(datagram{to: to, near: near, traffic: t}, nil, b)
		return
	}
	if end, ok := k.pairs.end(number); ok {
		var header [relay.DataHeader]byte
		k.out.put(datagram{to: UDPAddr{AddrPort: end.relay}, traffic: t}, relay.AppendDataHeader(header[:0], number), b)
	}
}

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
	unwrap := func(b []byte, from UDPAddr, at time.Time) {
		if b, from, ok := k.pairs.unwrap(b, from); ok {
			deliver(b, from, at)
		}
	}
	for {
		n, err := k.io.receive(unwrap)
		switch {
		case err == nil:
			if rush.is(n, time.Now()) && n < maxBatch { // otherwise more is waiting
				time.Sleep(breath)
			}
		case errors.Is(err, net.ErrClosed):
			return
		case !isPassing(err):
			admission.Pause(retry, k.closed)
		}
	}
}

// retry is the pause after an error that may repeat at once: a permanent one must not keep a processor busy.
const retry = 100 * time.Millisecond

func (k *udpSocket) write() {
	batch := make([]datagram, maxBatch)
	for {
		n := k.out.wait(batch)
		if n == 0 {
			return
		}
		k.send(batch[:n])
	}
}

// nearHops is the number of routers that a datagram to open them passes: this end's own, and not the other end's.
const nearHops = 2

// send sends a batch, near datagrams apart.
func (k *udpSocket) send(batch []datagram) {
	for len(batch) > 0 {
		n := slices.IndexFunc(batch, func(d datagram) bool { return d.near })
		if n < 0 {
			n = len(batch)
		}
		if n > 0 {
			k.io.send(batch[:n])
		} else {
			n = 1
			k.io.sendNear(batch[0])
		}
		batch = batch[n:]
	}
}

// udpNetwork is package net's name of UDP to a host.
func udpNetwork(host netip.Addr) string {
	if host.Is4() {
		return "udp4"
	}
	return "udp6"
}

// queue holds datagrams until they are sent. put is safe for concurrent use; one goroutine waits.
type queue struct {
	mu       sync.Mutex
	moved    sync.Cond // a first datagram, or the end
	slots    []datagram
	first, n int
	free     [][]byte // memory of sent datagrams, a stack
	closed   bool
}

// datagram is a datagram to send.
type datagram struct {
	to      UDPAddr
	near    bool // dies after nearHops routers
	bytes   []byte
	traffic *traffic // counts it
}

// count counts a datagram that was given to the system.
func (d datagram) count(err error) {
	if err != nil {
		d.traffic.Dropped.Add(1)
		return
	}
	d.traffic.Out.Add(onWire(len(d.bytes), d.to.Addr()))
}

func newQueue(size int) *queue {
	q := &queue{slots: make([]datagram, size)}
	q.moved.L = &q.mu
	return q
}

// put stores d with a copy of header and b. A full queue drops its oldest datagram.
func (q *queue) put(d datagram, header, b []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	if q.n == len(q.slots) {
		oldest := q.pop()
		oldest.traffic.Dropped.Add(1)
		q.free = append(q.free, oldest.bytes)
	}
	d.bytes = append(append(q.room(), header...), b...)
	q.slots[(q.first+q.n)%len(q.slots)] = d
	if q.n++; q.n == 1 {
		q.moved.Signal()
	}
}

// wait waits for datagrams and moves as many as fit into batch, and reuses the memory in it. After close it returns
// 0.
func (q *queue) wait(batch []datagram) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.recycle(batch)
	for q.n == 0 && !q.closed {
		q.moved.Wait()
	}
	if q.closed {
		return 0
	}
	n = min(q.n, len(batch))
	for i := range n {
		batch[i] = q.pop()
	}
	return n
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.moved.Signal()
}

func (q *queue) pop() datagram {
	e := q.slots[q.first]
	q.slots[q.first] = datagram{}
	q.first = (q.first + 1) % len(q.slots)
	q.n--
	return e
}

func (q *queue) recycle(batch []datagram) {
	for i, e := range batch {
		if e.bytes != nil {
			q.free = append(q.free, e.bytes)
		}
		batch[i] = datagram{}
	}
}

// room returns memory for a datagram.
func (q *queue) room() []byte {
	n := len(q.free)
	if n == 0 {
		return make([]byte, 0, roomy)
	}
	b := q.free[n-1]
	q.free = q.free[:n-1]
	return b[:0]
}

// rush detects a high rate of datagrams.
type rush struct {
	on    bool
	n     int // datagrams since then
	since time.Time
}

const (
	// breath is the pause of a socket in a rush, after which one call reads many datagrams: waking for each would cost
	// a busy host more than handling it.
	breath = time.Millisecond

	// rushing is the average time between datagrams in a rush: that of 300 players.
	rushing = 100 * time.Microsecond
)

// is reports whether there is a rush, after n more datagrams.
func (r *rush) is(n int, now time.Time) bool {
	r.n += n
	if took := now.Sub(r.since); took >= breath {
		r.on = took < time.Duration(r.n)*rushing
		r.n, r.since = 0, now
	}
	return r.on
}

// traffic counts wire traffic. It is safe for concurrent use.
type traffic struct {
	In, Out atomic.Uint64 // bytes
	Dropped atomic.Uint64 // datagrams that could not be sent
}

// Headers of IP without options, and of UDP.
const (
	iPv4Header, iPv6Header = 20, 40
	header                 = 8
)

// ipHeader returns the size of the IP header of packets to or from a peer, and through a relay of the relay's, if that has
// IPv4.
func ipHeader(peer netip.Addr) int {
	if peer.Unmap().Is4() {
		return iPv4Header
	}
	if _, relayed := numberOfRelayed(peer); relayed {
		return iPv4Header + relay.DataHeader
	}
	return iPv6Header
}

// onWire returns the wire size of a datagram of n bytes.
func onWire(n int, peer netip.Addr) uint64 { return uint64(n + header + ipHeader(peer)) }
