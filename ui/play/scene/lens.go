package scene

import (
	"math"
	"time"

	"dogfight/ui/canvas"
)

// Lens maps the arena to the dots of a sheet.
type Lens struct {
	*canvas.Sheet
	Shift     uint // a dot is 1<<shift of 1/256 unit
	Left, Top int  // first dot of the canvas, in dots of the arena
}

// pixelShift is the shift of a pixel of 4 units, the unit of some lengths here.
const pixelShift = 10

// Usual is the shift of the usual and nearest distance: a dot is 2 units wide, a ship 9 dots.
const Usual = 9

// Locate returns the dot of a position in the arena.
func (l *Lens) Locate(x, y int32) (px, py int) {
	return int(x>>l.Shift) - l.Left, int(y>>l.Shift) - l.Top
}

// InDots converts a length in pixels to dots.
func (l *Lens) InDots(pixels int) int { return pixels << pixelShift >> l.Shift }

// scale returns the dots of a pixel.
func (l *Lens) scale() float64 { return math.Ldexp(1, pixelShift-int(l.Shift)) }

// Near reports whether a dot is on the canvas or within margin pixels of it.
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

const GoalPixels = 5

// GoalRadius is the radius of a drawn goal, in 1/256 unit.
const GoalRadius = GoalPixels << pixelShift

// Ring draws a ring around a dot. It is a figure, as blocks would lose its diagonals.
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
