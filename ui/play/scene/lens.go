package scene

import (
	"math"
	"time"

	"dogfight/ui/canvas"
)

// Lens says where on a sheet the dots of the arena are.
type Lens struct {
	*canvas.Sheet
	Shift     uint // a dot is 1<<shift of the rules' 1/256 unit wide and high
	Left, Top int  // of the canvas, in dots of the arena
}

// pixelShift is the shift of a pixel of 4 units, in which some lengths are given here.
const pixelShift = 10

// Usual is the shift of the usual distance, the nearest that there is: a dot is 2 units wide and high, and a ship 9 dots.
const Usual = 9

// Locate returns the dot in which a position of the arena lies.
func (l *Lens) Locate(x, y int32) (px, py int) {
	return int(x>>l.Shift) - l.Left, int(y>>l.Shift) - l.Top
}

// InDots returns how many dots a length in pixels takes.
func (l *Lens) InDots(pixels int) int { return pixels << pixelShift >> l.Shift }

// scale is how many dots a pixel takes.
func (l *Lens) scale() float64 { return math.Ldexp(1, pixelShift-int(l.Shift)) }

// Near reports whether something within margin pixels of a dot may show.
func (l *Lens) Near(px, py, margin int) bool {
	width, height := l.Dots()
	margin = l.InDots(margin) + canvas.Across
	return px >= -margin && px < width+margin && py >= -margin && py < height+margin
}

// far reports whether things are too small for their pictures.
func (l *Lens) far() bool { return l.Shift > Usual }

// rays are directions all around, of length 1.
var rays = allAround()

func allAround() (rays [64]point) {
	for i := range rays {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(len(rays)))
		rays[i] = point{x, y}
	}
	return rays
}

// GoalPixels is the radius of the ring around a goal, in pixels.
const GoalPixels = 5

// GoalRadius is how large a goal is drawn, in 1/256 unit.
const GoalRadius = GoalPixels << pixelShift

// Ring draws a ring around a dot: as a figure, or blocks would lose what of it is diagonal.
func (l *Lens) Ring(px, py int) {
	turn := l.Beat(120*time.Millisecond, 4)
	radius := l.scale() * GoalPixels
	for i, ray := range rays {
		ink := canvas.Fair
		if i/2%4 == turn && !l.FewerFlashes {
			ink = canvas.Spark
		}
		l.Figure(px+int(math.Round(ray.X*radius)), py+int(math.Round(ray.Y*radius)), ink)
	}
}

// FloorDiv divides towards minus infinity.
func FloorDiv(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
