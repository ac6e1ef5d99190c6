package proto

import (
	"bytes"
	"encoding/binary"
	"slices"

	"dogfight/game"
)

// Orders is the message that a host sends continuously: its decisions for the ticks after the newest that the client has
// acknowledged.
type Orders struct {
	Report
	Decided

	pong  Pong
	coded []byte // between Parse and Open
	again []byte // reused
}

// Report is the part of an Orders that concerns one client.
type Report struct {
	// Slack is how long before it was needed the newest input came or, when negative, after: in SlackUnit, cut to the range.
	Slack int8
	// Heard is the newest tick that the host has an input of the client for; 0 for none, or none near Now.
	NewestInput game.Tick
	// Pong answers the last Ping, once; nil at other times.
	Pong *Pong
}

// SlackUnit is Report.Slack's unit in milliseconds.
const SlackUnit = 4

// Pong answers a Ping. It travels in an Orders, and carries in addition the measurements of the host.
type Pong struct {
	Nonce uint8  // the Ping's
	Held  uint16 // delay of the answer in 1/10 ms, which the asker subtracts
	Lost  uint8  // share of the client's packets that are missing, in 1/255
	Work  uint16 // that a tick costs the host, in us
	Late  uint8  // the longest delay of a tick of the host, in ms
}

func (m *Pong) fields(c *FieldCoder) {
	U8(c, "nonce", &m.Nonce)
	U16(c, "held", &m.Held)
	U8(c, "lost", &m.Lost)
	U16(c, "work", &m.Work)
	U8(c, "late", &m.Late)
}

// Decided is the part of an Orders that is the same for all clients that know the same tick, so that a host appends it once for
// all of them.
type Decided struct {
	Base game.Tick // the newest that the client has all orders of
	Hash uint16    // lowest bits of World.Hash at Now
	// Ticks are the orders of the ticks Base+1 to Now, at most MaxOrderTicks. Of
	// those of a tick, inputs are the last, by slot, and all are changes.
	Ticks [][]game.Order

	room []game.Order // the parsed Ticks
}

// MaxOrderTicks is the most ticks in one message.
const MaxOrderTicks = 63

// Now returns the newest tick that there are orders of.
func (d *Decided) Now() game.Tick { return d.Base + game.Tick(len(d.Ticks)) }

// Append appends the message, for a client that knows the World at Base.
func (m *Orders) Append(b []byte, base *Baseline) []byte {
	return m.Decided.Append(m.Report.Append(b, m.Base, m.Now()), base)
}

// Append appends the client's part. The Decided from base to now must follow.
func (p Report) Append(b []byte, base, now game.Tick) []byte {
	first := fromHost | byte(now-base)
	if p.Pong != nil {
		first |= withTiming
	}
	c := FieldCoder{Out: append(b, first, byte(p.Slack), byte(heardDelta(p.NewestInput, now)))}
	if p.Pong != nil {
		p.Pong.fields(&c)
	}
	return c.Out
}

// heardNone is the delta of a Heard that is 0 or out of range.
const heardNone = -128

// heardDelta returns Heard as it is sent: in ticks after now.
func heardDelta(heard, now game.Tick) int8 {
	delta := int64(heard) - int64(now)
	if heard == 0 || delta <= heardNone {
		return heardNone
	}
	return int8(min(delta, 127))
}

// Append appends the decisions, where base is the Baseline of the World at Base.
func (d *Decided) Append(b []byte, base *Baseline) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(d.Base))
	b = binary.BigEndian.AppendUint16(b, d.Hash)
	return AppendOrderRun(b, base, d.Ticks)
}

// Parse reads the message but for the orders themselves: Ticks are empty until Open, which reads them from p. Of a tick the
// message has the lowest bits; it is the one nearest to near. The error is a *SyntaxError.
func (m *Orders) Parse(p []byte, near game.Tick) error {
	c := readDatagram("orders", p)
	first := c.U8("first byte")
	if c.Err == nil && first&fromHost == 0 {
		c.Fail("first byte", "80 to ff", first)
	}
	m.Slack = int8(c.U8("slack"))
	delta := int8(c.U8("heard"))
	m.Pong = nil
	if first&withTiming != 0 {
		m.pong.fields(&c)
		m.Pong = &m.pong
	}
	m.Base = nearest(c.U16("base"), near)
	m.Hash = c.U16("hash")
	m.Ticks = slices.Grow(m.Ticks[:0], MaxOrderTicks)[:first&countBits]
	clear(m.Ticks)
	if m.NewestInput = 0; delta != heardNone {
		m.NewestInput = m.Now() + game.Tick(delta)
	}
	if c.Err == nil && heardDelta(m.NewestInput, m.Now()) != delta { // it is tick 0, or before
		c.Fail("heard", "a tick after 0", delta)
	}
	m.coded = c.Rest()
	return c.End()
}

// Open reads the orders of the Ticks, where base is the Baseline of the World at Base. It may be called once after each Parse,
// while p is unchanged. The error is a *SyntaxError; bytes that Append would not make of the same orders are one.
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
	if m.again = AppendOrderRun(m.again[:0], base, m.Ticks); run.bad || !bytes.Equal(m.again, m.coded) {
		return &SyntaxError{Message: "orders", Field: "ticks", Want: "orders as they are coded", Got: "other bytes"}
	}
	return nil
}
