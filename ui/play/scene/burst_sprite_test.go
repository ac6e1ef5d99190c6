package scene

import (
	"math"
	"slices"
	"testing"

	"dogfight/assets"
	"dogfight/ui/canvas"
)

func TestFlameBeginsBehindItsEngineAndGrows(t *testing.T) {
	for _, c := range assets.Classes() {
		s := SpriteOf(&c)
		for _, facing := range spritesTurntable {
			hull := silhouette(t, s.At(facing))
			for _, n := range s.Nozzles[facing] {
				if hull[place{n.X, n.Y}] || !hull[place{n.X - n.DX, n.Y - n.DY}] {
					t.Errorf("%s, facing %d: a flame begins at %d %d", c.Name, facing, n.X, n.Y)
				}
				if along(facing, n.DX, n.DY) >= 0 {
					t.Errorf("%s, facing %d: a flame goes %d %d", c.Name, facing, n.DX, n.DY)
				}
			}
			for look := range flameLooks {
				if len(s.Flame(facing, 0, look)) != 0 {
					t.Errorf("%s, facing %d: has a flame of no length", c.Name, facing)
				}
				for length := 3; length <= 7; length += 2 {
					if shorter, longer := len(s.Flame(facing, length-2, look)), len(s.Flame(facing, length, look)); shorter >= longer {
						t.Errorf("%s, facing %d: flames of %d have %d sub-pixels, of %d %d", c.Name, facing, length-2, shorter, length, longer)
					}
				}
			}
		}
	}
}

func TestFlameOfAStraightShipIsAsLongAsAsked(t *testing.T) {
	s := loaded().ships["scout"] // it has one nozzle
	for length := range longestFlame + 1 {
		if got := len(s.Flame(spritesTurntable[0], length, 0)); got != length {
			t.Errorf("asked for %d, got %d", length, got)
		}
	}
	if got := len(s.Flame(spritesTurntable[0], 99, 0)); got != longestFlame {
		t.Errorf("asked for too much, got %d", got)
	}
}

func TestFlameFlickers(t *testing.T) {
	for _, facing := range spritesTurntable {
		for length := 1; length <= longestFlame; length++ {
			s := loaded().ships["fighter"]
			if one, other := s.Flame(facing, length, 0), s.Flame(facing, length, 1); slices.Equal(one, other) {
				t.Errorf("facing %d: both looks of a flame of %d are alike", facing, length)
			}
		}
	}
}

// everyBurst calls visit with each burst.
func everyBurst(look func(size fireSize, variant int)) {
	for size := range fireSize(fireSizes) {
		for variant := range fireVariants {
			look(size, variant)
		}
	}
}

// spritesWithin counts the sub-pixels of a picture near its middle.
func spritesWithin(list []Dot, radius float64) (n int) {
	for _, d := range list {
		if math.Hypot(float64(d.X), float64(d.Y)) <= radius {
			n++
		}
	}
	return n
}

func TestBurstGrowsAndThenIsHollow(t *testing.T) {
	everyBurst(func(size fireSize, variant int) {
		radius := fireKinds[size].radius
		reach := func(step int) (n int) {
			for _, d := range firePicture(size, variant, step) {
				n = max(n, int(d.X), -int(d.X), int(d.Y), -int(d.Y))
			}
			return n
		}
		if first, later := reach(0), reach(3); first >= later {
			t.Errorf("size %d, variant %d: reaches %d and then %d", size, variant, first, later)
		}
		core := 0.25 * radius
		first, last := spritesWithin(firePicture(size, variant, 0), core), spritesWithin(firePicture(size, variant, 4), core)
		if first < 3 || 2*last > first {
			t.Errorf("size %d, variant %d: %d sub-pixels in the middle of the first picture, %d of the fifth", size, variant, first, last)
		}
	})
}

func TestBurstBeginsHotAndEndsAsSmoke(t *testing.T) {
	share := func(list []Dot, from, to int) float64 {
		n := 0
		for _, d := range list {
			for _, k := range fireRamp[from : to+1] {
				if d.Colour == k {
					n++
				}
			}
		}
		return float64(n) / float64(len(list))
	}
	everyBurst(func(size fireSize, variant int) {
		if smoke := share(firePicture(size, variant, 0), 5, 6); smoke > 0 {
			t.Errorf("size %d, variant %d: begins with %.0f %% of smoke", size, variant, 100*smoke)
		}
		if smoke := share(firePicture(size, variant, burstSteps-1), 5, 6); smoke < 0.5 {
			t.Errorf("size %d, variant %d: ends with %.0f %% of smoke", size, variant, 100*smoke)
		}
		if flame := share(firePicture(size, variant, 0), 0, 2); flame < 0.3 {
			t.Errorf("size %d, variant %d: begins with %.0f %% of flame", size, variant, 100*flame)
		}
	})
}

func TestBurstIsAsLargeAsItsSize(t *testing.T) {
	everyBurst(func(size fireSize, variant int) {
		radius := fireKinds[size].radius
		largest := 0
		for step := range burstSteps {
			list := firePicture(size, variant, step)
			silhouette(t, list)
			largest = max(largest, len(list))
			if most := spritesWithin(list, 1.7*radius+2); most != len(list) {
				t.Errorf("size %d, variant %d, step %d: %d sub-pixels are too far out", size, variant, step, len(list)-most)
			}
		}
		if disc := math.Pi * radius * radius; float64(largest) < 0.4*disc || float64(largest) > 1.3*disc {
			t.Errorf("size %d, variant %d: covers %d sub-pixels, a disc has %.0f", size, variant, largest, disc)
		}
	})
}

