package scene

import (
	"slices"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// boulders are the rock tiles of an arena with their materials.
type boulders struct {
	width, height int     // tiles
	kinds         []uint8 // of four tiles each, two bits a tile: 0 for space, else 1 + material
	nebula        []uint8 // of eight tiles each, a bit a tile; nil without any
}

// bouldersOf finds connected tiles, corners included: they are one boulder of one material.
func bouldersOf(a *game.Arena) boulders {
	b := boulders{width: a.Width, height: a.Height, kinds: make([]uint8, (a.Width*a.Height+3)/4)}
	b.findNebula(a)
	var heap []int // tiles with unvisited neighbours
	for i, tile := range a.Tiles {
		if tile != game.Rock || b.kinds[i>>2]>>(i&3*2)&3 != 0 {
			continue
		}
		kind := 1 + materialAt(i%a.Width, i/a.Width)
		heap = b.claim(a, heap[:0], i, kind)
		for len(heap) > 0 {
			next := heap[len(heap)-1]
			heap = b.claimAround(a, heap[:len(heap)-1], next, kind)
		}
	}
	return b
}

func (b *boulders) claimAround(a *game.Arena, heap []int, i int, kind uint8) []int {
	tx, ty := i%a.Width, i/a.Width
	for y := max(ty-1, 0); y <= min(ty+1, a.Height-1); y++ {
		for x := max(tx-1, 0); x <= min(tx+1, a.Width-1); x++ {
			heap = b.claim(a, heap, y*a.Width+x, kind)
		}
	}
	return heap
}

// claim gives an unclaimed rock tile its kind and puts it on the heap.
func (b *boulders) claim(a *game.Arena, heap []int, i int, kind uint8) []int {
	if a.Tiles[i] != game.Rock || b.kinds[i>>2]>>(i&3*2)&3 != 0 {
		return heap
	}
	b.kinds[i>>2] |= kind << (i & 3 * 2)
	return append(heap, i)
}

// materialAt returns the material of the boulder with this first tile. Slate is the commonest.
func materialAt(tx, ty int) uint8 {
	return [...]uint8{0, 0, 0, 1, 1, 2, 2, 2}[Scatter(tx, ty, seedMaterial)>>8&7]
}

var _ = [1]struct{}{}[canvas.RockMaterials-3] // as many as materialAt knows and two bits hold

// kind returns 1 + the material of a tile, 0 for space or outside of the arena.
func (b *boulders) kind(tx, ty int) uint8 {
	if uint(tx) >= uint(b.width) || uint(ty) >= uint(b.height) {
		return 0
	}
	i := ty*b.width + tx
	return b.kinds[i>>2] >> (i & 3 * 2) & 3
}

func (b *boulders) rock(tx, ty int) int {
	if b.kind(tx, ty) == 0 {
		return 0
	}
	return 1
}

// The outline of rock: each tile counts in the sub-pixels around it, less with distance, and a sub-pixel is rock if
// enough of the sum is rock. This rounds corners and roughens edges, but changes only sub-pixels at the edges of
// tiles: ships meet rock where they see it.

// weights are the shares of a tile in a sub-pixel of the tile before it, of itself and of the one after, along one
// axis (1.15 - the distance of the middles in tiles, if positive; in 1/40).
var weights = [4][3]int{{21, 31, 0}, {11, 41, 1}, {1, 41, 11}, {0, 31, 21}}

const (
	enough    = 47 // hundredths
	roughness = 22 // hundredths, of noise
	knobs     = 6  // sub-pixels from one bump to the next
)

// findRock sets the depth of rock sub-pixels to deepest, of others to 0. It reports whether there is any rock.
func (k *patch) findRock() bool {
	some := false
	for ty := k.top >> 2; ty <= (k.top+patchHeight-1)>>2; ty++ {
		for tx := k.left >> 2; tx <= (k.left+patchWidth-1)>>2; tx++ {
			some = k.findRockOf(tx, ty) || some
		}
	}
	return some
}

// findRockOf does so for one tile.
func (k *patch) findRockOf(tx, ty int) bool {
	var around [3][3]int
	rock := 0
	for y := range 3 {
		for x := range 3 {
			around[y][x] = k.boulders.rock(tx+x-1, ty+y-1)
			rock += around[y][x]
		}
	}
	for y := max(ty*4-k.top, 0); y < min(ty*4-k.top+4, patchHeight); y++ {
		for x := max(tx*4-k.left, 0); x < min(tx*4-k.left+4, patchWidth); x++ {
			k.depths[y][x] = 0
			if rock == 9 || rock > 0 && solid(&around, x+k.left, y+k.top) || rock == 1 && pebble(&around, (x+k.left)&3, (y+k.top)&3) {
				k.depths[y][x] = deepest
			}
		}
	}
	return rock > 0
}

// pebble reports whether a sub-pixel belongs to a lone tile, which the rules of outlines would almost remove: it is
// whole except for its corners.
func pebble(around *[3][3]int, x, y int) bool {
	return around[1][1] == 1 && (x == 1 || x == 2 || y == 1 || y == 2)
}

// solid reports whether a sub-pixel is rock, given the tiles around its own.
func solid(around *[3][3]int, x, y int) bool {
	across, down := &weights[x&3], &weights[y&3]
	if !atEdge(around, x&3, y&3) {
		return around[1][1] == 1
	}
	sum, all := 0, 0
	for j, h := range down {
		for i, w := range across {
			sum += h * w * around[j][i]
			all += h * w
		}
	}
	return sum*100*255 > all*(enough*255-roughness*(rasterNoise(x, y, knobs, seedOutline)-127))
}

// atEdge reports whether a sub-pixel of a tile touches a tile of the other kind.
func atEdge(around *[3][3]int, x, y int) bool {
	i, j := [4]int{0, 1, 1, 2}[x], [4]int{0, 1, 1, 2}[y]
	own := around[1][1]
	return around[1][i] != own || around[j][1] != own || around[j][i] != own
}

// The fence around an arena: its width, and the period and length of its dashes. Dashes begin and end at half-blocks.
const (
	fenceWidth = 2
	fenceEvery = 8
	fenceDash  = 6
)

// fence reports whether a sub-pixel is fence: around the arena, except where it ends with rock.
func (b *boulders) fence(x, y int) bool {
	w, h := 4*b.width, 4*b.height
	if x < -fenceWidth || y < -fenceWidth || x >= w+fenceWidth || y >= h+fenceWidth {
		return false
	}
	inX, inY := min(max(x, 0), w-1), min(max(y, 0), h-1)
	switch {
	case inX == x && inY == y || b.kind(inX>>2, inY>>2) != 0:
		return false
	case inX == x:
		return x&(fenceEvery-1) < fenceDash
	case inY == y:
		return y&(fenceEvery-1) < fenceDash
	}
	return true
}

// fenced reports whether a piece lies at the edge of the arena.
func (b *boulders) fenced(column, row int) bool {
	return column < 0 || row < 0 || column+side > 2*b.width || row+side > b.height
}

// findNebula records the tiles of nebulas.
func (b *boulders) findNebula(a *game.Arena) {
	if !slices.Contains(a.Tiles, game.Nebula) {
		return
	}
	b.nebula = make([]uint8, (len(a.Tiles)+7)/8)
	for i, tile := range a.Tiles {
		if tile == game.Nebula {
			b.nebula[i>>3] |= 1 << (i & 7)
		}
	}
}

func (b *boulders) inNebula(x, y int) bool {
	if b.nebula == nil || uint(x) >= uint(b.width) || uint(y) >= uint(b.height) {
		return false
	}
	i := y*b.width + x
	return b.nebula[i>>3]>>(i&7)&1 != 0
}

// clouded reports whether the piece that begins in a cell has a nebula.
func (b *boulders) clouded(column, row int) bool {
	if b.nebula == nil {
		return false
	}
	for y := row; y < row+side; y++ {
		for x := column >> 1; x < (column+side)>>1; x++ {
			if b.inNebula(x, y) {
				return true
			}
		}
	}
	return false
}

// denseOf is the dense cells of a nebula, of sixteen.
const denseOf = 5

// nebulaAt returns the tone of a nebula's cell. At its border every other cell is left out.
func (b *boulders) nebulaAt(column, row int) (tone canvas.Colour, ok bool) {
	x, y := column>>1, row
	if !b.inNebula(x, y) {
		return 0, false
	}
	whole := b.inNebula(x-1, y) && b.inNebula(x+1, y) && b.inNebula(x, y-1) && b.inNebula(x, y+1)
	switch d := dither(column, row); {
	case !whole && d >= 8:
		return 0, false
	case d < denseOf:
		return canvas.NebulaDense, true
	}
	return canvas.Nebula, true
}
