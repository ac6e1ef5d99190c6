package play

import "dogfight/game"

// tileShift is the shift of a tile of 8 units.
const tileShift = 11

// drawRocks draws the rock that shows, in whole pixels.
func (f *frame) drawRocks() {
	shift := f.shift
	if f.Mode.Fine() > 1 {
		shift++ // to that of a pixel
	}
	if shift > tileShift {
		f.drawFarRocks(shift)
		return
	}
	a := f.Setup.Arena
	side := 1 << (tileShift - shift)
	left, top := f.left/f.Mode.Fine(), f.top/f.Mode.Fine()
	width, height := f.width(), f.height()
	lastX, lastY := max(min(floorDiv(left+width, side)+1, a.Width), 0), min(floorDiv(top+2*height, side)+1, a.Height)
	for ty := max(floorDiv(top, side), 0); ty < lastY; ty++ {
		tiles := a.Tiles[ty*a.Width:][:lastX]
		for tx := max(floorDiv(left, side), 0); tx < lastX; tx++ {
			if tiles[tx] == game.Rock {
				end := tx + 1
				for end < lastX && tiles[end] == game.Rock {
					end++
				}
				f.drawRock(tx, end, ty, tx*side-left, ty*side-top, side)
				tx = end
			}
		}
	}
}

// drawRock draws the tiles of a row from tx up to end, of so many pixels a side. Light
// falls from above: rock is bright where space is over it. The rest is of one colour,
// since all that shades and textures do when the camera moves is cost bytes: a sixth of
// them all.
func (f *frame) drawRock(tx, end, ty, px, py, side int) {
	f.Block(px, py, (end-tx)*side, side, rockFace)
	for ; tx < end; tx++ {
		if !rockAt(f.Setup.Arena, tx, ty-1) {
			f.Block(px, py, side, max(side/2, 1), rockLit)
		}
		px += side
	}
}

// drawFarRocks draws rock of which a pixel, of that shift, holds several tiles: it
// is there if one of them is rock.
func (f *frame) drawFarRocks(shift uint) {
	fine := f.Mode.Fine()
	left, top := f.left/fine, f.top/fine
	width, height := f.width(), f.height()
	tiles := 1 << (shift - tileShift)
	for y := range 2 * height {
		for x := range width {
			if f.anyRock((left+x)*tiles, (top+y)*tiles, tiles) {
				f.Pixel(x, y, rockFace)
			}
		}
	}
}

// anyRock reports whether one of the tiles of a square is rock.
func (f *frame) anyRock(left, top, side int) bool {
	a := f.Setup.Arena
	for ty := max(top, 0); ty < min(top+side, a.Height); ty++ {
		for tx := max(left, 0); tx < min(left+side, a.Width); tx++ {
			if a.Tiles[ty*a.Width+tx] == game.Rock {
				return true
			}
		}
	}
	return false
}

// rockAt reports whether a tile is rock. Beyond the edge of the arena all is,
// so that a wall along it has no seam.
func rockAt(a *game.Arena, tx, ty int) bool {
	return uint(tx) >= uint(a.Width) || uint(ty) >= uint(a.Height) || a.Tiles[ty*a.Width+tx] == game.Rock
}

// drawBorder draws a line around the arena where it ends without a rock.
func (f *frame) drawBorder() {
	fine := f.Mode.Fine()
	w, h := f.Setup.Arena.Size()
	right, bottom := f.locate(w, h)
	left, top := f.locate(0, 0)
	left, top, right, bottom = floorDiv(left, fine), floorDiv(top, fine), floorDiv(right, fine), floorDiv(bottom, fine)
	for _, y := range [...]int{top - 1, bottom} {
		f.Block(left-1, y, right-left+2, 1, border)
	}
	for _, x := range [...]int{left - 1, right} {
		f.Block(x, top-1, 1, bottom-top+2, border)
	}
}
