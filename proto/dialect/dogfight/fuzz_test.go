package dogfight

import (
	"bytes"
	"testing"
)

// FuzzEvent: what parses appends as it came.
func FuzzEvent(f *testing.F) {
	for _, c := range eventExamples() {
		f.Add(c.event.Append(nil))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		e, err := ParseEvent(p)
		if err != nil {
			return
		}
		if again := e.Append(nil); !bytes.Equal(again, p) {
			t.Errorf("%x came back as %x", p, again)
		}
	})
}

// FuzzState: what parses appends as it came, but for the surplus in its length.
func FuzzState(f *testing.F) {
	for _, c := range stateExamples() {
		f.Add(c.state.Append(nil))
		f.Add(exact(c.state.Append(nil)))
	}
	for _, s := range []State{crowd(37, 1, false), crowd(34, 1, true), crowd(64, 64, false)} {
		f.Add(s.Append(nil))
		f.Add(exact(s.Append(nil)))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		var s State
		if s.Parse(p) != nil {
			return
		}
		again := s.Append(nil)
		if !bytes.Equal(again, p) && !bytes.Equal(exact(again), p) {
			t.Errorf("%x came back as %x", p, again)
		}
	})
}
