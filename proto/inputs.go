package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// Inputs is the message that a client sends continuously: the buttons that its pilot holds, and the newest tick that it knows.
// It repeats inputs that the host may have missed, so that a lost packet costs nothing.
type Inputs struct {
	Ack    game.Tick    // the newest that the client has all orders of
	Newest game.Tick    // that there is an input for, at most MaxAhead after Ack
	List   []game.Input // for the ticks up to Newest, the oldest first; 1 to MaxInputs
	Ping   *Ping        // or nil

	ping Ping
}

const (
	// MaxInputs is the most inputs in one message.
	MaxInputs = 32
	// MaxAhead is the most ticks from Ack to Newest.
	MaxAhead = 255
)

// Bits of the first byte of a message on the data channel.
const (
	fromHost   = 1 << 7
	withTiming = 1 << 6 // a Ping or a Pong is in it
	countBits  = 1<<6 - 1
)

// Bits beside an input. Without either it is held for one tick.
const (
	longRun = 1 << 6 // for as many ticks as the next byte says
	lastRun = 1 << 7 // up to Newest
)

// Ping asks for a Pong. It travels in an Inputs, and carries in addition the measurements of the client.
type Ping struct {
	Nonce uint8
	RTT   uint16 // of the Ping before, in ms
	Gap   uint8  // the most ticks that recently passed from one Orders to the next
}

func (m *Ping) fields(c *FieldCoder) {
	U8(c, "nonce", &m.Nonce)
	U16(c, "rtt", &m.RTT)
	U8(c, "gap", &m.Gap)
}

// Append appends the message. Of a longer List only the newest are sent.
func (m *Inputs) Append(b []byte) []byte {
	list := m.List[max(len(m.List)-MaxInputs, 0):]
	first := byte(len(list))
	if m.Ping != nil {
		first |= withTiming
	}
	b = binary.BigEndian.AppendUint16(append(b, first), uint16(m.Ack))
	c := FieldCoder{Out: append(b, uint8(m.Newest-m.Ack))}
	if m.Ping != nil {
		m.Ping.fields(&c)
	}
	for len(list) > 0 {
		n := runLength(list)
		c.Out = appendInputRun(c.Out, byte(list[0]), n, n == len(list))
		list = list[n:]
	}
	return c.Out
}

func appendInputRun(b []byte, in byte, n int, last bool) []byte {
	switch {
	case last:
		return append(b, in|lastRun)
	case n > 1:
		return append(b, in|longRun, byte(n))
	}
	return append(b, in)
}

// Parse reads the message into m and reuses its List. Of a tick the message has the lowest bits; it is the one nearest to
// near. The error is a *SyntaxError.
func (m *Inputs) Parse(p []byte, near game.Tick) error {
	c := readDatagram("inputs", p)
	first := c.U8("first byte")
	if c.Err == nil && first&fromHost != 0 {
		c.Fail("first byte", "0 to 7f", first)
	}
	count := int(c.Within("count", uint32(first&countBits), 1, MaxInputs))
	m.Ack = nearest(c.U16("ack"), near)
	m.Newest = m.Ack + game.Tick(c.U8("ahead"))
	m.Ping = nil
	if first&withTiming != 0 {
		m.ping.fields(&c)
		m.Ping = &m.ping
	}
	m.List = m.List[:0]
	for last := game.Input(longRun); len(m.List) < count && c.Err == nil; {
		last = m.parseRun(&c, count, last)
	}
	return c.End()
}

// parseRun reads a run of inputs, which must differ from the last.
func (m *Inputs) parseRun(c *FieldCoder, count int, last game.Input) game.Input {
	b := c.U8("input")
	in, n, left := game.Input(b&^(longRun|lastRun)), 1, count-len(m.List)
	if b&lastRun != 0 {
		n = left
	} else if b&longRun != 0 {
		n = int(c.Within("run", uint32(c.U8("run")), 2, MaxInputs))
	}
	if whole := n == left; c.Err == nil &&
		(n > left || !in.Valid() || in == last || whole != (b&lastRun != 0) || b&longRun != 0 && b&lastRun != 0) {
		c.Fail("input", "runs of inputs, each as long as can be", b)
		return in
	}
	for range n {
		m.List = append(m.List, in)
	}
	return in
}

// nearest returns the tick with the lowest bits that is nearest to near.
func nearest(low uint16, near game.Tick) game.Tick {
	return near + game.Tick(int16(low-uint16(near)))
}
