// Package scene draws space through the camera: rock, ships, shots, items, bursts and stars, and a small map of it,
// the radar.
//
// At the usual distance a terminal column is 4 units wide and a row 8 units tall, and a dot is a square of 2 by 2
// units: a tile is 4 by 4 dots and a ship 9 by 9. The ground is drawn by cells, since the camera moves by whole cells;
// everything else is drawn in dots.
//
// The ground is a Terrain: dust, rock and its shadow, and the fence. It follows from the tiles by integer arithmetic,
// in pieces of 16 by 16 cells that do not depend on each other. Each is made on first use. A sub-pixel is 2 by 2
// units, a cell 2 by 4 sub-pixels, and a tile 4 by 4 sub-pixels or two cells side by side. Places count from the upper
// left corner of the arena and may lie outside of it.
//
// Sprites are lists of sub-pixels: ships in eight facings with their flames, bosses, barrels, orbs, mines, shields and
// bursts. A list is made on first use, and is shared and never changed. Pilots' colours apply to lists of SpriteSpot;
// a Dot has a colour of its own. Places are from the middle, x to the right and y down.
package scene

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Frame is one picture of a match: its content, its canvas, and its view of the arena.
type Frame struct {
	Sheet     *canvas.Sheet
	Match     *model.Match
	Grain     int // 1/256 units of a dot
	Left, Top int // first dot of the canvas, in dots of the arena

	followed  int           // slot of the followed ship, or -1
	held      [2]bool       // draw that ship by whole cells, across and down
	Positions *Positions    // of ships and shots, as drawn
	Land      *Land         // the ground
	Ships     []canvas.Area // the cells of ships
	Beside    *canvas.Beside
}

// LocateShip returns the dot of the middle of the ship in a slot.
func (f *Frame) LocateShip(slot int) (px, py int) {
	at := f.Match.Position(slot)
	if f.Positions != nil {
		at = f.Positions.ships[slot]
	}
	px, py = f.Locate(at.X, at.Y)
	if slot == f.followed && f.Match.Setup.Mode.State() != game.TrailState { // there it is at the end of its wall
		if f.held[0] {
			px &^= canvas.Across - 1
		}
		if f.held[1] {
			py &^= canvas.Down - 1
		}
	}
	return px, py
}

// pixelShift is the shift of a pixel of 4 units, the unit of some lengths here.
const pixelShift = 10

// Usual is the grain of the usual and nearest distance: a dot is 2 units wide, a ship 9 dots.
const Usual = 2 * game.One

// Locate returns the dot of a position in the arena.
func (f *Frame) Locate(x, y int32) (px, py int) {
	return FloorDiv(int(x), f.Grain) - f.Left, FloorDiv(int(y), f.Grain) - f.Top
}

// InDots converts a length in pixels to dots.
func (f *Frame) InDots(pixels int) int { return pixels << pixelShift / f.Grain }

// scale returns the dots of a pixel.
func (f *Frame) scale() float64 { return (1 << pixelShift) / float64(f.Grain) }

// Near reports whether a dot is on the canvas or within margin pixels of it.
func (f *Frame) Near(px, py, margin int) bool {
	width, height := f.Sheet.Dots()
	margin = f.InDots(margin) + canvas.Across
	return px >= -margin && px < width+margin && py >= -margin && py < height+margin
}

// far reports whether things are too small for their pictures.
func (f *Frame) far() bool { return f.Grain > Usual }

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

// mark draws one character in the cell of a dot.
func (f *Frame) mark(px, py int, glyph string, ink canvas.Colour) {
	x, y := f.Sheet.Cell(px, py)
	f.Sheet.Text(x, y, glyph, ink)
}

// disc fills a small circle around a dot.
func (f *Frame) disc(px, py int, ink canvas.Colour, draw func(x, y int, ink canvas.Colour)) {
	for y := -2; y <= 2; y++ {
		for x := -2; x <= 2; x++ {
			if x*x+y*y <= 5 {
				draw(px+x, py+y, ink)
			}
		}
	}
}

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
		x, y := ray.from(px, py, radius)
		f.Sheet.Figure(x, y, ink)
	}
}

// from returns the dot in the direction of p from another.
func (p point) from(px, py int, far float64) (x, y int) {
	return px + int(math.Round(p.X*far)), py + int(math.Round(p.Y*far))
}

// FloorDiv divides towards minus infinity.
func FloorDiv(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}

// The field is the part of the screen that shows the arena: everything between the HUD lines, without the panel at the
// right. Only pages that the player opened hide ships there.

// ShipArea returns the cells that the ship in a slot may touch.
func (f *Frame) ShipArea(slot int) canvas.Area {
	px, py := f.LocateShip(slot)
	size := 9 // dots
	switch {
	case f.Match.Ghost(slot): // shaded dots in every mode
	case f.isCore(slot):
		return f.bossArea(px, py)
	case f.dotted():
		size = headSize
	case f.far():
		x, y := f.Sheet.Cell(px, py)
		return canvas.Rect(x, y, 1, 1)
	case f.Sheet.Mode == canvas.ASCII:
		x, y := f.Sheet.Cell(px, py)
		return canvas.Rect(x-1, y-1, 3, 2)
	}
	left, top := f.Sheet.Cell(px-size/2, py-size/2)
	right, bottom := f.Sheet.Cell(px-size/2+size-1, py-size/2+size-1)
	return canvas.Rect(left, top, right-left+1, bottom-top+1)
}

// FindShips records the cells of all ships in the field.
func (f *Frame) FindShips(ships []canvas.Area) {
	f.Ships = ships[:0]
	field := canvas.Rect(0, 1, f.Sheet.Width(), f.Sheet.Height()-2)
	for i := range f.Match.World.Ships {
		if f.Match.Flying(i) == nil {
			continue
		}
		if a := f.ShipArea(i).Within(field); a.Width > 0 && a.Height > 0 {
			f.Ships = append(f.Ships, a)
		}
	}
}

// FreeOfShips reports whether no ship takes one of the cells.
func (f *Frame) FreeOfShips(a canvas.Area) bool {
	for i := range f.Ships {
		if a.Meets(f.Ships[i]) {
			return false
		}
	}
	return true
}

// Free reports whether the cells of a row are in the field, without text and ships.
func (f *Frame) Free(a canvas.Area) bool {
	if a.Y <= f.Sheet.Above || !f.Sheet.InField(a.X, a.Y) || !f.Sheet.InField(a.X+a.Width-1, a.Y) {
		return false
	}
	for x := a.X; x < a.X+a.Width; x++ {
		if !f.Sheet.Plain(x, a.Y) {
			return false
		}
	}
	return f.FreeOfShips(a)
}

// LiftShips copies the ships, which show through later drawing.
func (f *Frame) LiftShips(front *canvas.Front) {
	for _, a := range f.Ships {
		if a.Meets(f.Sheet.Covered) { // the open page of net figures
			right := a.X + a.Width
			a.X = max(a.X, f.Sheet.Covered.X+f.Sheet.Covered.Width)
			a.Width = right - a.X
		}
		front.Lift(f.Sheet.Canvas, a.X, a.Y, a.Width, a.Height)
	}
}
