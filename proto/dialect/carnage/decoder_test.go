package carnage

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

func TestAStreamGivesTheSameMessagesWhateverItsSegments(t *testing.T) {
	var stream []byte
	for _, e := range examples() {
		stream = Wire{}.Append(stream, e.message)
	}
	whole := messagesOf(t, stream, len(stream))
	if len(whole) != len(examples()) {
		t.Fatalf("%d messages, expected %d", len(whole), len(examples()))
	}
	for i, e := range examples() {
		if want := (Wire{Whole: true}).Append(nil, e.message); !bytes.Equal(whole[i], want) {
			t.Errorf("expected %x, came %x", want, whole[i])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		cut := rapid.IntRange(1, 50).Draw(t, "segment")
		for i, p := range messagesOf(t, stream, cut) {
			if !bytes.Equal(p, whole[i]) {
				t.Fatalf("message %d: expected %x, came %x", i, whole[i], p)
			}
		}
	})
}

// messagesOf feeds the stream in segments of so many bytes.
func messagesOf(t interface{ Fatal(...any) }, stream []byte, cut int) (all [][]byte) {
	d := NewDecoder(1024)
	for len(stream) > 0 {
		n := min(cut, len(stream))
		left := stream[:n]
		for stream = stream[n:]; len(left) > 0; {
			left = d.Feed(left)
			for {
				p, ok, err := d.Next()
				if err != nil {
					t.Fatal(err)
				}
				if !ok {
					break
				}
				all = append(all, bytes.Clone(p))
			}
		}
	}
	return all
}

func TestALengthIsNotTrusted(t *testing.T) {
	for _, c := range []struct{ hex, want string }{
		{"00000000", "message length must be 1 to 16, got 0"},
		{"11000000", "message length must be 1 to 16, got 17"},
		{"ffffffff", "message length must be 1 to 16, got 4294967295"},
	} {
		d := NewDecoder(16)
		d.Feed(bytesOf(t, c.hex))
		if _, _, err := d.Next(); err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, %v came", c.hex, c.want, err)
		}
	}
}

func TestADecoderHoldsNoMoreThanOneMessage(t *testing.T) {
	d := NewDecoder(16)
	left := d.Feed(bytes.Repeat([]byte{1, 0, 0, 0, 7}, 100))
	if len(left) != 500-lengthSize-16 {
		t.Errorf("%d of 500 bytes are left", len(left))
	}
	for range 100 {
		left = d.Feed(left)
		for range 5 {
			d.Next()
		}
	}
	if len(left) > 0 || cap(d.held) > 2*(lengthSize+16) {
		t.Errorf("%d bytes are left, %d can be held", len(left), cap(d.held))
	}
}
