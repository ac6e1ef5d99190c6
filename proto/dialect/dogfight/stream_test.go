package dogfight

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestEventsAreFoundInAnySegmentation(t *testing.T) {
	var stream []byte
	for _, c := range eventExamples() {
		stream = c.event.Append(stream)
	}
	for size := 1; size <= len(stream); size++ {
		var r eventReader
		var got []Event
		for _, segment := range segments(stream, size) {
			for len(segment) > 0 {
				e, rest, err := r.Take(segment)
				if err != nil {
					t.Fatalf("segments of %d: %v", size, err)
				}
				if e != nil {
					got = append(got, *e)
				}
				segment = rest
			}
		}
		if len(got) != len(eventExamples()) {
			t.Fatalf("segments of %d: %d events", size, len(got))
		}
		for i, c := range eventExamples() {
			if got[i] != c.event {
				t.Errorf("segments of %d: expected %+v, got %+v", size, c.event, got[i])
			}
		}
	}
}

func segments(p []byte, size int) (all [][]byte) {
	for len(p) > 0 {
		n := min(size, len(p))
		all, p = append(all, p[:n]), p[n:]
	}
	return all
}

// Both kinds of length and of ships, and those that only the second ship reveals, follow
// one another; none waits for a byte of the next.
func TestStateIsHandedOverWithItsLastByte(t *testing.T) {
	states := []State{{Status: Closed}, crowd(1, 0, false), crowd(34, 3, true), crowd(37, 3, false), crowd(64, 64, true)}
	for _, trueSize := range []bool{false, true} {
		r := newReader(t)
		for i := range states {
			p := states[i].Append(nil)
			if trueSize {
				p = exact(p)
			}
			for n := range p {
				s, rest, err := r.Take(p[n : n+1])
				if err != nil || len(rest) != 0 || (s != nil) != (n == len(p)-1) {
					t.Fatalf("state %d, byte %d of %d: %v, %d left, %v", i, n, len(p), s != nil, len(rest), err)
				}
				if s != nil && !sameState(s, &states[i]) {
					t.Errorf("state %d differs from the sent one", i)
				}
			}
		}
	}
}

// newReader returns a Reader that has its id.
func newReader(t *testing.T) *Reader {
	t.Helper()
	r := new(Reader)
	if s, rest, err := r.Take(letters[:]); s != nil || len(rest) != 0 || err != nil || r.ID != letters {
		t.Fatalf("the handshake gave %v, %v, %d left, %v", r.ID, s, len(rest), err)
	}
	return r
}

func TestHandshakeAndStatesMayArriveInOneSegment(t *testing.T) {
	one, two := crowd(2, 1, false), crowd(3, 0, false)
	p := two.Append(one.Append(letters[:]))
	var r Reader
	s, rest, err := r.Take(p)
	if err != nil || s == nil || !sameState(s, &one) || r.ID != letters {
		t.Fatalf("the first: %+v, %v", s, err)
	}
	s, rest, err = r.Take(rest)
	if err != nil || s == nil || !sameState(s, &two) || len(rest) != 0 {
		t.Errorf("the second: %+v, %d left, %v", s, len(rest), err)
	}
}

func TestHandshakeThatIsNoIDIsRefused(t *testing.T) {
	if _, _, err := new(Reader).Take(bytes.Repeat([]byte("1"), 100)); err == nil {
		t.Error("36 digits pass for a UUID")
	}
}

func TestMalformedStateEndsTheStream(t *testing.T) {
	for _, bad := range []string{
		"00000038 03 0000",
		"00000039 02 0000",
		"00000099 01 0000 00000000 00000000 05 01 00" + strings.Repeat("2d", idSize) + noFive,
	} {
		if s, _, err := newReader(t).Take(unhex(t, bad)); err == nil || s != nil {
			t.Errorf("%s passes", bad)
		}
	}
}

// A reader has room for one message and no more.
func TestReadersDoNotGrow(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	huge := crowd(MaxShips, MaxPowerUps, true)
	whole := huge.Append(nil)
	if len(whole) != maxState {
		t.Errorf("the largest state has %d bytes, MaxState is %d", len(whole), maxState)
	}
	r, events := newReader(t), eventReader{}
	move := (&Event{Action: Move, PlayerID: ones}).Append(nil)
	for range 1 << 20 / len(whole) {
		for _, segment := range segments(whole, 1+chance.IntN(3*len(whole))) {
			for len(segment) > 0 {
				_, rest, err := r.Take(segment)
				if err != nil {
					t.Fatal(err)
				}
				segment = rest
			}
		}
	}
	for range 1 << 20 / len(move) {
		if _, _, err := events.Take(move); err != nil {
			t.Fatal(err)
		}
	}
	if got := cap(r.framer.held); got > 2*maxState {
		t.Errorf("the reader of states holds %d bytes", got)
	}
	if got := cap(events.framer.held); got > 2*moveSize {
		t.Errorf("the reader of events holds %d bytes", got)
	}
}

// FuzzEvent: a parsed event appends the same bytes.
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
			t.Errorf("%x became %x", p, again)
		}
	})
}

// FuzzState: a parsed state appends the same bytes, but for the surplus in its length.
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
			t.Errorf("%x became %x", p, again)
		}
	})
}

// FuzzReader: the states are the same in any segmentation.
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

// FuzzSession: any bytes lead to the same in any segments.
func FuzzSession(f *testing.F) {
	own := IDOf(1)
	good := shoot(own).Append(move(Left, own).Append((&Event{Action: PlayerConnection, PlayerID: ones}).Append(nil)))
	f.Add(good, uint8(0), true, false)
	f.Add(good, uint8(20), false, true)
	f.Add((&Event{Action: PlayerDisconnection, PlayerID: own}).Append(good), uint8(36), true, true)
	m := dialects.NewMatch(2)
	f.Fuzz(func(t *testing.T, p []byte, size uint8, inMatch, classic bool) {
		receive := func(size int) (*Session, string) {
			s, sent := NewSession(classic), dialects.Recorder{}
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
