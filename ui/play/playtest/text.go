package playtest

import (
	"strings"

	"dogfight/ui/canvas"
)

// Text returns the rows of a canvas on a terminal of 256 colours.
func Text(c *canvas.Canvas) []string {
	width, height := c.Size()
	grid := canvas.NewGrid(256)
	grid.Resize(width, height)
	c.Draw(grid)
	rows := make([]string, height)
	for y := range rows {
		var row strings.Builder
		for x := range width {
			glyph, _, _ := grid.Get(x, y)
			row.WriteString(glyph)
		}
		rows[y] = row.String()
	}
	return rows
}
