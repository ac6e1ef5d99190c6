package scene

import (
	"slices"
	"sync"

	"dogfight/ui/canvas"
)

// A piece is side cells wide and high. Pieces begin outside of the arena, as fence and shadow lie there too.
const (
	sideShift = 4
	side      = 1 << sideShift
	brim      = 1 // tiles: 4 sub-pixels, two columns, one row
)

// piece is a square of cells. Equal cells are stored once.
type piece struct {
	at      [side][side]uint8 // index of each cell
	cells   []TerrainCell
	facings []uint32 // of each cell: indices of normals, four bits a sub-pixel
}

// bare replaces all pieces without rock and fence.
var bare = new(piece)

func (p *piece) row(x, y int, into []TerrainCell) {
	for i, k := range p.at[y][x : x+len(into)] {
		into[i] = p.cells[k]
	}
}

// patch is the workspace for a piece: the depths of its sub-pixels, and of those around that they depend on.
type patch struct {
	boulders  *boulders
	left, top int // the place of the first sub-pixel
	depths    [patchHeight][patchWidth]uint8
	craters   []crater

	numbers map[drawnCell]uint8
	drawn   piece
}

// margin is the reach of a place's dependencies: the crater around it, or the depths for its normal, which depend on
// rock.
const margin = max(craterReach, reach) + deepest/perStep

const (
	patchWidth  = side*cellWidth + 2*margin
	patchHeight = side*cellHeight + 2*margin
)

type drawnCell struct {
	cell    TerrainCell
	facings uint32
}

var patches = sync.Pool{New: func() any { return &patch{numbers: map[drawnCell]uint8{}} }}

// makePiece makes the piece that begins in a cell.
func (t *Terrain) makePiece(column, row int) *piece {
	k := patches.Get().(*patch)
	defer patches.Put(k)
	k.boulders, k.left, k.top = &t.boulders, column*cellWidth-margin, row*cellHeight-margin
	if !k.findRock() && !t.boulders.fenced(column, row) && !t.boulders.clouded(column, row) {
		return bare
	}
	k.measureDepths()
	k.findCraters()
	k.clear()
	for y := range side {
		for x := range side {
			k.drawn.at[y][x] = k.number(t.draw(k, column+x, row+y))
		}
	}
	if !slices.ContainsFunc(k.drawn.cells, notDust) {
		return bare
	}
	return &piece{k.drawn.at, slices.Clone(k.drawn.cells), slices.Clone(k.drawn.facings)}
}

// notDust reports whether a cell has more than dust.
func notDust(c TerrainCell) bool { return c[0] >= canvas.Shadow || c != cellOf(c[0]) }

// clear removes the drawn cells.
func (k *patch) clear() {
	clear(k.numbers)
	k.drawn.cells, k.drawn.facings = k.drawn.cells[:0], k.drawn.facings[:0]
}

// number returns the index of a cell, and adds it if it is new.
func (k *patch) number(cell drawnCell) uint8 {
	n, known := k.numbers[cell]
	if !known {
		n = uint8(len(k.drawn.cells))
		k.numbers[cell] = n
		k.drawn.cells, k.drawn.facings = append(k.drawn.cells, cell.cell), append(k.drawn.facings, cell.facings)
	}
	return n
}

func (t *Terrain) draw(k *patch, column, row int) (drawn drawnCell) {
	if t.plain != nil {
		drawn.cell = cellOf(dust(row + t.dustY)[(column+t.dustX)&(skyWidth-1)])
	}
	if tone, ok := t.boulders.nebulaAt(column, row); ok {
		drawn.cell = cellOf(tone)
	}
	for i := range drawn.cell {
		x, y := column*cellWidth+i&1, row*cellHeight+i>>1
		at := &drawn.cell[i]
		switch depth := k.depth(x, y); {
		case depth > 0 && t.plain == nil:
			*at = k.plainStone(x, y, depth)
		case depth > 0:
			facing := k.facing(x, y)
			drawn.facings |= uint32(facing) << (4 * i)
			*at = k.stone(x, y, depth, facing)
		case t.boulders.fence(x, y):
			*at = canvas.Border
		case t.plain != nil && (k.depth(x-2, y-2) > 0 || k.depth(x-1, y-3) > 0):
			*at = canvas.Shadow
		}
	}
	return drawn
}
