package proto

import (
	"bytes"
	"testing"

	"dogfight/game"
)

// FuzzParse: a parsed message appends the same bytes.
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
			t.Errorf("%v: %x became %x", m.Type(), p, again)
		}
	})
}

// FuzzOrders: an opened message appends the same bytes.
func FuzzOrders(f *testing.F) {
	s := someOrders(f, 32)
	for n := range s.ticks {
		m := Orders{Report: Report{NewestInput: 8}, Decided: Decided{Base: 5, Hash: 7, Ticks: s.ticks[:n]}}
		f.Add(m.Append(nil, &s.base))
	}
	few := handful()
	f.Add((&Orders{Report: Report{Pong: &Pong{}}, Decided: Decided{Ticks: few.ticks}}).Append(nil, &few.base))
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, base := range []*Baseline{&s.base, &few.base} {
			var m Orders
			if m.Parse(p, 5) != nil || m.Open(base) != nil {
				return
			}
			if again := m.Append(nil, base); !bytes.Equal(again, p) {
				t.Errorf("%x became %x", p, again)
			}
		}
	})
}

// FuzzInputs: a parsed message appends the same bytes.
func FuzzInputs(f *testing.F) {
	f.Add((&Inputs{Ack: 1000, Newest: 1012, List: []game.Input{1, 1, 1, 0x11, 0x24, 0x24}}).Append(nil))
	f.Add((&Inputs{List: []game.Input{0}, Ping: &Ping{Nonce: 1}}).Append(nil))
	f.Fuzz(func(t *testing.T, p []byte) {
		var m Inputs
		if m.Parse(p, 1000) != nil {
			return
		}
		if again := m.Append(nil); !bytes.Equal(again, p) {
			t.Errorf("%x became %x", p, again)
		}
	})
}

// FuzzKeyframe: a parsed World appends the same bytes, and can be played on.
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
			t.Fatalf("%x became %x", p, again)
		}
		for range 5 {
			w.Step(s, nil, nil)
		}
	})
}
