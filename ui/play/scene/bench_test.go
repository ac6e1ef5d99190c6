package scene

import (
	"testing"
	"unsafe"

	"dogfight/game"
)

// BenchmarkPiece makes the pieces of an arena of rock, each in turn.
func BenchmarkPiece(b *testing.B) {
	t := newTerrain(randomArena(64, 64, 1), 0)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		n := i % len(t.pieces)
		t.makePiece(n%t.across*side-2*brim, n/t.across*side-brim)
	}
}

// BenchmarkRow copies rows of a wide screen.
func BenchmarkRow(b *testing.B) {
	t := newTerrain(randomArena(128, 128, 1), 0)
	row := make([]TerrainCell, 120)
	for y := range 128 {
		t.Row(100, y, row)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t.Row(100, i%128, row)
	}
}

// BenchmarkArena makes all of the largest arena.
func BenchmarkArena(b *testing.B) {
	a := randomArena(game.MaxTiles, game.MaxTiles, 1)
	bytes := 0
	for b.Loop() {
		t := newTerrain(a, 0)
		lookAtAll(t, a)
		bytes = t.bytes()
	}
	b.ReportMetric(float64(bytes), "B")
}

// BenchmarkSkyRow makes a row of dust.
func BenchmarkSkyRow(b *testing.B) {
	for b.Loop() {
		newSkyRow(5)
	}
}

// lookAtAll has all pieces made.
func lookAtAll(t *Terrain, a *game.Arena) {
	row := make([]TerrainCell, 2*a.Width+4)
	for y := -1; y <= a.Height; y++ {
		t.Row(-2, y, row)
	}
}

// bytes returns how much memory the pieces and tiles take.
func (t *Terrain) bytes() int {
	sum := len(t.boulders.kinds) + len(t.pieces)*int(unsafe.Sizeof(t.pieces[0]))
	for i := range t.pieces {
		if p := t.pieces[i].Load(); p != nil && p != bare {
			sum += int(unsafe.Sizeof(*p)) + 8*cap(p.cells) + 4*cap(p.facings)
		}
	}
	return sum
}
