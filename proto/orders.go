package proto

import (
	"encoding/binary"
	"math"

	"dogfight/game"
)

// Orders is what a host sends all the time: what it decided for the ticks after
// the newest that the client acknowledged.
type Orders struct {
	Report
	Decided
}

// Report is the part of an Orders that concerns one client.
type Report struct {
	// Slack tells how long before it was needed the newest input came or, when
	// negative, after: in SlackUnit, and as far as that goes.
	Slack int8
	// Heard is the newest tick that the host has an input of the client for; 0
	// for none, or none anywhere near Now.
	Heard game.Tick
}

// SlackUnit is Report.Slack's unit in milliseconds.
const SlackUnit = 4

// Decided is the part of an Orders that is the same for all clients that know
// the same tick, so that a host can append it once for all of them.
type Decided struct {
	Base  game.Tick      // the newest that the client has all orders of
	Hash  uint16         // lowest bits of World.Hash at Now
	Ticks [][]game.Order // of the ticks Base+1 to Now; at most MaxOrderTicks

	room []game.Order // that parsed Ticks stand in
}

// MaxOrderTicks is the most ticks in one message. Who is farther behind needs a
// Keyframe.
const MaxOrderTicks = 64

// Now returns the newest tick that there are orders of.
func (d *Decided) Now() game.Tick { return d.Base + game.Tick(len(d.Ticks)) }

// Type returns OrdersType.
func (*Orders) Type() Type { return OrdersType }

// Append appends the message.
func (m *Orders) Append(b []byte) []byte {
	return m.Decided.Append(m.Report.Append(b, m.Now()))
}

// Append appends type and report, after which the client's Decided up to tick
// now must follow.
func (p Report) Append(b []byte, now game.Tick) []byte {
	return append(b, byte(OrdersType), byte(p.Slack), byte(heardDelta(p.Heard, now)))
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

// Append appends what was decided.
func (d *Decided) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(d.Base))
	b = append(b, uint8(len(d.Ticks)))
	b = binary.BigEndian.AppendUint16(b, d.Hash)
	return appendOrderRun(b, d.Ticks)
}

// Parse reads the message, type and all, into m. It uses the room of what m held
// before again.
func (m *Orders) Parse(p []byte) error {
	r := open(OrdersType, p)
	m.parse(&r)
	return r.end()
}

func (m *Orders) parse(r *reader) {
	r.datagram()
	m.Slack = int8(r.u8("slack"))
	delta := int8(r.u8("heard"))
	m.Decided.parse(r)
	if m.Heard = 0; delta == heardNone || r.err != nil {
		return
	}
	heard := int64(m.Now()) + int64(delta)
	if heard < 1 || heard > math.MaxUint32 {
		r.fail("heard", "a tick", heard)
		return
	}
	m.Heard = game.Tick(heard)
}

func (d *Decided) parse(r *reader) {
	base := r.u32("base")
	n := r.upTo("ticks", MaxOrderTicks)
	d.Base = game.Tick(r.within("base", base, 0, math.MaxUint32-uint32(n)))
	d.Hash = r.u16("hash")
	d.parseTicks(r, int(n))
}

// parseTicks reads the orders of n ticks.
func (d *Decided) parseTicks(r *reader, n int) {
	d.Ticks, d.room = d.Ticks[:0], d.room[:0]
	run := openOrderRun(r.left)
	var ends [MaxOrderTicks]int
	for i := range n {
		d.room = run.tick(d.room)
		ends[i] = len(d.room)
	}
	if r.left = nil; !run.close() {
		r.fail("orders", "those of all ticks, and no more", "other bits")
		return
	}
	start := 0
	for _, end := range ends[:n] {
		d.Ticks = append(d.Ticks, d.room[start:end:end])
		start = end
	}
}
