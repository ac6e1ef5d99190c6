package warworlds

import (
	"encoding/binary"
	"math"
)

// State is all that is in space.
type State struct {
	Tick     uint32 // 1/60 s
	Entities []Entity
}

// Entity is one thing in space.
type Entity struct {
	ID      uint32
	Kind    uint8 // 1 ship, 2 shot, 3 power-up, 4 barrel, 5 orb
	X, Y, Z float32
	Colour  Colour
}

// entityLength is what an Entity takes on the wire.
const entityLength = 4 + 1 + 3*4 + 4

// Identifier returns 100.
func (*State) Identifier() uint16 { return stateID }

// Append appends the packet. Entities beyond 65,535 are left out.
func (p *State) Append(b []byte) []byte {
	entities := p.Entities[:min(len(p.Entities), 1<<16-1)]
	b = binary.LittleEndian.AppendUint32(begin(b, stateID), p.Tick)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(entities)))
	for i := range entities {
		b = entities[i].append(b)
	}
	return b
}

func (e *Entity) append(b []byte) []byte {
	b = append(binary.LittleEndian.AppendUint32(b, e.ID), e.Kind)
	for _, v := range [...]float32{e.X, e.Y, e.Z} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return appendColour(b, e.Colour)
}

func (p *State) parse(r *reader) {
	p.Tick = r.U32("tick")
	n := int(r.U16("n"))
	if !r.exactly("entities", n*entityLength) {
		return
	}
	p.Entities = make([]Entity, n)
	for i := range p.Entities {
		p.Entities[i] = Entity{
			r.U32("id"), r.U8("kind"), r.F32("x"), r.F32("y"), r.F32("z"), Colour(r.U32("colour")),
		}
	}
}
