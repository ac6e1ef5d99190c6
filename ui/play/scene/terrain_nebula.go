package scene

import (
	"slices"

	"dogfight/game"
	"dogfight/ui/canvas"
)

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
