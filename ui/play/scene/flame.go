package scene

import (
	"cmp"

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
