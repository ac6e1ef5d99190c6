package lightracer_test

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit/dialects"
)

// busy returns the session of a racer in a match of 64, in which all is under way.
func busy(tb testing.TB, datagrams bool) (*lightracer.Session, *dialects.Match) {
	m := dialects.Melee(64, 600)
	return busyIn(tb, m, datagrams), m
}

// busyIn returns the session of a racer in a match.
func busyIn(tb testing.TB, m *dialects.Match, datagrams bool) *lightracer.Session {
	s := lightracer.NewSession(lightracer.Config{})
	deaf := func(dialect.Channel, []byte) {}
	if err := s.Receive(dialect.Main, []byte("JOIN Zoë\n"), deaf); err != nil {
		tb.Fatal(err)
	}
	for range 2 {
		if err := s.Tick(&m.Scene, deaf); err != nil {
			tb.Fatal(err)
		}
		s.DataOpen()
		if datagrams {
			s.DataOpenDatagrams()
		}
	}
	return s
}

func TestAnUpdateOfTrailsAllocatesNothing(t *testing.T) {
	for _, datagrams := range []bool{false, true} {
		m := dialects.Trails(16, 300)
		s := busyIn(t, m, datagrams)
		in := (&lightracer.Input{1, game.Fire}).AppendUpdate(nil)
		updates, longest := 0, 0
		send := func(ch dialect.Channel, p []byte) {
			updates += int(ch)
			longest = max(longest, len(p))
		}
		allocs := testing.AllocsPerRun(200, func() {
			m.Scene.World.Tick++
			if s.Receive(dialect.Data, in, send) != nil || s.Tick(&m.Scene, send) != nil {
				t.Fatal("the session ended")
			}
		})
		if walls := s.Walls(); allocs != 0 || updates < 100 || walls == 0 {
			t.Errorf("datagrams %v: %v allocations a tick, %d updates of %d walls", datagrams, allocs, updates, walls)
		}
		if datagrams && longest > lightracer.MaxDatagram {
			t.Errorf("a datagram of %d bytes", longest)
		}
	}
}

func TestAnUpdateAllocatesNothing(t *testing.T) {
	for _, datagrams := range []bool{false, true} {
		s, m := busy(t, datagrams)
		in := (&lightracer.Input{1, game.Fire}).AppendUpdate(nil)
		updates := 0
		send := func(ch dialect.Channel, _ []byte) { updates += int(ch) }
		allocs := testing.AllocsPerRun(200, func() {
			if s.Receive(dialect.Data, in, send) != nil || s.Tick(&m.Scene, send) != nil {
				t.Fatal("the session ended")
			}
		})
		if allocs != 0 || updates < 100 {
			t.Errorf("datagrams %v: %v allocations a tick, %d updates", datagrams, allocs, updates)
		}
	}
}

func TestAReaderOfUpdatesAllocatesNothing(t *testing.T) {
	s, m := busy(t, false)
	var update []byte
	s.Feed(&m.Scene, func(_ dialect.Channel, p []byte) { update = append(update, p...) })
	s.Feed(&m.Scene, func(_ dialect.Channel, p []byte) { update = append(update, p...) })
	var r lightracer.Reader
	read := func() {
		if _, whole, err := r.Read(update); !whole || err != nil {
			t.Fatal(whole, err)
		}
	}
	read()
	read() // both of its updates have room now
	if allocs := testing.AllocsPerRun(100, read); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
