package scene

import (
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
