package bot_test

import (
	"testing"

	"dogfight/game"
)

func TestFlyAllocatesNothing(t *testing.T) {
	m := crowd(t, game.Deathmatch, 64, 300)
	allocs := testing.AllocsPerRun(200, func() {
		for i, p := range m.pilots {
			p.Fly(&m.w, m.s, i)
		}
		m.w.Tick++
	})
	if allocs != 0 {
		t.Errorf("64 bots allocate %v times a tick, expected 0", allocs)
	}
}

// BenchmarkFly64 is what the bots add to a tick.
func BenchmarkFly64(b *testing.B) {
	m := crowd(b, game.Deathmatch, 64, 300)
	b.ReportAllocs()
	for b.Loop() {
		for i, p := range m.pilots {
			p.Fly(&m.w, m.s, i)
		}
		m.w.Tick++
	}
}

// BenchmarkTick64Bots is a whole tick of a match of 64 bots.
func BenchmarkTick64Bots(b *testing.B) {
	m := crowd(b, game.Deathmatch, 64, 300)
	b.ReportAllocs()
	for b.Loop() {
		m.tick(nil)
	}
}
