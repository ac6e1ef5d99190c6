package scene

import (
	"math"
	"time"

	"dogfight/ui/canvas"
)

// pixelShift is the shift of a pixel of 4 units, the unit of some lengths here.
const pixelShift = 10

// Usual is the shift of the usual and nearest distance: a dot is 2 units wide, a ship 9 dots.
const Usual = 9

// Locate returns the dot of a position in the arena.
func (f *Frame) Locate(x, y int32) (px, py int) {
	return int(x>>f.Shift) - f.Left, int(y>>f.Shift) - f.Top
}

// InDots converts a length in pixels to dots.
func (f *Frame) InDots(pixels int) int { return pixels << pixelShift >> f.Shift }

// scale returns the dots of a pixel.
func (f *Frame) scale() float64 { return math.Ldexp(1, pixelShift-int(f.Shift)) }

// Near reports whether a dot is on the canvas or within margin pixels of it.
func (f *Frame) Near(px, py, margin int) bool {
	width, height := f.Sheet.Dots()
	margin = f.InDots(margin) + canvas.Across
	return px >= -margin && px < width+margin && py >= -margin && py < height+margin
}

// far reports whether things are too small for their pictures.
func (f *Frame) far() bool { return f.Shift > Usual }

// rays are directions all around, of length 1.
var rays = allAround()

func allAround() (rays [64]point) {
	for i := range rays {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(len(rays)))
		rays[i] = point{x, y}
	}
	return rays
}

const GoalPixels = 5

// GoalRadius is the radius of a drawn goal, in 1/256 unit.
const GoalRadius = GoalPixels << pixelShift

// Ring draws a ring around a dot. It is a figure, as blocks would lose its diagonals.
func (f *Frame) Ring(px, py int) {
	turn := f.Sheet.Beat(120*time.Millisecond, 4)
	radius := f.scale() * GoalPixels
	for i, ray := range rays {
		ink := canvas.Fair
		if i/2%4 == turn && !f.Sheet.FewerFlashes {
			ink = canvas.Spark
		}
		f.Sheet.Figure(px+int(math.Round(ray.X*radius)), py+int(math.Round(ray.Y*radius)), ink)
	}
}

// FloorDiv divides towards minus infinity.
func FloorDiv(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
