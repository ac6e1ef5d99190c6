package rtype

import (
	"encoding/binary"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Input is what a pilot holds, as the document has it. The code has InputFlags alone.
type Input struct {
	Entity   uint32  // the own one
	DX, DY   float32 // where to fly, each -1 to 1; y grows downwards
	Shooting bool
}

const inputSize = 17

// deadZone is the length of (DX, DY) below which a stick is taken to rest.
const deadZone = 0.2

// Append appends the packet of 17 bytes.
func (m *Input) Append(b []byte, w Wire) []byte {
	b = w.appendHeader(b, InputType, inputSize)
	b = binary.BigEndian.AppendUint32(b, m.Entity)
	b = w.appendFloat(w.appendFloat(b, m.DX), m.DY)
	if m.Shooting {
		return append(b, 1)
	}
	return append(b, 0)
}

// Parse reads the packet, with or without the byte that some compilers pad it with,
// from p, which must hold nothing else.
func (m *Input) Parse(p []byte, w Wire) error {
	r := w.open(p, InputType)
	if w.Code {
		r.Fail("form", "flags", "another")
	}
	m.Entity = r.U32("entity")
	m.DX = r.axis("dx")
	m.DY = r.axis("dy")
	m.Shooting = r.Flag("shooting")
	if len(r.Left) == 1 {
		r.U8("padding")
	}
	return r.End()
}

// Held returns the buttons that come nearest to the packet.
func (m *Input) Held() game.Input {
	in := game.Steer(game.Idle)
	if m.DX*m.DX+m.DY*m.DY >= deadZone*deadZone {
		in = game.Steer(dialect.CourseOf(m.DX, m.DY))
	}
	if m.Shooting {
		in |= game.Fire
	}
	return in
}
