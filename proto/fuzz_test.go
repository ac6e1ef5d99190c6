package proto

import (
	"bytes"
	"testing"
)

// FuzzParse: what parses appends as it came.
func FuzzParse(f *testing.F) {
	for _, e := range examples(f) {
		f.Add(e.message.Append(nil))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		m, err := Parse(p)
		if err != nil {
			return
		}
		if again := m.Append(nil); !bytes.Equal(again, p) {
			t.Errorf("%v: %x came back as %x", m.Type(), p, again)
		}
	})
}

// FuzzOrders: what parses appends as it came.
func FuzzOrders(f *testing.F) {
	ticks := someOrders(f, 32)
	for n := range ticks {
		m := Orders{Report: Report{Heard: 8}, Decided: Decided{Base: 5, Hash: 7, Ticks: ticks[:n]}}
		f.Add(m.Append(nil))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		var m Orders
		if m.Parse(p) != nil {
			return
		}
		if again := m.Append(nil); !bytes.Equal(again, p) {
			t.Errorf("%x came back as %x", p, again)
		}
	})
}

// FuzzKeyframe: what parses appends as it came, and can be played on.
func FuzzKeyframe(f *testing.F) {
	m := newMatch(expanse(f), 11)
	for range 20 {
		f.Add(AppendWorld(nil, m.setup, &m.world))
		for range 60 {
			m.step()
		}
	}
	s := expanse(f)
	f.Fuzz(func(t *testing.T, p []byte) {
		w, err := ParseWorld(s, p)
		if err != nil {
			return
		}
		if again := AppendWorld(nil, s, &w); !bytes.Equal(again, p) {
			t.Fatalf("%x came back as %x", p, again)
		}
		for range 5 {
			w.Step(s, nil, nil)
		}
	})
}
