package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// tilePixels is the side of a tile.
const tilePixels = 2

// drawRocks draws the rock that shows.
func (f *frame) drawRocks() {
	a := f.Setup.Arena
	width, height := f.Size()
	first, last := floorDiv(f.left, tilePixels), floorDiv(f.left+width, tilePixels)
	for ty := max(floorDiv(f.top, tilePixels), 0); ty < min(floorDiv(f.top+2*height, tilePixels)+1, a.Height); ty++ {
		for tx := max(first, 0); tx < min(last+1, a.Width); tx++ {
			if a.Tiles[ty*a.Width+tx] == game.Rock {
				f.drawRock(tx, ty)
			}
		}
	}
}

// drawRock draws one tile: light falls from above and from the left, and free
// corners are rounded.
func (f *frame) drawRock(tx, ty int) {
	around := rockAround(f.Setup.Arena, tx, ty)
	x, y := tx*tilePixels-f.left, ty*tilePixels-f.top
	f.Pixel(x, y, rockPixel(around.left, around.above, true, true, scatter(2*tx, 2*ty, 9)))
	f.Pixel(x+1, y, rockPixel(around.right, around.above, false, true, scatter(2*tx+1, 2*ty, 9)))
	f.Pixel(x, y+1, rockPixel(around.left, around.below, true, false, scatter(2*tx, 2*ty+1, 9)))
	f.Pixel(x+1, y+1, rockPixel(around.right, around.below, false, false, scatter(2*tx+1, 2*ty+1, 9)))
}

// neighbours says on which sides of a tile there is rock.
type neighbours struct{ left, right, above, below bool }

// rockAround looks at the neighbours of a tile; the edge of the arena counts
// as rock, so that a wall along it has no seam.
func rockAround(a *game.Arena, tx, ty int) neighbours {
	rock := func(x, y int) bool {
		return uint(x) >= uint(a.Width) || uint(y) >= uint(a.Height) || a.Tiles[y*a.Width+x] == game.Rock
	}
	return neighbours{left: rock(tx-1, ty), right: rock(tx+1, ty), above: rock(tx, ty-1), below: rock(tx, ty+1)}
}

// rockPixel returns the colour of a pixel of rock, from whether there is rock
// beside it, rock above or below it, and on which sides these are.
func rockPixel(beside, over, onLeft, onTop bool, grain uint32) canvas.Colour {
	lit := !over && onTop || !beside && onLeft
	shaded := !over && !onTop || !beside && !onLeft
	switch {
	case lit && shaded, !over && !beside && shaded:
		return rockShade
	case lit:
		return rockLit
	case shaded:
		return rockDeep
	case grain&7 == 0:
		return rockSpeck
	case grain&15 == 1:
		return rockShade
	}
	return rockFace
}

// drawBorder draws a line around the arena where it ends without a rock.
func (f *frame) drawBorder() {
	w, h := f.Setup.Arena.Size()
	right, bottom := f.pixel(w, h)
	left, top := f.pixel(0, 0)
	for x := max(left-1, 0); x <= min(right, f.width()-1); x++ {
		f.Pixel(x, top-1, border)
		f.Pixel(x, bottom, border)
	}
	for y := max(top-1, 0); y <= min(bottom, 2*f.height()); y++ {
		f.Pixel(left-1, y, border)
		f.Pixel(right, y, border)
	}
}
