package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// The field is the part of the screen in which the arena shows: all between the HUD
// lines or, on a wide screen, what a panel at the right leaves. Nothing of ours hides a
// ship there, but what the player has opened.

// On how many columns there is a panel, and how many it takes.
const (
	panelNeeds     = 100
	panelWidth     = 25
	widePanelNeeds = 200
	widePanelWidth = 40
)

// sideColumns returns how many columns the panel takes. A picture of few bytes has none:
// where the terminal moves the rows of the field, it moves the panel along.
func (f *frame) sideColumns() int {
	width, _ := f.Size()
	switch {
	case f.options.FewerBytes, width < panelNeeds, f.World == nil, f.Setup == nil, f.World.Status != game.InProgress:
		return 0
	case width < widePanelNeeds:
		return panelWidth
	}
	return widePanelWidth
}

// width is that of the field, in cells.
func (f *frame) width() int {
	width, _ := f.Size()
	return width - f.side
}

// height is that of the screen, in cells: the field has a HUD line less above and below.
func (f *frame) height() int {
	_, height := f.Size()
	return height
}

// Dots returns the width and height of the field with the HUD lines, in dots.
func (f *frame) Dots() (width, height int) {
	width, height = f.Canvas.Dots()
	return width - f.Mode.Fine()*f.side, height
}

// inField reports whether a cell is in the field.
func (f *frame) inField(x, y int) bool {
	return x >= 0 && x < f.width() && y > 0 && y < f.height()-1
}

// shipArea returns the cells that the ship in a slot may have a part in.
func (f *frame) shipArea(slot int) area {
	px, py := f.locateShip(slot)
	switch {
	case f.ghost(slot): // is a shade of its dots, in every mode
	case f.far():
		x, y := f.Cell(px, py)
		return area{x, y, 1, 1}
	case f.Mode == canvas.ASCII:
		x, y := f.Cell(px-1, py-1)
		return area{x, y, 3, 2}
	}
	size := f.shipDots()
	left, top := f.Cell(px-size/2, py-size/2)
	right, bottom := f.Cell(px-size/2+size-1, py-size/2+size-1)
	return area{left, top, right - left + 1, bottom - top + 1}
}

// shipDots is how many dots a ship is long, if it is drawn in dots.
func (f *frame) shipDots() int {
	if f.shift < pixelShift {
		return len(even.large.up)
	}
	return len(even.small.up)
}

// findShips notes which cells the ships take that are in the field.
func (f *frame) findShips(ships []area) {
	f.ships = ships[:0]
	field := area{0, 1, f.width(), f.height() - 2}
	for i := range f.World.Ships {
		if f.flying(i) == nil {
			continue
		}
		if a := f.shipArea(i).within(field); a.width > 0 && a.height > 0 {
			f.ships = append(f.ships, a)
		}
	}
}

// freeOfShips reports whether no ship takes one of the cells.
func (f *frame) freeOfShips(a area) bool {
	for i := range f.ships {
		if a.meets(f.ships[i]) {
			return false
		}
	}
	return true
}

// liftShips takes the ships to the front of what is drawn after them.
func (s *Screen) liftShips(f *frame) {
	for _, a := range f.ships {
		if a.meets(f.corner) { // the page of net figures, which the player has opened
			right := a.x + a.width
			a.x = max(a.x, f.corner.x+f.corner.width)
			a.width = right - a.x
		}
		s.front.Lift(f.Canvas, a.x, a.y, a.width, a.height)
	}
}
