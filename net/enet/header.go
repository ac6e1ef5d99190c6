package enet

import "encoding/binary"

// header begins every datagram.
type header struct {
	peer    uint16 // the number that its receiver gave, or noPeer
	session uint8  // 0-3
	timed   bool
	sent    uint16 // in ms, if timed
}

// noPeer is the number of a peer that was given none.
const noPeer = 0xfff

const (
	flagTimed      = 1 << 15
	flagCompressed = 1 << 14
	sessionShift   = 12
)

const (
	shortHeader = 2 // bytes, without a sent time
	longHeader  = 4
)

func (h header) append(b []byte) []byte {
	first := h.peer | uint16(h.session)<<sessionShift
	if !h.timed {
		return binary.BigEndian.AppendUint16(b, first)
	}
	b = binary.BigEndian.AppendUint16(b, first|flagTimed)
	return binary.BigEndian.AppendUint16(b, h.sent)
}

func (h *header) parse(r *reader) {
	first := r.u16()
	r.must(first&flagCompressed == 0)
	h.peer = first & noPeer
	h.session = uint8(first >> sessionShift & 3)
	h.timed = first&flagTimed != 0
	h.sent = 0
	if h.timed {
		h.sent = r.u16()
	}
}
