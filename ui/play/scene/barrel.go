package scene

import (
	"time"

	"dogfight/ui/canvas"
)

// DrawBarrels draws the barrels; a damaged one glows.
func (f *Frame) DrawBarrels() {
	for i := range f.Match.World.Barrels {
		b := &f.Match.World.Barrels[i]
		if b.HP == 0 {
			continue
		}
		px, py := f.Locate(b.X, b.Y)
		if !f.Near(px, py, 2) {
			continue
		}
		f.drawBarrel(px, py, b.HP == 1)
	}
}

func (f *Frame) drawBarrel(px, py int, damaged bool) {
	column, row := f.Sheet.Cell(px, py)
	switch {
	case f.far():
		f.Sheet.Text(column, row, "o", canvas.DrumBody)
		return
	case f.Sheet.Mode == canvas.ASCII:
		f.Sheet.Text(column-1, row, "(o)", canvas.DrumLight)
		return
	}
	f.figures(px, py, barrel())
	if damaged && f.Sheet.Beat(150*time.Millisecond, 2) == 0 {
		for i := range 4 {
			f.Sheet.Figure(px-1+i&1, py-1+i>>1, canvas.FlameRed)
		}
	}
}

// drawOrb draws an orb. Each halo twinkles at its own time.
func (f *Frame) drawOrb(px, py, i int) {
	if f.Sheet.Mode == canvas.ASCII || f.far() {
		column, row := f.Sheet.Cell(px, py)
		f.Sheet.Text(column, row, "o", canvas.OrbBright)
		return
	}
	dim := (f.Sheet.Beat(320*time.Millisecond, 4)+i)%4 == 3
	for _, d := range orb() {
		switch {
		case d.Colour != canvas.OrbHalo:
			f.Sheet.Figure(px+int(d.X), py+int(d.Y), d.Colour)
		case !dim && !f.Sheet.LowBandwidth:
			f.Sheet.Dot(px+int(d.X), py+int(d.Y), d.Colour)
		}
	}
}
