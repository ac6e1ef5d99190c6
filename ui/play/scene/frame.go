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
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Frame is one picture of a match: its content, its canvas, and its view of the arena.
type Frame struct {
	Sheet     *canvas.Sheet
	Match     *model.Match
	Shift     uint // a dot is 1<<Shift of 1/256 unit
	Left, Top int  // first dot of the canvas, in dots of the arena

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
	if slot == f.followed {
		if f.held[0] {
			px &^= canvas.Across - 1
		}
		if f.held[1] {
			py &^= canvas.Down - 1
		}
	}
	return px, py
}
