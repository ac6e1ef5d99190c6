package play

import "dogfight/game"

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

// drawRock draws one tile. Light falls from above: rock is bright where space
// is over it and dark where space is under it. Most of the rest is of one
// colour, since all that a texture does when the camera moves is cost bytes.
func (f *frame) drawRock(tx, ty int) {
	a := f.Setup.Arena
	x, y := tx*tilePixels-f.left, ty*tilePixels-f.top
	upper, lower := rockFace, rockFace
	if !rockAt(a, tx, ty-1) {
		upper = rockLit
	}
	if !rockAt(a, tx, ty+1) {
		lower = rockDeep
	}
	if scatter(tx, ty, 9)%13 == 0 && upper == lower {
		lower = rockSpeck
	}
	f.Pixel(x, y, upper)
	f.Pixel(x+1, y, upper)
	f.Pixel(x, y+1, lower)
	f.Pixel(x+1, y+1, lower)
}

// rockAt reports whether a tile is rock. Beyond the edge of the arena all is,
// so that a wall along it has no seam.
func rockAt(a *game.Arena, tx, ty int) bool {
	return uint(tx) >= uint(a.Width) || uint(ty) >= uint(a.Height) || a.Tiles[ty*a.Width+tx] == game.Rock
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
