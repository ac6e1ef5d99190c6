package hud

import (
	"math"
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// How many enemies out of sight get an arrow, the nearest first.
const (
	maxArrows          = 6
	lowBandwidthArrows = 4
)

// arrow points from the edge of the field to a ship that does not show.
type arrow struct {
	slot     int
	dx, dy   int // from the middle of the screen, in columns and half rows
	distance int // squared
}

// placed is the cells that arrows, or names, already take.
type placed struct {
	areas [game.MaxShips]canvas.Area
	n     int
}

func (p *placed) add(a canvas.Area) {
	p.areas[p.n] = a
	p.n++
}

// free reports whether none takes one of the cells, or one beside them.
func (p *placed) free(a canvas.Area) bool {
	for i := range p.areas[:p.n] {
		if p.areas[i].Meets(a.Wider(1, 0)) {
			return false
		}
	}
	return true
}

// DrawArrows draws where the nearest enemies out of sight are.
func (f *Frame) DrawArrows() {
	if f.Match.Flying(f.Match.Me) == nil || f.Match.World.Status != game.InProgress {
		return
	}
	arrows, n := f.outOfSight()
	var taken placed
	taken.add(f.goalArrow)
	for i := range arrows[:n] {
		a := &arrows[i]
		x, y, glyph := f.edge(a.dx, a.dy)
		f.drawArrow(x, y, glyph, "", f.Match.Position(a.slot), a.ink(f), &taken)
	}
}

// outOfSight returns the n nearest enemies that do not show.
func (f *Frame) outOfSight() (arrows [maxArrows]arrow, n int) {
	width, height := f.Sheet.Dots()
	most := maxArrows
	if f.Sheet.LowBandwidth {
		most = lowBandwidthArrows
	}
	const line = canvas.Down // HUD lines
	for i := range f.Match.World.Ships {
		if f.Match.Flying(i) == nil || !f.Match.Foes(i, f.Match.Me) || f.Match.Kind(i) != nil && f.Match.Kind(i).Role != game.Plain {
			continue
		}
		px, py := f.Space.LocateShip(i)
		column, row := f.Sheet.Cell(px, py)
		if px >= 0 && px < width && py >= line && py < height-line && !f.Sheet.Covered.Holds(column, row) {
			continue
		}
		a := arrow{slot: i, dx: (px - width/2) / canvas.Across, dy: (py - height/2) / canvas.Across}
		a.distance = a.dx*a.dx + a.dy*a.dy
		at := n
		for at > 0 && arrows[at-1].distance > a.distance {
			at--
		}
		if at < most {
			n = min(n+1, most)
			copy(arrows[at+1:n], arrows[at:])
			arrows[at] = a
		}
	}
	return arrows, n
}

// arrowSlide is how far an arrow may move along the edge to a free place, in cells.
const arrowSlide = 16

// drawArrow draws an arrow with a sign and the distance of a place, at a cell of the edge or the nearest free one; without
// one it is left out. It returns its cells.
func (f *Frame) drawArrow(x, y int, glyph, sign string, to game.Point, ink canvas.Colour, taken *placed) (at canvas.Area) {
	far := strconv.Itoa(f.distanceTo(to))
	gap := min(len(sign)/2, 1) // at a word
	columns := 1 + canvas.Width(sign) + gap + len(far)
	if glyph == "►" {
		x -= columns - 1
	}
	var free bool
	at, free = f.slide(canvas.Rect(min(x, f.Sheet.Width()-columns), y, columns, 1), glyph, taken)
	if !free {
		return canvas.Area{}
	}
	taken.add(at)
	if glyph == "►" {
		x = f.Sheet.Text(at.X, at.Y, far, canvas.LabelInk) + gap
		f.Sheet.Text(f.Sheet.Text(x, at.Y, sign, ink), at.Y, glyph, ink)
		return at
	}
	x = f.Sheet.Text(f.Sheet.Text(at.X, at.Y, glyph, ink), at.Y, sign, ink) + gap
	f.Sheet.Text(x, at.Y, far, canvas.LabelInk)
	return at
}

// taskClear keeps an arrow's distance apart from the words of the task, in columns.
const taskClear = 3

// slide moves an arrow along its edge to the nearest free place.
func (f *Frame) slide(at canvas.Area, glyph string, taken *placed) (canvas.Area, bool) {
	stepX, stepY := 1, 0
	if glyph == "◄" || glyph == "►" {
		stepX, stepY = 0, 1
	}
	field := canvas.Rect(0, 1+f.Sheet.Above, f.Sheet.Width(), f.Sheet.Height()-2-f.Sheet.Above)
	for i := range 2*arrowSlide + 1 {
		way := (i + 1) / 2
		if i&1 == 0 {
			way = -way
		}
		to := at
		to.X, to.Y = at.X+way*stepX, at.Y+way*stepY
		if to.Within(field) == to && f.Space.Free(to) && taken.free(to) && !to.Meets(f.Task.Wider(taskClear, 0)) {
			return to, true
		}
	}
	return at, false
}

// distanceUnit is the unit of shown distances: half a second of a fighter's flight.
const distanceUnit = 75 * game.One

// inDistanceUnits returns a distance as shown, at least 1.
func inDistanceUnits(way float64) int { return int(way/distanceUnit) + 1 }

// edge returns the cell where the line from the middle along (dx, dy) leaves the field, or one beside the page that
// covers it, and an arrow in that direction.
func (f *Frame) edge(dx, dy int) (x, y int, glyph string) {
	right, top, bottom := f.Sheet.Width()-1, 1+f.Sheet.Above, f.Sheet.Height()-2
	reachX, reachY := f.Sheet.Width()/2, bottom-top
	sign, glyph := 1, "►"
	if dx < 0 {
		sign, glyph = -1, "◄"
	}
	x, y = sign*reachX, dy*reachX/max(sign*dx, 1)
	if y < -reachY || y > reachY {
		if sign, glyph = 1, "▼"; dy < 0 {
			sign, glyph = -1, "▲"
		}
		x, y = dx*reachY/max(sign*dy, 1), sign*reachY
	}
	x, y = min(max(f.Sheet.Width()/2+x, 0), right), min(max((top+bottom+y)>>1, top), bottom)
	if f.Sheet.Covered.Holds(x, y) {
		x = f.Sheet.Covered.X + f.Sheet.Covered.Width
	}
	return x, y, glyph
}

func (a *arrow) ink(f *Frame) canvas.Colour {
	colours, width := f.Match.HullOf(a.slot), f.Sheet.Width()
	switch {
	case f.Match.Ghost(a.slot):
		return colours.Dark
	case a.distance < width*width:
		return colours.Bright
	case a.distance < 4*width*width:
		return colours.Middle
	}
	return colours.Dark
}

// DrawGoal draws an arrow at the edge to the goal of the mode, if it is out of sight. It has priority over those to
// enemies.
func (f *Frame) DrawGoal() {
	find := f.objective().goal
	if find == nil || f.Match.World.Status != game.InProgress {
		return
	}
	width, height := f.Sheet.Dots()
	g, ok := find(f)
	px, py := f.Space.Locate(g.at.X, g.at.Y)
	if !ok || px >= 0 && px < width && py >= canvas.Down && py < height-canvas.Down {
		return
	}
	x, y, glyph := f.edge((px-width/2)/canvas.Across, (py-height/2)/canvas.Across)
	f.goalArrow = f.drawArrow(x, y, glyph, g.sign, g.at, g.ink, &placed{})
}

// distanceTo returns the distance of a place from the own ship or, without one, from the middle of the field.
func (f *Frame) distanceTo(at game.Point) int {
	width, height := f.Sheet.Dots()
	from := game.Point{X: int32((f.Space.Left + width/2) * f.Space.Grain), Y: int32((f.Space.Top + height/2) * f.Space.Grain)}
	if f.Match.Me >= 0 {
		from = f.Match.Position(f.Match.Me)
	}
	return inDistanceUnits(math.Hypot(float64(at.X-from.X), float64(at.Y-from.Y)))
}

// The length of a mark to each side of its middle, in cells.
const (
	markRows    = 2
	markColumns = 5
)

// DrawHitMarks marks the sides that hits came from with bars, if the edge of the field cannot flash.
func (f *Frame) DrawHitMarks(h *scene.Hurt) {
	if !f.Space.ShowsTint() {
		h.Sides(f.Sheet.Now, f.drawHitMark)
	}
}

// drawHitMark marks the side in a direction, or all sides if it is zero.
func (f *Frame) drawHitMark(dx, dy int) {
	if dx == 0 && dy == 0 {
		for _, way := range [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			f.drawHitMark(way[0], way[1])
		}
		return
	}
	x, y, glyph := f.edge(dx, dy)
	switch glyph {
	case "◄", "►":
		for row := -markRows; row <= markRows; row++ {
			f.drawMark(x, y+row, glyph)
		}
	default:
		for column := -markColumns; column <= markColumns; column++ {
			f.drawMark(x+column, y, glyph)
		}
	}
}

// drawMark draws a cell of a mark on the side of an arrow.
func (f *Frame) drawMark(x, y int, arrow string) {
	if f.Space.Free(canvas.Rect(x, y, 1, 1)) {
		f.Sheet.Text(x, y, f.markGlyph(arrow), canvas.Bad)
	}
}

func (f *Frame) markGlyph(arrow string) string {
	switch {
	case f.Sheet.Mode == canvas.ASCII:
		return "!"
	case arrow == "◄":
		return "▌"
	case arrow == "►":
		return "▐"
	case arrow == "▲":
		return "▀"
	}
	return "▄"
}
