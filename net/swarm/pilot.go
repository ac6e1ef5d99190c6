package swarm

import (
	"context"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// pilot is one client of the swarm. One goroutine at a time may call its methods.
type pilot interface {
	// frame runs a frame. It is called 60 times a second, and dials at its first call.
	//
	frame(now time.Time)
	// state reports whether the pilot plays. With an error it never will, or no longer does.
	//
	state() (playing bool, err error)
	// leave gives up the seat.
	leave()
	// count adds the pilot's counters.
	count(sum *tally)
	// conn returns its connection.
	conn() *connection
}

// tally is the sum of pilots' counters since they joined.
type tally struct {
	traffic
	keyframes, rollbacks, desyncs uint64
	playing                       int // pilots
}

// since returns the counts after o was taken. desyncs, which must be 0 at all times, and playing stay.
func (t tally) since(o tally) tally {
	t.traffic = t.traffic.since(o.traffic)
	t.keyframes -= o.keyframes
	t.rollbacks -= o.rollbacks
	return t
}

// connection is a pilot's way to its host: one link after another, as links may break. It belongs to the pilot's scheduler.
type connection struct {
	conf *Config
	addr string
	n    int // the pilot's number

	tap     *tap      // of the present link; nil before the first
	link    link.Link // the same, with conditions
	earlier traffic   // over former links
}

// dial begins a new link.
func (l *connection) dial() link.Link {
	if l.tap != nil {
		l.earlier.add(l.tap.read())
	}
	l.tap = &tap{Link: l.conf.Dial(l.addr)}
	l.link = worsen(l.tap, l.conf.conditions(), -l.n) // never the seed of the host's end
	return l.link
}

// read returns the traffic so far, and resets the largest packet.
func (l *connection) read() traffic {
	sum := l.earlier
	l.earlier.largest = 0
	if l.tap != nil {
		sum.add(l.tap.read())
	}
	return sum
}

// awaitEnd waits until the link is down, or ctx is done.
func (l *connection) awaitEnd(ctx context.Context) {
	if l.link == nil {
		return
	}
	select {
	case <-l.link.Done():
	case <-ctx.Done():
	}
}

func (l *connection) conn() *connection { return l }

// kind names the current transport.
func (l *connection) kind() string {
	if l.tap == nil {
		return ""
	}
	return l.tap.Kind()
}

// traffic is the traffic of a pilot's links.
type traffic struct {
	bytesIn, bytesOut uint64 // with all headers
	dataIn, dataOut   uint64 // data packets, before our conditions lose any
	orderBytes        uint64 // received ones without headers
	largest           int    // received one, with all headers
}

func (t *traffic) add(o traffic) {
	t.bytesIn += o.bytesIn
	t.bytesOut += o.bytesOut
	t.dataIn += o.dataIn
	t.dataOut += o.dataOut
	t.orderBytes += o.orderBytes
	t.largest = max(t.largest, o.largest)
}

// since returns the traffic after o was taken. The largest packet stays.
func (t traffic) since(o traffic) traffic {
	t.bytesIn -= o.bytesIn
	t.bytesOut -= o.bytesOut
	t.dataIn -= o.dataIn
	t.dataOut -= o.dataOut
	t.orderBytes -= o.orderBytes
	return t
}

// tap counts the traffic received over a link. It belongs to the pilot's scheduler.
type tap struct {
	link.Link
	received traffic
	orders   proto.Orders // reused
}

// Receive is that of the link.
func (t *tap) Receive(buf []byte) (link.Packet, bool) {
	p, ok := t.Link.Receive(buf)
	if ok && p.Channel == link.Data {
		t.received.dataIn++
		t.received.orderBytes += uint64(ordersIn(p.Bytes, &t.orders))
		t.received.largest = max(t.received.largest, len(p.Bytes)+t.headers())
	}
	return p, ok
}

// headers returns the size of all headers of a single data packet to a client: for a datagram sequence number, tag, UDP and IPv4; for a
// frame its own, TLS record, TCP and IPv4.
func (t *tap) headers() int {
	if t.Kind() == "udp" {
		return 2 + 16 + 8 + 20
	}
	return 4 + 22 + 20 + 20
}

// read returns the traffic so far, and resets the largest packet.
func (t *tap) read() traffic {
	sum, counts := t.received, t.Counts()
	sum.bytesIn, sum.bytesOut, sum.dataOut = counts.WireIn, counts.WireOut, counts.DataOut
	t.received.largest = 0
	return sum
}
