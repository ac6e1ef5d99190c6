package play

import (
	"time"

	"dogfight/ui/canvas"
)

// drum is a barrel from above: light falls from the left.
var drum = [3][3]canvas.Colour{
	{drumLight, drumBody, drumShade},
	{drumLight, flameYellow, drumShade},
	{drumLight, drumBody, drumShade},
}

// drawBarrels draws the barrels; one that was hit glows.
func (f *frame) drawBarrels() {
	for i := range f.World.Barrels {
		b := &f.World.Barrels[i]
		if b.HP == 0 {
			continue
		}
		px, py := f.locate(b.X, b.Y)
		if !f.near(px, py, 2) {
			continue
		}
		heart := flameYellow
		if b.HP == 1 && f.beat(150*time.Millisecond, 2) == 0 {
			heart = flameRed
		}
		f.drawDrum(px, py, heart)
	}
}

func (f *frame) drawDrum(px, py int, heart canvas.Colour) {
	switch {
	case f.far():
		column, row := f.Cell(px, py)
		f.Text(column, row, "o", drumBody)
	case f.Mode == canvas.ASCII:
		f.Text(px-1, py>>1, "(o)", drumLight)
	case f.shift < pixelShift:
		f.drawLargeDrum(px, py, heart)
	default:
		for y := range drum {
			for x, k := range drum[y] {
				f.Dot(px-1+x, py-1+y, k)
			}
		}
		f.Dot(px, py, heart)
	}
}

// drawLargeDrum draws a barrel of 6 by 6 dots with its lid.
func (f *frame) drawLargeDrum(px, py int, heart canvas.Colour) {
	f.drawDisc(px, py, 3.3, drumBody)
	f.drawDisc(px, py, 2.3, space)
	f.drawDisc(px, py, 1, heart)
}
