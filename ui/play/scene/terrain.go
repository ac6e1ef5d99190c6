package scene

import (
	"slices"
	"sync"
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

// kept is the most cached terrains.
const kept = 4

// cache holds the terrains used last, the newest at the end.
var cache struct {
	sync.Mutex
	terrains []keyed
}

type keyed struct {
	key
	terrain *Terrain
}

// key is equal for arenas with equal tiles: a host of many screens parses a copy for each.
type key struct {
	width, height int
	tiles         uint64
}

// TerrainOf returns the terrain of an arena, shared by all arenas with equal tiles. It reads each tile: call it once a
// match, not once a frame.
func TerrainOf(a *game.Arena) *Terrain {
	k := key{a.Width, a.Height, hash(a.Tiles)}
	cache.Lock()
	defer cache.Unlock()
	i := slices.IndexFunc(cache.terrains, func(at keyed) bool { return at.key == k })
	if i < 0 {
		if len(cache.terrains) == kept {
			cache.terrains = slices.Delete(cache.terrains, 0, 1)
		}
		cache.terrains = append(cache.terrains, keyed{k, newTerrain(a, k.tiles)})
		return cache.terrains[len(cache.terrains)-1].terrain
	}
	found := cache.terrains[i]
	cache.terrains = append(slices.Delete(cache.terrains, i, i+1), found)
	return found.terrain
}

// hash is FNV-1a over rock and nebulas.
func hash(tiles []game.Tile) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, tile := range tiles {
		switch tile {
		case game.Rock:
			h ^= 1
		case game.Nebula:
			h ^= 2
		}
		h *= 0x100000001b3
	}
	return h ^ h>>32
}

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
