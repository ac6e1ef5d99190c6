package dogfight

import (
	"bytes"
	"testing"

	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// FuzzEvent: what parses appends as it came.
func FuzzEvent(f *testing.F) {
	for _, c := range eventExamples() {
		f.Add(c.event.Append(nil))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		e, err := parseEvent(p)
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

// FuzzReader: the same states come in any segmentation.
func FuzzReader(f *testing.F) {
	stream := bytes.Clone(letters[:])
	for _, c := range stateExamples() {
		stream = c.state.Append(stream)
	}
	f.Add(stream, uint8(7))
	six := crowd(34, 1, true)
	f.Add(exact(six.Append(bytes.Clone(ones[:]))), uint8(200))
	f.Fuzz(func(t *testing.T, p []byte, size uint8) {
		states := func(size int) (all []byte, failed bool) {
			var r Reader
			for _, segment := range segments(p, size) {
				for len(segment) > 0 {
					s, rest, err := r.Take(segment)
					if err != nil {
						return all, true
					}
					if s != nil {
						all = s.Append(all)
					}
					segment = rest
				}
			}
			if cap(r.framer.held) > 2*maxState {
				t.Errorf("%d bytes are held", cap(r.framer.held))
			}
			return all, false
		}
		whole, bad := states(max(len(p), 1))
		pieces, worse := states(int(size) + 1)
		if !bytes.Equal(whole, pieces) || bad != worse {
			t.Errorf("segments of %d: %x and %v, in one: %x and %v", int(size)+1, pieces, worse, whole, bad)
		}
	})
}

// FuzzSession: whatever comes, in any segments, leads to the same.
func FuzzSession(f *testing.F) {
	own := IDOf(1)
	good := shoot(own).Append(move(Left, own).Append((&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil)))
	f.Add(good, uint8(0), true, false)
	f.Add(good, uint8(20), false, true)
	f.Add((&Event{Action: PlayerDisconnection, PlayerID: own}).Append(good), uint8(36), true, true)
	m := dialecttest.NewMatch(2)
	f.Fuzz(func(t *testing.T, p []byte, size uint8, inMatch, classic bool) {
		receive := func(size int) (*Session, string) {
			s, sent := NewSession(classic), dialecttest.Recorder{}
			if inMatch {
				s.Tick(&m.Scene, sent.Send)
			}
			for _, segment := range segments(p, size) {
				if err := s.Receive(dialect.Main, segment, sent.Send); err != nil {
					return s, err.Error()
				}
			}
			if err := s.Tick(&m.Scene, sent.Send); err != nil {
				t.Error(err)
			}
			return s, ""
		}
		whole, want := receive(max(len(p), 1))
		pieces, got := receive(int(size) + 1)
		if got != want || whole.Intent().Input != pieces.Intent().Input {
			t.Errorf("segments of %d: %q, %v; in one: %q, %v", int(size)+1, got, pieces.Intent().Input, want, whole.Intent().Input)
		}
		if !whole.Intent().Input.Valid() || cap(pieces.events.framer.held) > 2*moveSize {
			t.Errorf("input %v, %d bytes held", whole.Intent().Input, cap(pieces.events.framer.held))
		}
	})
}
