package lightracer

import (
	"slices"
	"testing"

	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// FuzzSession: whatever comes, in whatever pieces, a session neither panics nor grows,
// and answers in lines and whole updates.
func FuzzSession(f *testing.F) {
	f.Add([]byte("JOIN Zoë\nCHAT hi\nREADY\nSET bots 4\nDANCE\n"), uint8(7), false)
	f.Add((&Input{1, 0x18}).AppendUpdate((&Input{1, 3}).AppendUpdate(nil)), uint8(5), true)
	f.Add(sample().Append(nil), uint8(1), true)
	m := dialecttest.Melee(8, 300)
	f.Fuzz(func(t *testing.T, p []byte, size uint8, data bool) {
		r := racer{T: t, match: m, session: NewSession(Config{}), lines: Lines{Max: MaxReply}}
		if data {
			r.say(&Join{Name: "Zoë"})
			if err := r.session.Tick(&m.Scene, r.sent.Send); err != nil {
				t.Fatal(err)
			}
			r.listen()
			r.session.DataOpen()
		}
		ch := dialect.Channel(flag(data))
		for piece := range slices.Chunk(p, int(size)+1) {
			if r.session.Receive(ch, piece, r.sent.Send) != nil {
				r.listen()
				return
			}
			if err := r.session.Tick(&m.Scene, r.sent.Send); err != nil {
				t.Fatal(err)
			}
			r.listen()
			r.session.Intent().Say = nil
		}
		if intent := r.session.Intent(); !intent.Input.Valid() || cap(r.session.lines.kept) > 2*MaxRequest {
			t.Errorf("the intent is %+v, and %d bytes are kept", intent, cap(r.session.lines.kept))
		}
	})
}
