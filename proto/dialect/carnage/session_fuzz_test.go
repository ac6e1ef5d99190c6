package carnage

import (
	"testing"

	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// FuzzSession: whatever is heard, in whatever segments, nothing breaks or grows, and
// all that is said can be read.
func FuzzSession(f *testing.F) {
	var talk []byte
	for _, m := range []Message{
		&HelloRequest{Version: version}, &SpawnRequest{Name: "Ann"}, &Inputs{Angle: 2, Down: Fire}, &Inputs{Down: Up | Special},
	} {
		talk = Wire{}.Append(talk, m)
	}
	f.Add(talk, uint8(1), false)
	f.Add(talk, uint8(7), false)
	f.Add(append(talk, 0xff, 0xff, 0xff, 0xff), uint8(255), false)
	f.Add(bytesOf(f, "00 01000000"), uint8(5), true)
	m := dialecttest.Melee(4, 120)
	f.Fuzz(func(t *testing.T, p []byte, cut uint8, whole bool) {
		s := newSession(whole)
		c := client{in: NewDecoder(LongestResponse), entities: map[uint32]Entity{}}
		c.wire = Wire{Whole: whole}
		hear := func(_ dialect.Channel, p []byte) {
			c.wire.Wide = s.wire.Wide
			c.receive(t, p)
		}
		for tick := 0; len(p) > 0; tick++ {
			n := min(len(p), int(cut)+1)
			if s.Receive(dialect.Main, p[:n], hear) != nil || s.Tick(&m.Scene, hear) != nil {
				break
			}
			if p = p[n:]; !s.Intent().Input.Valid() {
				t.Fatalf("wants the input %08b", s.Intent().Input)
			}
		}
		s.End("", hear)
		if n := cap(s.in.held); n > 2*LongestRequest {
			t.Errorf("%d bytes can be held", n)
		}
	})
}
