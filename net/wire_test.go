package net

import (
	"sync/atomic"
	"time"

	"dogfight/net/link"
	"dogfight/net/link/lossy"
)

// wire is what lies between the ends of links: it can be changed while they are
// used.
type wire struct {
	delay atomic.Int64 // each way, in ns
	dark  atomic.Bool  // nothing gets through: data is lost, control waits
}

func (w *wire) setDelay(d time.Duration) { w.delay.Store(int64(d)) }

// dial is a Dial over the wire, with more conditions each way.
func (w *wire) dial(m *testMatch, c lossy.Conditions) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		back := c
		back.Seed += 1000
		m.host.Add(&wireEnd{Link: lossy.New(far, back), wire: w})
		return &wireEnd{Link: lossy.New(near, c), wire: w}
	}
}

// wireEnd is an end of a link over a wire.
type wireEnd struct {
	link.Link
	wire    *wire
	waiting []link.Packet
}

func (e *wireEnd) Receive(buf []byte) (link.Packet, bool) {
	for {
		p, ok := e.Link.Receive(nil)
		if !ok {
			break
		}
		if p.Channel == link.Control || !e.wire.dark.Load() {
			p.At = p.At.Add(time.Duration(e.wire.delay.Load()))
			e.waiting = append(e.waiting, p)
		}
	}
	if len(e.waiting) == 0 || e.waiting[0].At.After(time.Now()) || e.wire.dark.Load() {
		return link.Packet{}, false
	}
	p := e.waiting[0]
	e.waiting = e.waiting[1:]
	p.Bytes = append(buf[:0], p.Bytes...)
	return p, true
}
