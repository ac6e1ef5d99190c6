package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// DrawNebulas marks nebulas where the ground has no colour for them.
func (f *Frame) DrawNebulas() {
	if f.Sheet.Mode != canvas.ASCII && !f.Sheet.Colourless || f.far() {
		return
	}
	width, height := f.Sheet.Width(), f.Sheet.Height()
	for row := 1; row < height-1; row++ {
		for column := row & 1 << 1; column < width; column += 4 {
			x, y := f.Left+column*canvas.Across, f.Top+row*canvas.Down
			if f.Match.Setup.Arena.At(int32(x<<f.Shift), int32(y<<f.Shift)) == game.Nebula {
				f.Sheet.Text(column, row, "~", canvas.Border)
			}
		}
	}
}
