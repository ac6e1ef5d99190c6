package gateway

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/carnage"
	"dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/rtype"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit/dialects"
)

// talker is a session with the packets that a player sends to join, and to stay alive.
type talker struct {
	name    string
	session session
	greets  [][]byte
	alive   []byte
}

// talkers returns a new talker of each dialect and flavour.
func talkers() []talker {
	racer := lightracer.NewSession(lightracer.Config{Token: 1})
	datagrams := lightracer.NewSession(lightracer.Config{Token: 1})
	racer.DataOpen()
	datagrams.DataOpenDatagrams()
	joins := [][]byte{(&lightracer.Join{Name: "Ann"}).Append(nil)}
	own := dogfight.IDOf(1)
	idle := dogfight.Event{Action: dogfight.Move, PlayerID: own}
	const id = rtype.MinID + 1
	document, code := rtype.Wire{}, rtype.Wire{Code: true}
	still := (&warworlds.Command{}).Append(nil)
	return []talker{
		{"dogfight", dogfight.NewSession(false), nil, idle.Append(nil)},
		{"dogfight-classic", dogfight.NewSession(true), nil, idle.Append(nil)},
		{"carnage", carnage.NewSession(), [][]byte{
			carnage.Wire{}.Append(nil, &carnage.HelloRequest{Version: 1}), carnage.Wire{}.Append(nil, &carnage.SpawnRequest{Name: "Ann"}),
		}, carnage.Wire{}.Append(nil, &carnage.Inputs{})},
		{"warworlds", warworlds.NewSession(&warworlds.Palette{}), [][]byte{
			(&warworlds.JoinRequest{}).Append(nil), asksState().Append(nil),
		}, still},
		{"lightracer", racer, joins, []byte("\n")},
		{"lightracer-datagrams", datagrams, joins, []byte("\n")},
		{"rtype", rtype.NewSession(rtype.Config{ID: id}), [][]byte{(&rtype.Connect{}).Append(nil, document)},
			(&rtype.Input{Entity: id}).Append(nil, document)},
		{"rtype-code", rtype.NewSession(rtype.Config{ID: id, Code: true, Local: true}), [][]byte{(&rtype.Connect{}).Append(nil, code)},
			(&rtype.InputFlags{}).Append(nil, code)},
	}
}

// breathes sends a sign of life.
func (t *talker) breathes(tb testing.TB, send dialect.Send) {
	if err := t.session.Receive(dialect.Main, t.alive, send); err != nil {
		tb.Fatal(t.name, err)
	}
}

// second runs a second.
func (t *talker) second(tb testing.TB, s *dialect.Scene, send dialect.Send) {
	for range game.TickRate {
		if err := t.session.Tick(s, send); err != nil {
			tb.Fatal(t.name, err)
		}
	}
}

// arrives lets the player join.
func (t *talker) arrives(tb testing.TB, s *dialect.Scene, send dialect.Send) {
	for _, p := range t.greets {
		if err := t.session.Receive(dialect.Main, p, send); err != nil {
			tb.Fatal(t.name, err)
		}
		t.session.Tick(s, send)
	}
	t.session.Tick(s, send)
	for range 2 {
		t.breathes(tb, send)
		t.second(tb, s, send)
	}
}

// busy is a match of 64 ships in which the own one flies.
func busy() *dialects.Match {
	m := dialects.Melee(64, 600)
	for !m.Scene.Alive() {
		m.Step()
	}
	return m
}

// BenchmarkWorld64 measures a second of sending 64 ships to a player.
func BenchmarkWorld64(b *testing.B) {
	for _, t := range talkers() {
		b.Run(t.name, func(b *testing.B) {
			m := busy()
			sent, packets, longest := 0, 0, 0
			send := func(_ dialect.Channel, p []byte) {
				sent, packets, longest = sent+len(p), packets+1, max(longest, len(p))
			}
			t.arrives(b, &m.Scene, send)
			sent, packets, longest = 0, 0, 0
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer() // chat may allocate: its rate is bounded
				t.breathes(b, send)
				b.StartTimer()
				t.second(b, &m.Scene, send)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(packets), "ns/packet")
			b.ReportMetric(float64(sent)/float64(packets), "bytes/packet")
			b.ReportMetric(float64(longest), "bytes-longest")
			b.ReportMetric(float64(packets)/float64(b.N), "packets/s")
		})
	}
}

func TestASecondOf64ShipsAllocatesNothing(t *testing.T) {
	for _, talker := range talkers() {
		m := busy()
		sent := 0
		send := func(_ dialect.Channel, p []byte) { sent += len(p) }
		talker.arrives(t, &m.Scene, send)
		sent = 0
		n := testing.AllocsPerRun(1, func() { talker.second(t, &m.Scene, send) }) // once more, to warm up
		t.Logf("%s: %d bytes a second", talker.name, sent/2)
		if n != 0 || sent < 2*5_000 {
			t.Errorf("%s: %v allocations in a second, %d bytes: expected none, and news of 64 ships", talker.name, n, sent/2)
		}
	}
}
