package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// Inputs is what a client sends all the time: what its pilot holds, and which
// tick it knows. It repeats what the host may have missed, so that a lost packet
// costs nothing.
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
	// MaxAhead is how far Newest may be after Ack.
	MaxAhead = 255
)

// Bits beside an input. Without either it is held for one tick.
const (
	longRun = 1 << 6 // for as many ticks as the next byte says
	lastRun = 1 << 7 // up to Newest
)

// Append appends the message. Of a longer List only the newest are sent.
func (m *Inputs) Append(b []byte) []byte {
	list := m.List[max(len(m.List)-MaxInputs, 0):]
	first := byte(len(list))
	if m.Ping != nil {
		first |= withTiming
	}
	b = binary.BigEndian.AppendUint16(append(b, first), uint16(m.Ack))
	b = append(b, uint8(m.Newest-m.Ack))
	if m.Ping != nil {
		b = m.Ping.append(b)
	}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0] {
			n++
		}
		b = appendInputRun(b, byte(list[0]), n, n == len(list))
		list = list[n:]
	}
	return b
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

// Parse reads the message into m, whose List it uses again. Ticks are told by
// their lowest bits and taken to be those nearest to near. The error is a
// *SyntaxError.
func (m *Inputs) Parse(p []byte, near game.Tick) error {
	r := datagram("inputs", p)
	first := r.U8("first byte")
	if r.Err == nil && first&fromHost != 0 {
		r.Fail("first byte", "0 to 7f", first)
	}
	count := int(r.Within("count", uint32(first&countBits), 1, MaxInputs))
	m.Ack = nearest(r.U16("ack"), near)
	m.Newest = m.Ack + game.Tick(r.U8("ahead"))
	m.Ping = nil
	if first&withTiming != 0 {
		m.ping = r.ping()
		m.Ping = &m.ping
	}
	m.List = m.List[:0]
	for last := game.Input(longRun); len(m.List) < count && r.Err == nil; {
		last = m.parseRun(&r, count, last)
	}
	return r.End()
}

// parseRun reads a run of inputs, which are others than the last before.
func (m *Inputs) parseRun(r *reader, count int, last game.Input) game.Input {
	b := r.U8("input")
	in, n, left := game.Input(b&^(longRun|lastRun)), 1, count-len(m.List)
	if b&lastRun != 0 {
		n = left
	} else if b&longRun != 0 {
		n = int(r.Within("run", uint32(r.U8("run")), 2, MaxInputs))
	}
	if whole := n == left; r.Err == nil &&
		(n > left || !in.Valid() || in == last || whole != (b&lastRun != 0) || b&longRun != 0 && b&lastRun != 0) {
		r.Fail("input", "runs of inputs, each as long as can be", b)
		return in
	}
	for range n {
		m.List = append(m.List, in)
	}
	return in
}
