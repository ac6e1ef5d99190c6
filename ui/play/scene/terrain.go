package scene

import (
	"sync/atomic"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// TerrainCell is the sub-pixels of a cell, row by row.
type TerrainCell = [8]canvas.Colour

// Sub-pixels in a cell.
const (
	cellWidth  = 2
	cellHeight = 4
)

// Terrain is the ground of an arena. It is safe for concurrent use.
type Terrain struct {
	boulders boulders
	plain    *Terrain // nil in the plain one itself

	dustX, dustY int // start of the arena in the sky, in cells
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

// Plain returns the same arena in few colours, for low bandwidth: rock of one tone with a lit edge, nebulas (they hide
// ships) and the fence. It has no normals, as nothing lights it.
func (t *Terrain) Plain() *Terrain {
	if t.plain == nil {
		return t
	}
	return t.plain
}

// Row copies cells of a row from column x on. They may lie outside of the arena.
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

// dustRow is Row for dust.
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

// Rock reports whether a sub-pixel is drawn as rock.
func (t *Terrain) Rock(x, y int) bool {
	p, i := t.find(x, y)
	return p != nil && canvas.IsRock(p.cells[i][subPixel(x, y)])
}

// Normal returns the direction of the rock's face at a sub-pixel, in hundredths; 0, 0 deep inside and outside of rock.
func (t *Terrain) Normal(x, y int) (nx, ny int) {
	p, i := t.find(x, y)
	if p == nil {
		return 0, 0
	}
	n := normals[p.facings[i]>>(4*subPixel(x, y))&0xf]
	return n.x, n.y
}

func subPixel(x, y int) int { return y&3<<1 | x&1 }

// find returns the piece of a sub-pixel, nil for none, and the index of its cell.
func (t *Terrain) find(x, y int) (*piece, uint8) {
	column, row := x>>1, y>>2
	p := t.at(column, row)
	if p == nil {
		return nil, 0
	}
	return p, p.at[(row+brim)&(side-1)][(column+2*brim)&(side-1)]
}

// at returns the piece of a cell, nil for dust.
func (t *Terrain) at(x, y int) *piece {
	x, y = (x+2*brim)>>sideShift, (y+brim)>>sideShift
	if uint(x) >= uint(t.across) || uint(y) >= uint(t.down) {
		return nil
	}
	slot := &t.pieces[y*t.across+x]
	p := slot.Load()
	if p == nil {
		p = t.makePiece(x<<sideShift-2*brim, y<<sideShift-brim)
		slot.Store(p) // racing writers store equal pieces
	}
	if p == bare {
		return nil
	}
	return p
}
