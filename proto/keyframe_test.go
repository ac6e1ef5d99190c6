package proto

import (
	"math/bits"
	"testing"

	"dogfight/game"
)

func TestKeyframeOfAMatchIsTheSameWorldAgain(t *testing.T) {
	m := newMatch(expanse(t), 7)
	longest, sum, shots := 0, 0, 0
	const times = 300
	for range times {
		for range 12 {
			m.step()
		}
		b := AppendWorld(nil, m.setup, &m.world)
		got, err := ParseWorld(m.setup, b)
		if err != nil {
			t.Fatalf("tick %d: %v", m.world.Tick, err)
		}
		if got != m.world {
			t.Fatalf("tick %d: the World came back different", m.world.Tick)
		}
		longest, sum = max(longest, len(b)), sum+len(b)
		for i := range m.world.Ships {
			shots += bits.OnesCount8(m.world.Ships[i].Live)
		}
	}
	t.Logf("64 ships, %.1f shots each: mean %d bytes, longest %d", float64(shots)/times/game.MaxShips, sum/times, longest)
	if longest > 2100 {
		t.Errorf("longest keyframe: expected at most 2100 bytes, %d came", longest)
	}
}

func BenchmarkKeyframe(b *testing.B) {
	m := newMatch(expanse(b), 7)
	for range 1800 {
		m.step()
	}
	var buf []byte
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buf = AppendWorld(buf[:0], m.setup, &m.world)
		}
		b.ReportMetric(float64(len(buf)), "bytes")
	})
	b.Run("parse", func(b *testing.B) {
		b.ReportAllocs()
		var w game.World
		for b.Loop() {
			w, _ = ParseWorld(m.setup, buf)
		}
		if w != m.world {
			b.Error("the World came back different")
		}
	})
}
