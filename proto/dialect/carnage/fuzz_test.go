package carnage

import (
	"bytes"
	"testing"
)

// FuzzParse: what parses appends into what parses into the same.
func FuzzParse(f *testing.F) {
	for _, e := range examples() {
		f.Add(Wire{Whole: true}.Append(nil, e.message), false)
		f.Add(Wire{Whole: true, Wide: true}.Append(nil, e.message), true)
	}
	f.Fuzz(func(t *testing.T, p []byte, wide bool) {
		w := Wire{Whole: true, Wide: wide}
		m, err := w.Parse(p)
		if err != nil {
			return
		}
		once := w.Append(nil, m)
		if r, ok := m.(*HelloResponse); !bytes.Equal(once, p) && !(ok && r.Okay) { // any okay but 0 is 1
			t.Errorf("%v: %x came back as %x", m.Type(), p, once)
		}
		again, err := w.Parse(once)
		if err != nil {
			t.Fatalf("%v: %v", m.Type(), err)
		}
		if twice := w.Append(nil, again); !bytes.Equal(once, twice) {
			t.Errorf("%v: %x came back as %x", m.Type(), once, twice)
		}
	})
}
