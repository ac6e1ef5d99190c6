package scene

import (
	"dogfight/ui/canvas"
)

// The field is the part of the screen that shows the arena: everything between the HUD lines, without the panel at the
// right. Only pages that the player opened hide ships there.

// ShipArea returns the cells that the ship in a slot may touch.
func (f *Frame) ShipArea(slot int) canvas.Area {
	px, py := f.LocateShip(slot)
	switch {
	case f.Match.Ghost(slot): // shaded dots in every mode
	case f.isCore(slot):
		return f.bossArea(px, py)
	case f.far():
		x, y := f.Sheet.Cell(px, py)
		return canvas.Rect(x, y, 1, 1)
	case f.Sheet.Mode == canvas.ASCII:
		x, y := f.Sheet.Cell(px, py)
		return canvas.Rect(x-1, y-1, 3, 2)
	}
	const size = 9 // dots
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

// LiftShips moves the ships in front of later drawing.
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
