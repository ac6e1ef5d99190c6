package scene

import (
	"testing"
	"unsafe"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

func TestNothingIsAllocatedWhenAskedAgain(t *testing.T) {
	classes := append(assets.Classes(), game.Class{Name: "unheard-of", HP: 5})
	drawn := 0
	draw := func() {
		for i := range classes {
			s := SpriteOfClass(&classes[i])
			for _, facing := range spritesTurntable {
				drawn += len(s.At(facing)) + len(s.Large(facing)) + len(s.Outline[facing]) + len(s.Flame(facing, 5, 1))
			}
		}
		everyBurst(func(size burstSize, variant int) { drawn += len(Burst(size, variant, 2)) })
		drawn += len(ring(2)) + len(halo(1)) + len(barrel()) + len(orb()) + len(mine())
	}
	draw() // bursts are made when they are first seen
	if n := testing.AllocsPerRun(100, draw); n != 0 {
		t.Errorf("%.0f allocations", n)
	}
}

// mostMemory is what all lists together may take, in bytes.
const mostMemory = 340_000

func TestAllPicturesTakeLittleMemory(t *testing.T) {
	hulls, fire := 0, 0
	for _, s := range loaded().ships {
		hulls += int(unsafe.Sizeof(*s))
		for facing := range s.hull {
			hulls += (cap(s.hull[facing]) + cap(s.large[facing]) + cap(s.Outline[facing])) * int(unsafe.Sizeof(SpriteSpot{}))
			hulls += cap(s.Nozzles[facing]) * int(unsafe.Sizeof(Nozzle{}))
			for _, looks := range s.flames[facing] {
				for _, list := range looks {
					hulls += cap(list) * int(unsafe.Sizeof(Dot{}))
				}
			}
		}
	}
	everyBurst(func(size burstSize, variant int) {
		for step := range burstSteps {
			fire += cap(Burst(size, variant, step)) * int(unsafe.Sizeof(Dot{}))
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
		new(burstSprite).make(burstKinds[blastBurst], 1)
	}
}

func BenchmarkMakingAllButBursts(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newLibrary(assets.Sprites(canvas.Roles()))
	}
}
