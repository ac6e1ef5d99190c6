package lightracer_test

import (
	"slices"
	"testing"

	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
	"dogfight/proto/dialect/lightracer"
)

// silence is the least number of ticks after which a session ends without input: ten seconds without a JOIN.
const silence = 10 * 60

// FuzzSession: whatever comes, in whatever pieces, a session neither panics nor grows,
// and answers in lines and whole updates.
func FuzzSession(f *testing.F) {
	f.Add([]byte("JOIN Zoë\nCHAT hi\nREADY\nSET bots 4\nDANCE\n"), uint8(7), false)
	f.Add((&lightracer.Input{1, 0x18}).AppendUpdate((&lightracer.Input{1, 3}).AppendUpdate(nil)), uint8(5), true)
	f.Add(sample().Append(nil), uint8(1), true)
	m := dialecttest.Melee(8, 300)
	f.Fuzz(func(t *testing.T, p []byte, size uint8, data bool) {
		r := racer{T: t, match: m, session: lightracer.NewSession(lightracer.Config{}), lines: lightracer.Lines{Max: lightracer.MaxReply}}
		ch := dialect.Main
		if data {
			ch = dialect.Data
			r.say(&lightracer.Join{Name: "Zoë"})
			if err := r.session.Tick(&m.Scene, r.sent.Send); err != nil {
				t.Fatal(err)
			}
			r.listen()
			r.session.DataOpen()
		}
		pieces := 0
		for piece := range slices.Chunk(p, int(size)+1) {
			if r.session.Receive(ch, piece, r.sent.Send) != nil {
				r.listen()
				return
			}
			if err := r.session.Tick(&m.Scene, r.sent.Send); err != nil {
				if pieces < silence {
					t.Fatal(err)
				}
				return // it has ended for silence
			}
			r.listen()
			r.session.Intent().Say = nil
			pieces++
		}
		if intent := r.session.Intent(); !intent.Input.Valid() || r.session.Kept() > 2*lightracer.MaxRequest {
			t.Errorf("the intent is %+v, and %d bytes are kept", intent, r.session.Kept())
		}
	})
}
