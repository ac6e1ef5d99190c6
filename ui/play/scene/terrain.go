// Package terrain draws what lies still in an arena: dust, the shadow of rock, rock, and the fence around all.
//
// A sub-pixel is 2 by 2 units of the arena. A cell of the terminal is 2 by 4 of them, so a tile is 4 by 4, or two
// cells side by side. Places count from the upper left corner of the arena; what lies outside of it is there too.
//
// All follows from the tiles by integer arithmetic, and no part of it from another part: it is made in pieces of 16 by 16
// cells, each when it is first looked at, and is the same whichever comes first.
//
//	outline.go   which sub-pixels are rock: the tiles, softened, never more than one off
//	depth.go     how deep in the rock they lie, and where its face looks
//	stone.go     from that, their tones
//	crater.go    holes in the stone
//	fence.go     what is around it
//	nebula.go    clouds that hide ships
//	dust.go      what is behind it
package scene

import (
	"sync/atomic"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// Cell is the sub-pixels of a cell, row by row.
type TerrainCell = [8]canvas.Colour

// Sub-pixels in a cell.
const (
	cellWidth  = 2
	cellHeight = 4
)

// Terrain is what lies still in an arena. Safe from any goroutine.
type Terrain struct {
	boulders boulders
	plain    *Terrain // nil for the plain one itself

	dustX, dustY int // where in the sky the arena begins, in cells
	across, down int // pieces
	pieces       []atomic.Pointer[piece]
}

func newTerrain(a *game.Arena, seed uint64) *Terrain {
	t := Terrain{boulders: bouldersOf(a), dustX: int(seed & 0xff), dustY: int(seed >> 8 & 0xff)}
	t.across = (2*(a.Width+2*brim) + side - 1) / side
	t.down = (a.Height + 2*brim + side - 1) / side
	t.pieces = make([]atomic.Pointer[piece], t.across*t.down)
	plain := Terrain{boulders: t.boulders, across: t.across, down: t.down}
	plain.pieces = make([]atomic.Pointer[piece], t.across*t.down)
	t.plain = &plain
	return &t
}

// Plain returns the same arena with as few colours as there may be, for terminals far away: rock has a lit edge and is else
// of one tone; nothing else is there but nebulas, which hide ships, and the fence. It has no normals, as nothing shines on it.
func (t *Terrain) Plain() *Terrain {
	if t.plain == nil {
		return t
	}
	return t.plain
}

// Row copies cells of a row, from the one in column x on. They may lie outside of the arena.
func (t *Terrain) Row(x, y int, into []TerrainCell) {
	for len(into) > 0 {
		n := min(side-(x+2*brim)&(side-1), len(into))
		if p := t.at(x, y); p == nil {
			t.dustRow(x, y, into[:n])
		} else {
			p.row((x+2*brim)&(side-1), (y+brim)&(side-1), into[:n])
		}
		x, into = x+n, into[n:]
	}
}

// dustRow is Row where nothing but dust is.
func (t *Terrain) dustRow(x, y int, into []TerrainCell) {
	if t.plain == nil {
		clear(into)
		return
	}
	row := dust(y + t.dustY)
	for i := range into {
		into[i] = uniform[row[(x+i+t.dustX)&(skyWidth-1)]]
	}
}

// uniform are cells of one tone of dust.
var uniform = func() (all [canvas.DustViolet + canvas.DustTones]TerrainCell) {
	for k := range all {
		all[k] = cellOf(canvas.Colour(k))
	}
	return all
}()

func cellOf(k canvas.Colour) TerrainCell { return TerrainCell{k, k, k, k, k, k, k, k} }

// Rock reports whether a sub-pixel is rock as it is drawn.
func (t *Terrain) Rock(x, y int) bool {
	p, i := t.find(x, y)
	return p != nil && canvas.IsRock(p.cells[i][subPixel(x, y)])
}

// Normal returns where the face of the rock looks at a sub-pixel, away from the rock, in hundredths; 0, 0 deep
// inside and where no rock is.
func (t *Terrain) Normal(x, y int) (nx, ny int) {
	p, i := t.find(x, y)
	if p == nil {
		return 0, 0
	}
	n := normals[p.facings[i]>>(4*subPixel(x, y))&0xf]
	return n.x, n.y
}

// subPixel is the number of a sub-pixel in its cell.
func subPixel(x, y int) int { return y&3<<1 | x&1 }

// find returns the piece that a sub-pixel lies in, nil for none, and the number of its cell there.
func (t *Terrain) find(x, y int) (*piece, uint8) {
	column, row := x>>1, y>>2
	p := t.at(column, row)
	if p == nil {
		return nil, 0
	}
	return p, p.at[(row+brim)&(side-1)][(column+2*brim)&(side-1)]
}

// at returns the piece that a cell lies in, nil for one of dust alone.
func (t *Terrain) at(x, y int) *piece {
	x, y = (x+2*brim)>>sideShift, (y+brim)>>sideShift
	if uint(x) >= uint(t.across) || uint(y) >= uint(t.down) {
		return nil
	}
	slot := &t.pieces[y*t.across+x]
	p := slot.Load()
	if p == nil {
		p = t.makePiece(x<<sideShift-2*brim, y<<sideShift-brim)
		slot.Store(p) // perhaps once more than needed, and the same
	}
	if p == bare {
		return nil
	}
	return p
}
