package link

import (
	"math/rand/v2"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net/admission"
)

// demux shares the UDP socket of a Listener among its links.
type demux struct {
	socket  *udpSocket     // static after construction
	at      netip.AddrPort // of the socket; likewise
	strays  atomic.Uint64  // datagrams without a link, and without an answer
	queries *responder
	traffic traffic // of the answers to queries

	mu     sync.RWMutex
	links  map[linkNumber]*stream
	closed bool
}

const (
	// hostQueue holds a tick's packets to 2,560 players, and half as many again.
	hostQueue = 4096

	// hostBuffer is the size of the system's buffer each way: the packets of 2,560 players while the process is not
	// running for a few ticks.
	hostBuffer = 2 << 20
)

func newDemux(conn *net.UDPConn) *demux {
	conn.SetReadBuffer(hostBuffer) // a smaller one is no error
	conn.SetWriteBuffer(hostBuffer)
	at := conn.LocalAddr().(*net.UDPAddr).AddrPort()
	return newDemuxOn(newUDPIO(conn), at)
}

func newDemuxOn(io udpIO, at netip.AddrPort) *demux {
	d := &demux{links: map[linkNumber]*stream{}, queries: newResponder(), at: at}
	d.socket = newUDPSocket(io, hostQueue, d.deliver)
	return d
}

// deliver passes a datagram to its link, or answers a query.
func (d *demux) deliver(b []byte, from UDPAddr, at time.Time) {
	if mayBeToHost(len(b)) {
		number := parseLinkNumber(b)
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

func (d *demux) link(number linkNumber) *stream {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.links[number]
}

// enter gives a link a random number, so that a stranger's guess costs the host no more than a lookup. It fails after
// close.
func (d *demux) enter(s *stream) (_ linkNumber, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.closed {
		number := linkNumber(rand.N(maxLinkNumber + 1))
		if _, taken := d.links[number]; !taken && number != queryNumber {
			d.links[number] = s
			return number, true
		}
	}
	return 0, false
}

// leave removes a link. After close, the last one closes the socket.
func (d *demux) leave(number linkNumber) {
	d.mu.Lock()
	delete(d.links, number)
	last := d.closed && len(d.links) == 0
	d.mu.Unlock()
	if last {
		d.socket.Close()
	}
}

// close closes the socket as soon as there are no links. Closing again does nothing.
func (d *demux) close() {
	d.mu.Lock()
	last := !d.closed && len(d.links) == 0
	d.closed = true
	d.mu.Unlock()
	if last {
		d.socket.Close()
	}
}

// responder answers queries within limits. It belongs to the goroutine that reads the socket, except for the
// answerer.
type responder struct {
	answerer atomic.Pointer[answerer] // nil: nothing is answered
	near     *admission.FairShare     // of the networks of this machine, by admission.IsLocal
	far      *admission.FairShare     // of all others
	buf      [maxSize]byte
}

// answerer appends the answer to a query to buf, or returns buf unchanged if there is none. It must not block, nor
// retain either.
type answerer func(query, buf []byte) []byte

// queryNumber is "DOG", the begin of queries, where other datagrams have the number of their link. No link has it.
const queryNumber linkNumber = 'D'<<16 | 'O'<<8 | 'G'

const (
	// queryRate bounds the answers a second to a site: a few players behind one router, with a query each.
	queryRate = 16
	// queryRateFar bounds the answers to all other sites, those that ask seldom first. Even with forged addresses, a
	// host sends at most 128 kB a second, none longer than its query.
	queryRateFar = 1024
	// queryRateNear is the same for this machine's networks, so that a flood from outside does not disturb a search
	// there.
	queryRateNear = 256
)

func newResponder() *responder {
	return &responder{near: admission.NewFairShare(queryRateNear, queryRate), far: admission.NewFairShare(queryRateFar, queryRate)}
}

// Answer returns the answer to a query, or nil. It is never longer than the query, so that forged ones do not multiply.
// It is valid until the next call.
func (q *responder) Answer(query []byte, from netip.Addr, now time.Time) []byte {
	answerer := q.answerer.Load()
	if answerer == nil || !q.admit(from, now) {
		return nil
	}
	answer := (*answerer)(query, q.buf[:0])
	budget := admission.ReplyBudget{Times: 1}
	budget.Received(len(query))
	if len(answer) == 0 || !budget.Allow(len(answer)) {
		return nil
	}
	return answer
}

// admit reports whether a query from an address is within the limits, and counts it.
func (q *responder) admit(from netip.Addr, now time.Time) bool {
	if admission.IsLocal(from) {
		return q.near.Allow(admission.Site(from), now)
	}
	return q.far.Allow(admission.Site(from), now)
}

// QueryAsker sends queries to hosts without a link.
type QueryAsker struct {
	socket  *udpSocket
	traffic traffic
}

// askerQueue holds queries to more hosts than a player needs at once.
const askerQueue = 256

// NewQueryAsker calls receive with every received datagram on its own goroutine; receive must recognise the answers. The
// bytes are valid until it returns. The caller must Close the QueryAsker.
func NewQueryAsker(receive func(answer []byte, at time.Time)) (*QueryAsker, error) {
	conn, err := net.ListenUDP("udp", nil)
	if err != nil {
		return nil, err
	}
	deliver := func(b []byte, _ UDPAddr, at time.Time) { receive(b, at) }
	return &QueryAsker{socket: newUDPSocket(oneAddress(conn), askerQueue, deliver)}, nil
}

// Ask sends a copy of a query. It never blocks; the query may get lost.
func (a *QueryAsker) Ask(to netip.AddrPort, query []byte) {
	a.socket.Post(query, UDPAddr{AddrPort: to}, &a.traffic)
}

// Close waits for the goroutines.
func (a *QueryAsker) Close() { a.socket.Close() }
