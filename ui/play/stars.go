package play

import "dogfight/ui/canvas"

// starLayer is a plane of stars. Those far away move slower than the camera.
type starLayer struct {
	slowness int // camera pixels for a step of the layer
	spacing  int // pixels a side of the square that holds a star
	glyph    string
	colour   canvas.Colour
}

var starLayers = [...]starLayer{
	{slowness: 8, spacing: 10, glyph: ".", colour: starFar},
	{slowness: 4, spacing: 14, glyph: "·", colour: starMiddle},
	{slowness: 2, spacing: 27, glyph: "·", colour: starNear},
}

// nearStars are as near as the rocks.
var nearStars = starLayer{slowness: 1, spacing: 24, glyph: ".", colour: starMiddle}

// drawStars draws the sky where nothing else is. Nothing is stored: where a
// star stands follows from the number of its square.
func (f *frame) drawStars() {
	if f.options.FewerBytes {
		f.drawStarLayer(&nearStars, 1)
		return
	}
	for i := range starLayers {
		f.drawStarLayer(&starLayers[i], uint32(i+1))
	}
}

func (f *frame) drawStarLayer(l *starLayer, seed uint32) {
	width, height := f.width(), f.height()
	fine := f.Mode.Fine()
	left, top := floorDiv(f.left, fine*l.slowness), floorDiv(f.top, fine*l.slowness)
	for row := floorDiv(top, l.spacing); row*l.spacing < top+2*height; row++ {
		for column := floorDiv(left, l.spacing); column*l.spacing < left+width; column++ {
			h := scatter(column, row, seed)
			if h&3 == 0 {
				continue // some squares are empty, or the sky looks like a grid
			}
			x := column*l.spacing + int(h>>8&0xff)*l.spacing>>8
			y := row*l.spacing + int(h>>16&0xff)*l.spacing>>8
			if f.Blank(x-left, (y-top)>>1) {
				f.Text(x-left, (y-top)>>1, l.glyph, l.colour)
			}
		}
	}
}

// scatter returns a number that looks random and always belongs to the same
// place (the finalizer of MurmurHash3, Appleby 2011).
func scatter(x, y int, seed uint32) uint32 {
	h := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca6b ^ seed*0xc2b2ae35
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// floorDiv divides towards minus infinity.
func floorDiv(a, b int) int {
	if a < 0 {
		return -((-a + b - 1) / b)
	}
	return a / b
}
