package proto

import (
	"bytes"
	"encoding/binary"
	"slices"

	"dogfight/game"
)

// Orders is what a host sends all the time: what it decided for the ticks after
// the newest that the client acknowledged.
type Orders struct {
	Report
	Decided

	pong  Pong
	coded []byte // between Parse and Open
	again []byte // reused
}

// Report is the part of an Orders that concerns one client.
type Report struct {
	// Slack tells how long before it was needed the newest input came or, when
	// negative, after: in SlackUnit, and as far as that goes.
	Slack int8
	// Heard is the newest tick that the host has an input of the client for; 0
	// for none, or none anywhere near Now.
	Heard game.Tick
	// Pong answers the last Ping, once; nil at other times.
	Pong *Pong
}

// SlackUnit is Report.Slack's unit in milliseconds.
const SlackUnit = 4

// Decided is the part of an Orders that is the same for all clients that know
// the same tick, so that a host can append it once for all of them.
type Decided struct {
	Base game.Tick // the newest that the client has all orders of
	Hash uint16    // lowest bits of World.Hash at Now
	// Ticks are the orders of the ticks Base+1 to Now, at most MaxOrderTicks. Of
	// those of a tick, inputs are the last, by slot, and all are changes.
	Ticks [][]game.Order

	room []game.Order // that parsed Ticks stand in
}

// MaxOrderTicks is the most ticks in one message.
const MaxOrderTicks = 63

// Of the first byte of a message on the data channel.
const (
	fromHost   = 1 << 7
	withTiming = 1 << 6 // a Ping or a Pong is in it
	countBits  = 1<<6 - 1
)

// Now returns the newest tick that there are orders of.
func (d *Decided) Now() game.Tick { return d.Base + game.Tick(len(d.Ticks)) }

// Append appends the message, for a client that knows the World at Base.
func (m *Orders) Append(b []byte, base *Baseline) []byte {
	return m.Decided.Append(m.Report.Append(b, m.Base, m.Now()), base)
}

// Append appends the client's part, after which the Decided from base to now
// must follow.
func (p Report) Append(b []byte, base, now game.Tick) []byte {
	first := fromHost | byte(now-base)
	if p.Pong != nil {
		first |= withTiming
	}
	b = append(b, first, byte(p.Slack), byte(heardDelta(p.Heard, now)))
	if p.Pong != nil {
		b = p.Pong.append(b)
	}
	return b
}

// heardNone stands for no tick that could be told.
const heardNone = -128

// heardDelta returns Heard as it is sent: how far after now.
func heardDelta(heard, now game.Tick) int8 {
	delta := int64(heard) - int64(now)
	if heard == 0 || delta <= heardNone {
		return heardNone
	}
	return int8(min(delta, 127))
}

// Append appends what was decided, where base is the Baseline of the World at
// Base.
func (d *Decided) Append(b []byte, base *Baseline) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(d.Base))
	b = binary.BigEndian.AppendUint16(b, d.Hash)
	return appendOrderRun(b, base, d.Ticks)
}

// Parse reads the message but for the orders themselves: Ticks are empty until
// Open, which reads them out of p. Ticks are told by their lowest bits and taken
// to be those nearest to near. The error is a *SyntaxError.
func (m *Orders) Parse(p []byte, near game.Tick) error {
	r := datagram("orders", p)
	first := r.U8("first byte")
	if r.Err == nil && first&fromHost == 0 {
		r.Fail("first byte", "80 to ff", first)
	}
	m.Slack = int8(r.U8("slack"))
	delta := int8(r.U8("heard"))
	m.Pong = nil
	if first&withTiming != 0 {
		m.pong = r.pong()
		m.Pong = &m.pong
	}
	m.Base = nearest(r.U16("base"), near)
	m.Hash = r.U16("hash")
	m.Ticks = slices.Grow(m.Ticks[:0], MaxOrderTicks)[:first&countBits]
	clear(m.Ticks)
	if m.Heard = 0; delta != heardNone {
		m.Heard = m.Now() + game.Tick(delta)
	}
	if r.Err == nil && heardDelta(m.Heard, m.Now()) != delta { // it is tick 0, or before
		r.Fail("heard", "a tick after 0", delta)
	}
	m.coded = r.Rest()
	return r.End()
}

// nearest returns the tick with the lowest bits that is nearest to near.
func nearest(low uint16, near game.Tick) game.Tick {
	return near + game.Tick(int16(low-uint16(near)))
}

// Open reads the orders of the Ticks, where base is the Baseline of the World at
// Base. It may be called once after each Parse, as long as p stands. The
// error is a *SyntaxError; other bytes than Append makes of the same orders are
// one.
func (m *Orders) Open(base *Baseline) error {
	m.room = m.room[:0]
	run := startOrderRun(m.coded, base, true)
	var ends [MaxOrderTicks]int
	for i := range m.Ticks {
		m.room = run.read(m.room)
		ends[i] = len(m.room)
	}
	start := 0
	for i, end := range ends[:len(m.Ticks)] {
		m.Ticks[i] = m.room[start:end:end]
		start = end
	}
	if m.again = appendOrderRun(m.again[:0], base, m.Ticks); run.bad || !bytes.Equal(m.again, m.coded) {
		return &SyntaxError{Message: "orders", Field: "ticks", Want: "orders as they are coded", Got: "other bytes"}
	}
	return nil
}
