package rtype

import (
	"bytes"
	"reflect"
	"testing"
)

// FuzzPacket: what parses, as any packet in any flavour, appends as what parses to
// the same, and as it came unless it was padded.
func FuzzPacket(f *testing.F) {
	for _, e := range examples {
		f.Add(bytesOf(f, e.hex))
	}
	f.Add(bytesOf(f, "02 01 0012 80000001 0000803f 000000bf 01 cc"))
	f.Fuzz(func(t *testing.T, p []byte) {
		ClientID(p)
		IsKeys(p)
		if again := code.Recognise(p).Recognise(p); again != code.Recognise(p) {
			t.Fatalf("%x shows %+v, and then %+v", p, code.Recognise(p), again)
		}
		for _, e := range examples {
			m := e.blank()
			if m.Parse(p, e.wire) != nil {
				continue
			}
			if s, ok := m.(*Snapshot); ok && e.wire.Code && len(s.Entities) > 0 && code.Recognise(p) != e.wire {
				t.Fatalf("%x is a SNAPSHOT of %+v, and shows %+v", p, e.wire, code.Recognise(p))
			} else if ok && len(s.Entities) > MaxEntities {
				continue // which no host appends
			}
			again := m.Append(nil, e.wire)
			if _, input := m.(*Input); !input && !bytes.Equal(again, p) {
				t.Fatalf("%v: %x came back as %x", e.of, p, again)
			}
			twin := e.blank()
			if err := twin.Parse(again, e.wire); err != nil || !reflect.DeepEqual(m, twin) {
				t.Fatalf("%v: %x: %+v came back as %+v, %v", e.of, p, m, twin, err)
			}
		}
	})
}
