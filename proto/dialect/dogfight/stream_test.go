package dogfight

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
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
				t.Errorf("segments of %d: expected %+v, came %+v", size, c.event, got[i])
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

// Both kinds of length and of ships, and what is told by the second ship only, follow
// one another; nothing waits for a byte of what comes next.
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
					t.Errorf("state %d came otherwise than it was sent", i)
				}
			}
		}
	}
}

// newReader returns a Reader that has heard its id.
func newReader(t *testing.T) *Reader {
	t.Helper()
	r := new(Reader)
	if s, rest, err := r.Take(letters[:]); s != nil || len(rest) != 0 || err != nil || r.ID != letters {
		t.Fatalf("the handshake gave %v, %v, %d left, %v", r.ID, s, len(rest), err)
	}
	return r
}

func TestHandshakeAndStatesMayComeInOneSegment(t *testing.T) {
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

// Whatever comes, a reader has room for one message and no more.
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
