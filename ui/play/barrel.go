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
		px, py := f.pixel(b.X, b.Y)
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
	if f.options.ASCII {
		f.Text(px-1, py>>1, "(o)", drumLight)
		return
	}
	for y := range drum {
		for x, k := range drum[y] {
			f.Pixel(px-1+x, py-1+y, k)
		}
	}
	f.Pixel(px, py, heart)
}
