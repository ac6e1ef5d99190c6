package carnage

import (
	"encoding/binary"

	"dogfight/game"
)

// Record is what is to be seen at one moment.
type Record struct {
	Time     float32 // seconds since the match began
	Entities []Entity
}

// ticksPerRecord is how many ticks pass from one Record to the next.
const ticksPerRecord = game.TickRate / 20

// Type returns RecordType.
func (*Record) Type() Type { return RecordType }

func (m *Record) append(b []byte) []byte {
	b = appendFloats(b, m.Time)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(m.Entities)))
	for i := range m.Entities {
		b = m.Entities[i].append(b)
	}
	return b
}

func (m *Record) parse(r *reader) {
	m.Time = r.F32("time")
	for range r.count("entities", entityHead) {
		m.Entities = append(m.Entities, Entity{}) // one by one: they are larger here than their bytes
		if m.Entities[len(m.Entities)-1].parse(r); r.Err != nil {
			return
		}
	}
}
