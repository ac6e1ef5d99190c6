package scene

import (
	"math"
	"slices"

	"dogfight/ui/canvas"
)

// RingRadius is the radius of a shield, in sub-pixels.
const RingRadius = 8.8

// fullRing is the strength of a ring without gaps.
const fullRing = 3

// haloSteps is the number of pictures of a fresh ship's lights.
const haloSteps = 4

// ring returns a shield for so many more hits. It has more gaps as it wears.
func ring(strength int) []Dot { return loaded().rings[min(max(strength, 0), fullRing)] }

// halo returns the lights that circle a fresh ship.
func halo(step int) []Dot { return loaded().halos[uint(step)%haloSteps] }

// ringPlaces returns the dots of a ring in the order of their angles.
func spritesCircle() (places []Dot) {
	const tries = 1024
	for i := range tries {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / tries)
		d := Dot{int8(math.Round(RingRadius * cos)), int8(math.Round(RingRadius * sin)), ringTone(cos, sin)}
		if !slices.ContainsFunc(places, func(p Dot) bool { return p.X == d.X && p.Y == d.Y }) {
			places = append(places, d)
		}
	}
	return places
}

// ringTone returns the tone of a ring by its angle to the light.
func ringTone(x, y float64) canvas.Colour {
	switch light := (x*lightX + y*lightY) / 100; {
	case light > 0.6:
		return canvas.ShieldGlow
	case light < -0.2:
		return canvas.ShieldWorn
	}
	return canvas.ShieldMiddle
}

func newRings() (rings [fullRing + 1][]Dot) {
	places := spritesCircle()
	for strength := 1; strength <= fullRing; strength++ {
		for i, d := range places {
			if chance(i/3, 0, ringSeed)*fullRing < float64(strength) {
				rings[strength] = append(rings[strength], d)
			}
		}
	}
	return rings
}

// ringSeed spreads the gaps all around.
const ringSeed = 7

func newHalos() (halos [haloSteps][]Dot) {
	for i, d := range spritesCircle() {
		step := i / 2 % haloSteps
		halos[step] = append(halos[step], Dot{d.X, d.Y, canvas.ShieldGlow})
	}
	return halos
}
