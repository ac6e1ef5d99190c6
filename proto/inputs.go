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
	Newest game.Tick    // that there is an input for; 0 without any
	List   []game.Input // for the ticks up to Newest, the oldest first; at most MaxInputs
}

// MaxInputs is the most inputs in one message.
const MaxInputs = 32

// A run of equal inputs is a byte, and another with its length if this is set.
const longRun = 1 << 6

// Type returns InputsType.
func (*Inputs) Type() Type { return InputsType }

// Append appends the message. Of a longer List only the newest are sent.
func (m *Inputs) Append(b []byte) []byte {
	list := m.List[max(len(m.List)-MaxInputs, 0):]
	b = binary.BigEndian.AppendUint32(append(b, byte(InputsType)), uint32(m.Ack))
	b = binary.BigEndian.AppendUint32(b, uint32(m.Newest))
	b = append(b, uint8(len(list)))
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n] == list[0] {
			n++
		}
		if b = append(b, byte(list[0])); n > 1 {
			b[len(b)-1] |= longRun
			b = append(b, uint8(n))
		}
		list = list[n:]
	}
	return b
}

// Parse reads the message, type and all, into m, whose List it uses again.
func (m *Inputs) Parse(p []byte) error {
	r := open(InputsType, p)
	m.parse(&r)
	return r.end()
}

func (m *Inputs) parse(r *reader) {
	r.datagram()
	m.Ack = game.Tick(r.u32("ack"))
	m.Newest = game.Tick(r.u32("newest tick"))
	m.List = m.List[:0]
	count := int(r.upTo("count", MaxInputs))
	if uint32(count) > uint32(m.Newest) || count == 0 && m.Newest != 0 {
		r.fail("newest tick", "one with an input", m.Newest)
	}
	last := game.Input(longRun) // none
	for len(m.List) < count && r.err == nil {
		in, run := r.inputRun()
		if run > count-len(m.List) || !in.Valid() || in == last {
			r.fail("input", "runs of inputs, each as long as can be", in)
			return
		}
		for range run {
			m.List = append(m.List, in)
		}
		last = in
	}
}

// inputRun reads a run of equal inputs.
func (r *reader) inputRun() (in game.Input, run int) {
	b := r.u8("input")
	if b&longRun == 0 {
		return game.Input(b), 1
	}
	return game.Input(b &^ longRun), int(r.within("run", uint32(r.u8("run")), 2, MaxInputs))
}
