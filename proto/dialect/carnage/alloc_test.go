package carnage

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

func TestATickAllocatesNothing(t *testing.T) {
	m := dialecttest.Melee(64, 600)
	s := watching(t, m)
	said := 0
	send := func(_ dialect.Channel, p []byte) { said += len(p) }
	tick := func() {
		m.World.Tick++ // all shots are new ones now
		if err := s.Tick(&m.Scene, send); err != nil {
			t.Fatal(err)
		}
	}
	for range 60 {
		m.Step()
		tick()
	}
	if said = 0; testing.AllocsPerRun(300, tick) != 0 || said == 0 {
		t.Errorf("%v allocations for %d bytes", testing.AllocsPerRun(300, tick), said)
	}
}

// watching returns a session whose player has a ship, knows it and everything else.
func watching(t testing.TB, m *dialecttest.Match) *Session {
	t.Helper()
	s := NewSession()
	var sent dialecttest.Recorder
	said := Wire{}.Append(nil, &HelloRequest{Version: version})
	said = Wire{}.Append(said, &SpawnRequest{Name: "Ann"})
	if err := s.Receive(dialect.Main, said, sent.Send); err != nil {
		t.Fatal(err)
	}
	for range 5 * game.TickRate {
		if err := s.Tick(m.Step(), sent.Send); err != nil {
			t.Fatal(err)
		}
		if s.knowsShip() && s.ticks%ticksPerRecord == 0 {
			return s
		}
	}
	t.Fatal("the ship never came")
	return nil
}