func TestBlastShowsHowFarItReaches(t *testing.T) {
	const step = 3 // its wave is at 40 units, 20 sub-pixels
	for variant := range fireVariants {
		wave := 0
		for _, d := range firePicture(blastFire, variant, step) {
			if away := math.Hypot(float64(d.X), float64(d.Y)); away > 19.2 && away < 20.8 {
				wave++
			}
		}
		if wave < 60 {
			t.Errorf("variant %d: %d sub-pixels at the edge of the blast", variant, wave)
		}
	}
}

func TestBurstsOfASizeDiffer(t *testing.T) {
	for size := range fireSize(fireSizes) {
		for a := range fireVariants {
			for b := range a {
				one, other := silhouette(t, firePicture(size, a, 1)), silhouette(t, firePicture(size, b, 1))
				if n := differing(one, other); n < len(one)/8 {
					t.Errorf("size %d: variants %d and %d differ in %d of %d sub-pixels", size, a, b, n, len(one))
				}
			}
		}
	}
}

func TestNoBurstIsLeftAfterItsTime(t *testing.T) {
	for _, step := range []int{-1, burstSteps, 1000} {
		if list := firePicture(wreckFire, 0, step); list != nil {
			t.Errorf("step %d has %d sub-pixels", step, len(list))
		}
	}
	if firePicture(fireSizes, 0, 0) != nil {
		t.Error("there is a burst of an unknown size")
	}
	if got, want := firePicture(wreckFire, -3, 0), firePicture(wreckFire, 1, 0); &got[0] != &want[0] {
		t.Error("variants are not taken modulo their number")
	}
}

func TestRingGetsGapsAsItWears(t *testing.T) {
	for strength := 1; strength <= fullRing; strength++ {
		weaker, stronger := silhouette(t, ring(strength-1)), silhouette(t, ring(strength))
		if len(weaker) >= len(stronger) {
			t.Errorf("strength %d has %d sub-pixels, %d has %d", strength-1, len(weaker), strength, len(stronger))
		}
		for p := range weaker {
			if !stronger[p] {
				t.Errorf("strength %d has %v, and %d has not", strength-1, p, strength)
			}
		}
	}
	if len(ring(0)) != 0 || len(ring(99)) != len(ring(fullRing)) || len(ring(-1)) != 0 {
		t.Error("strengths that there are not are not those next to them")
	}
}

func TestFullRingIsClosedAroundEveryShip(t *testing.T) {
	ring := silhouette(t, ring(fullRing))
	if outside := flood(ring, place{-20, -20}, false); outside[place{0, 0}] {
		t.Error("the ring has a gap")
	}
	for _, c := range assets.Classes() {
		for _, facing := range spritesTurntable {
			for p := range silhouette(t, SpriteOf(&c).At(facing)) {
				if ring[p] {
					t.Errorf("%s, facing %d: the ring covers %v", c.Name, facing, p)
				}
			}
		}
	}
}

func TestRingIsLitFromAbove(t *testing.T) {
	tones := map[bool]int{}
	for _, d := range ring(fullRing) {
		if d.Colour == canvas.ShieldGlow {
			tones[d.Y < 0]++
		}
	}
	if tones[true] == 0 || tones[false] > tones[true]/4 {
		t.Errorf("%d sub-pixels shine above the ship and %d below", tones[true], tones[false])
	}
}

func TestLightsOfAFreshShipCircle(t *testing.T) {
	ring, lights := silhouette(t, ring(fullRing)), map[place]bool{}
	for step := range haloSteps {
		shown := silhouette(t, halo(step))
		if len(shown) < len(ring)/haloSteps-2 {
			t.Errorf("step %d: %d lights of a ring of %d", step, len(shown), len(ring))
		}
		for p := range shown {
			if lights[p] || !ring[p] {
				t.Errorf("step %d: a light at %v", step, p)
			}
			lights[p] = true
		}
	}
	if len(lights) != len(ring) {
		t.Errorf("%d of %d places are lit in turn", len(lights), len(ring))
	}
}

func TestThingsHaveTheColoursOfTheirFiles(t *testing.T) {
	for name, c := range map[string]struct {
		list  []Dot
		wide  int8
		first Dot
	}{
		"barrel": {barrel(), 6, Dot{-2, -3, canvas.DrumLight}},
		"orb":    {orb(), 11, Dot{-2, -5, canvas.OrbHalo}},
	} {
		silhouette(t, c.list)
		var left, right int8
		for _, d := range c.list {
			left, right = min(left, d.X), max(right, d.X)
		}
		if right-left+1 != c.wide || c.list[0] != c.first {
			t.Errorf("%s: %d wide, begins with %v", name, right-left+1, c.list[0])
		}
	}
	lamps := 0
	for _, s := range mine() {
		if s.Part == Lamp {
			lamps++
		}
	}
	if lamps != 1 {
		t.Errorf("a mine has %d hearts", lamps)
	}
}
