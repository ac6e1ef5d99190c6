package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// maxArrows is how many enemies out of sight get an arrow, the nearest first.
const maxArrows = 8

// arrow points from the edge of the screen to a ship that does not show.
type arrow struct {
	slot     int
	dx, dy   int // from the middle of the screen, in pixels
	distance int // squared
}

// drawArrows draws where the nearest enemies out of sight are.
func (f *frame) drawArrows() {
	if f.flying(f.Me) == nil || f.World.Status != game.InProgress {
		return
	}
	arrows, n := f.outOfSight()
	if f.options.FewerBytes {
		n = min(n, thriftyArrows)
	}
	for i := range arrows[:n] {
		f.drawArrow(&arrows[i])
	}
}

// outOfSight returns the n nearest enemies that do not show.
func (f *frame) outOfSight() (arrows [maxArrows]arrow, n int) {
	width, height := f.Dots()
	line := 2 * f.Mode.Fine() // HUD lines
	for i := range f.World.Ships {
		if f.flying(i) == nil || !f.foes(i, f.Me) {
			continue
		}
		px, py := f.locateShip(i)
		column, row := f.Cell(px, py)
		if px >= 0 && px < width && py >= line && py < height-line && !f.corner.holds(column, row) {
			continue
		}
		a := arrow{slot: i, dx: px/f.Mode.Fine() - width/f.Mode.Fine()/2, dy: py/f.Mode.Fine() - height/f.Mode.Fine()/2}
		a.distance = a.dx*a.dx + a.dy*a.dy
		n = insert(&arrows, n, a)
	}
	return arrows, n
}

// insert keeps the arrows sorted by distance and drops the farthest.
func insert(arrows *[maxArrows]arrow, n int, a arrow) int {
	at := n
	for at > 0 && arrows[at-1].distance > a.distance {
		at--
	}
	if at == maxArrows {
		return n
	}
	copy(arrows[at+1:], arrows[at:])
	arrows[at] = a
	return min(n+1, maxArrows)
}

// drawArrow draws an arrow at the edge; bright if the ship is less than a screen
// away.
func (f *frame) drawArrow(a *arrow) {
	x, y, glyph := f.edge(a.dx, a.dy)
	f.Text(x, y, glyph, a.ink(f))
}

// edge returns the cell where the line from the middle of the screen along (dx, dy)
// leaves it, or one beside the page that covers that, and an arrow that points on.
func (f *frame) edge(dx, dy int) (x, y int, glyph string) {
	width, height := f.width(), f.height()
	reachX, reachY := width/2-1, height-4 // to the edge, inside the HUD lines
	sign, glyph := sideways(dx)
	x, y = sign*reachX, dy*reachX/max(sign*dx, 1)
	if y < -reachY || y > reachY {
		sign, glyph = upright(dy)
		x, y = dx*reachY/max(sign*dy, 1), sign*reachY
	}
	x, y = width/2+x, (height+y)>>1
	if f.corner.holds(x, y) {
		x = f.corner.x + f.corner.width
	}
	return x, y, glyph
}

func (a *arrow) ink(f *frame) canvas.Colour {
	colours, width := f.hullOf(a.slot), f.width()
	switch {
	case f.ghost(a.slot):
		return colours.dark
	case a.distance < width*width:
		return colours.bright
	case a.distance < 4*width*width:
		return colours.middle
	}
	return colours.dark
}

func sideways(dx int) (sign int, glyph string) {
	if dx < 0 {
		return -1, "◄"
	}
	return 1, "►"
}

func upright(dy int) (sign int, glyph string) {
	if dy < 0 {
		return -1, "▲"
	}
	return 1, "▼"
}
