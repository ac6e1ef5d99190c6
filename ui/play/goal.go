package play

import "time"

// ring is a quarter of the circle around a goal, in pixels from its middle; the
// others are its reflections.
var ring = [...][2]int{{0, 5}, {1, 5}, {2, 5}, {3, 4}, {4, 3}, {5, 2}, {5, 1}, {5, 0}}

// GoalRadius is how large a goal is drawn, in 1/256 unit.
const GoalRadius = 5 << pixelShift

// drawRing draws a ring around a place on the canvas.
func (f *frame) drawRing(px, py int) {
	turn := f.beat(120*time.Millisecond, 4)
	for i, d := range ring {
		ink := fair
		if i%4 == turn && !f.options.FewerFlashes {
			ink = white
		}
		f.Pixel(px+d[0], py+d[1], ink)
		f.Pixel(px-d[0], py-d[1], ink)
		f.Pixel(px+d[1], py-d[0], ink)
		f.Pixel(px-d[1], py+d[0], ink)
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
