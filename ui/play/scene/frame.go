// Package scene draws what is in space: rock, ships, shots, items, bursts and stars, as the
// camera shows them, and the same once more, small, on the radar.
//
// From the usual distance a terminal column is 4 units wide and a row 8 units tall, and a dot is a square of 2 by 2 units:
// a tile is 4 by 4 dots and a ship 9 by 9. What lies still in the arena is the terrain's, cell by cell, for the camera goes
// by whole cells; all else is drawn in dots.
package scene

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Frame is a picture of a match: what is drawn, on what, and from where it is seen.
type Frame struct {
	Lens
	*model.Match
	followed  int           // slot of the ship that the camera follows, or -1
	held      [2]bool       // whether that is drawn by whole cells, across and down
	Positions *Positions    // where things are drawn
	Land      *Land         // what lies still
	Ships     []canvas.Area // the cells that the ships take
	Beside    *canvas.Beside
}

// LocateShip returns where the middle of the slot's ship is to be drawn.
func (f *Frame) LocateShip(slot int) (px, py int) {
	at := f.Position(slot)
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
