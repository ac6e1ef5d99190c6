package scene

import (
	"testing"
	"unsafe"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

// BenchmarkPiece makes the pieces of an arena of rock.
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
		readAll(t, a)
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

// readAll makes all pieces.
func readAll(t *Terrain, a *game.Arena) {
	row := make([]TerrainCell, 2*a.Width+4)
	for y := -1; y <= a.Height; y++ {
		t.Row(-2, y, row)
	}
}

// bytes returns the memory of the pieces and tiles.
func (t *Terrain) bytes() int {
	sum := len(t.boulders.kinds) + len(t.pieces)*int(unsafe.Sizeof(t.pieces[0]))
	for i := range t.pieces {
		if p := t.pieces[i].Load(); p != nil && p != bare {
			sum += int(unsafe.Sizeof(*p)) + 8*cap(p.cells) + 4*cap(p.facings)
		}
	}
	return sum
}

func TestNothingIsAllocatedWhenAskedAgain(t *testing.T) {
	classes := append(assets.Classes(), game.Class{Name: "unheard-of", HP: 5})
	drawn := 0
	draw := func() {
		for i := range classes {
			s := SpriteOf(&classes[i])
			for _, facing := range spritesTurntable {
				drawn += len(s.At(facing)) + len(s.Large(facing)) + len(s.Outline[facing]) + len(s.Flame(facing, 5, 1))
			}
		}
		everyBurst(func(size fireSize, variant int) { drawn += len(firePicture(size, variant, 2)) })
		drawn += len(ring(2)) + len(halo(1)) + len(barrel()) + len(orb()) + len(mine())
	}
	draw() // bursts are made on first use
	if n := testing.AllocsPerRun(100, draw); n != 0 {
		t.Errorf("%.0f allocations", n)
	}
}

// mostMemory is the limit for all lists, in bytes.
const mostMemory = 340_000

func TestAllPicturesUseLittleMemory(t *testing.T) {
	hulls, fire := 0, 0
	for _, s := range loaded().ships {
		hulls += int(unsafe.Sizeof(*s))
		for facing := range s.hull {
			hulls += (cap(s.hull[facing]) + cap(s.large[facing]) + cap(s.Outline[facing])) * int(unsafe.Sizeof(Spot{}))
			hulls += cap(s.Nozzles[facing]) * int(unsafe.Sizeof(Nozzle{}))
			for _, looks := range s.flames[facing] {
				for _, list := range looks {
					hulls += cap(list) * int(unsafe.Sizeof(Dot{}))
				}
			}
		}
	}
	everyBurst(func(size fireSize, variant int) {
		for step := range burstSteps {
			fire += cap(firePicture(size, variant, step)) * int(unsafe.Sizeof(Dot{}))
		}
	})
	for _, list := range append(loaded().rings[:], loaded().halos[:]...) {
		fire += cap(list) * int(unsafe.Sizeof(Dot{}))
	}
	t.Logf("ships %d bytes, bursts and rings %d", hulls, fire)
	if hulls+fire > mostMemory {
		t.Errorf("%d bytes, expected at most %d", hulls+fire, mostMemory)
	}
}

func BenchmarkMakingABlast(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		new(fireSprite).make(fireKinds[blastFire], 1)
	}
}

func BenchmarkMakingAllButBursts(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newLibrary(assets.Sprites(canvas.Roles()))
	}
}
