package play

import (
	"math"
	"time"
)

// goalPixels is the radius of the ring around a goal, in pixels.
const goalPixels = 5

// GoalRadius is how large a goal is drawn, in 1/256 unit.
const GoalRadius = goalPixels << pixelShift

// drawRing draws a ring around a dot.
func (f *frame) drawRing(px, py int) {
	turn := f.beat(120*time.Millisecond, 4)
	radius := f.scale() * goalPixels
	for i, ray := range rays {
		ink := fair
		if i/2%4 == turn && !f.options.FewerFlashes {
			ink = white
		}
		f.Dot(px+int(math.Round(ray.x*radius)), py+int(math.Round(ray.y*radius)), ink)
	}
}

// drawPointer draws where the line to a goal leaves the screen, clear of the
// lesson's text. The little ring beside it tells it from an enemy's.
func (f *frame) drawPointer(dx, dy int) {
	x, y, glyph := f.edge(dx, dy)
	y = min(max(y, lessonInset), f.height()-1-lessonInset)
	switch glyph {
	case "◄":
		f.Text(x, y, "◄o", fair)
	case "►":
		f.Text(x-1, y, "o►", fair)
	default:
		f.Text(x-1, y, "o"+glyph+"o", fair)
	}
}
