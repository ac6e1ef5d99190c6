// Package chart draws an arena as lines of text, for a terminal or a file: a map as wide as there is room, and a
// legend. Rock is blocks, or '#' in ASCII; all else is the letter that it has in the arena's file.
//
// The match screen draws what is seen from a ship, by light and material. This is for who draws arenas: what a tile is
// counts, and that all fits.
//
//	chart.go    what is asked for, and the lines
//	cell.go     what shows in a cell that stands for several tiles
//	legend.go   the names of tiles, and how many there are
//	style.go    colours, as the terminal is told them
package menu

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// Options say how an arena is drawn.
type ChartOptions struct {
	Width   int // columns that there are, at least MinWidth
	Palette canvas.Palette
	Colours int  // 0, 8, 16, 256 or more; with 0 the text is plain
	ASCII   bool // nothing but ASCII characters
	Marks   []ChartPlace
}

// MinWidth is the least number of columns that an arena is drawn in.
const MinChartWidth = 20

// Place is a tile, by its column and row from 0. It is marked with '!'.
type ChartPlace struct{ X, Y int }

// Text returns the map and the legend.
func (o *ChartOptions) Text(a *game.Arena) string {
	c := chart{ChartOptions: o, arena: a, pen: pen{palette: o.Palette, colours: o.Colours}}
	c.measure()
	c.drawMap()
	c.drawLegend()
	return c.text.String()
}

// chart is a drawing being made.
type chart struct {
	*ChartOptions
	arena *game.Arena
	pen
	columns int // of the map
	halves  int // rows of half a cell: as high as a column is wide
}

// frame is how many columns the frame around the map takes.
const frame = 2

func (c *chart) measure() {
	c.columns = max(min(c.arena.Width, c.Width-frame), 1)
	c.halves = max((c.arena.Height*c.columns+c.arena.Width-1)/c.arena.Width, 1)
}

func (c *chart) drawMap() {
	corners, across, down := "┌┐└┘", "─", "│"
	if c.ASCII {
		corners, across, down = "++++", "-", "|"
	}
	corner := []rune(corners)
	edge := func(left, right rune) {
		c.put(look{string(left) + strings.Repeat(across, c.columns) + string(right), borderInk})
		c.end()
	}
	edge(corner[0], corner[1])
	for y := 0; y < c.halves; y += 2 {
		c.put(look{down, borderInk})
		for x := range c.columns {
			c.put(c.cell(x, y))
		}
		c.put(look{down, borderInk})
		c.end()
	}
	edge(corner[2], corner[3])
}

// tiles returns which columns and rows of tiles lie behind a column and a half row of the map: one at least.
func (c *chart) tiles(x, y int) (left, top, right, bottom int) {
	a := c.arena
	left, top = x*a.Width/c.columns, y*a.Height/c.halves
	right, bottom = (x+1)*a.Width/c.columns, (y+1)*a.Height/c.halves
	return left, top, max(right, left+1), min(max(bottom, top+1), a.Height)
}

// Size says how large an arena is.
func ChartSize(a *game.Arena) string { return fmt.Sprintf("%dx%d tiles", a.Width, a.Height) }
