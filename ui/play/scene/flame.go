package scene

import (
	"cmp"
	"math"
	"slices"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

// Dot is a sub-pixel with a colour of its own.
type Dot struct {
	X, Y   int8
	Colour canvas.Colour
}

// Nozzle is the start of a flame, and its direction.
type Nozzle struct{ X, Y, DX, DY int8 }

// longestFlame is the most sub-pixels of a flame: 3 to 7 are thrust, more a boost.
const longestFlame = 10

// flameLooks is the number of pictures of a flickering flame.
const flameLooks = 2

// flames are by facing, length and look.
type flames [game.Courses][longestFlame + 1][flameLooks][]Dot

// Flame returns the flames of all nozzles, of a length from 0 to longestFlame, in one of flameLooks pictures. They lie
// under the hull.
func (s *ShipSprite) Flame(facing game.Course, length, look int) []Dot {
	return s.flames[facing%game.Courses][min(max(length, 0), longestFlame)][look%flameLooks]
}

// nozzlesOf returns the nozzles of a drawing, behind its engines.
func nozzlesOf(d assets.Drawing, facing game.Course) []Nozzle {
	dx, dy := behind(facing)
	var list []Nozzle
	for y := range d {
		for x := range d[y] {
			if d[y][x] == 'e' && at(d, x+dx, y+dy) != 'e' {
				list = append(list, Nozzle{fromMiddle(x+dx, len(d)), fromMiddle(y+dy, len(d)), int8(dx), int8(dy)})
			}
		}
	}
	return list
}

// behind returns the step to the sub-pixel behind a ship.
func behind(facing game.Course) (dx, dy int) {
	vx, vy := facing.Vector()
	if facing == game.Idle {
		vy = -1
	}
	return -cmp.Compare(vx, 0), -cmp.Compare(vy, 0)
}

// flamesOf returns the flames of nozzles by length and look.
func flamesOf(nozzles []Nozzle) (all [longestFlame + 1][flameLooks][]Dot) {
	for length := range all {
		for look := range all[length] {
			for i, n := range nozzles {
				all[length][look] = append(all[length][look], flame(n, length, (look+i)%flameLooks)...)
			}
		}
	}
	return all
}

// flame returns one flame. Its second look is shorter and cooler.
func flame(n Nozzle, length, look int) (list []Dot) {
	diagonal := n.DX != 0 && n.DY != 0
	if diagonal { // its sub-pixels are 1.4 apart
		length = (length*5 + 3) / 7
	}
	if length > 2 {
		length -= look
	}
	for i := range int8(length) {
		heat := int(i)*len(flameRamp)/length + look
		k := flameRamp[min(heat, len(flameRamp)-1)]
		list = append(list, Dot{n.X + i*n.DX, n.Y + i*n.DY, k})
		if diagonal && int(i) < length/2 { // fills the corners
			list = append(list, Dot{n.X + (i+1)*n.DX, n.Y + i*n.DY, k})
		}
	}
	return list
}

// flameRamp is the colours of fire, from hot to cold.
var flameRamp = [...]canvas.Colour{canvas.Flash, canvas.FlameYellow, canvas.FlameOrange, canvas.FlameRed, canvas.Ember}

// shieldRadius is the radius of a shield, in sub-pixels.
const shieldRadius = 8.8

// fullRing is the strength of a ring without gaps.
const fullRing = 3

// haloSteps is the number of pictures of a fresh ship's lights.
const haloSteps = 4

// ring returns a shield for so many more hits. It has more gaps as it wears.
func ring(strength int) []Dot { return loaded().rings[min(max(strength, 0), fullRing)] }

// halo returns the lights that circle a fresh ship.
func halo(step int) []Dot { return loaded().halos[uint(step)%haloSteps] }

// ringPlaces returns the dots of a ring in the order of their angles.
func ringPlaces() (places []Dot) {
	const tries = 1024
	for i := range tries {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / tries)
		d := Dot{int8(math.Round(shieldRadius * cos)), int8(math.Round(shieldRadius * sin)), ringTone(cos, sin)}
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
	places := ringPlaces()
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
	for i, d := range ringPlaces() {
		step := i / 2 % haloSteps
		halos[step] = append(halos[step], Dot{d.X, d.Y, canvas.ShieldGlow})
	}
	return halos
}
