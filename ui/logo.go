package ui

import (
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
)

// logo is the name of the game, drawn large: its pixels, each of which is so many dots wide and high.
type logo struct{ across, down int }

// logoPixels are the letters, two pixels thick.
var logoPixels = [...]string{
	"#####.  .####.  .#####  ######  ##  .#####  ##..##  ######",
	"######  ######  ######  ######  ##  ######  ##..##  ######",
	"##..##  ##..##  ##....  ##....  ##  ##....  ##..##  ..##..",
	"##..##  ##..##  ##.###  #####.  ##  ##.###  ######  ..##..",
	"##..##  ##..##  ##..##  ##....  ##  ##..##  ##..##  ..##..",
	"######  ######  ######  ##....  ##  ######  ##..##  ..##..",
	"#####.  .####.  .#####  ##....  ##  .#####  ##..##  ..##..",
}

// logoColumns are the columns of that which are on the screen: letters are two apart in the drawing, and one there.
var logoColumns = func() (columns []int) {
	gap := false
	for x := range logoPixels[0] {
		blank := logoPixels[0][x] == ' '
		if !blank || !gap {
			columns = append(columns, x)
		}
		gap = blank
	}
	return columns
}()

// logoFor returns the largest logo that leaves room for a menu of so many rows.
func logoFor(width, height, others int) logo {
	best := logo{2, 2}
	for _, l := range [...]logo{{2, 4}, {3, 4}, {4, 4}, {5, 6}, {6, 6}, {6, 8}} {
		if l.columns() <= width-2 && l.rows()+others <= height {
			best = l
		}
	}
	return best
}

// columns and rows are the cells that the logo takes, with its shadow.
func (l logo) columns() int { return (len(logoColumns)*l.across+l.depth())/canvas.Across + 1 }
func (l logo) rows() int {
	return (len(logoPixels)*l.down + l.depth() + canvas.Down - 1) / canvas.Down
}

// depth is how many dots the shadow lies to the right and below.
func (l logo) depth() int { return max(l.across/2&^1, 2) }

// How a light runs over the logo, once in a while.
const (
	gleamEvery = 9 * time.Second
	gleamSpeed = 5 * time.Millisecond // a dot
	gleamWidth = 10                   // dots
)

// paint paints the logo in the middle of a canvas, from a row on.
func (l logo) paint(c *canvas.Canvas, row int, now time.Time, gleams bool) {
	width, _ := c.Dots()
	left, top := (width-len(logoColumns)*l.across)/2&^1, canvas.Down*row
	l.paintPixels(c, left+l.depth(), top+l.depth(), func(_, _ int) canvas.Colour { return canvas.ShieldWorn })
	gleam := -gleamWidth
	if gleams {
		gleam = int(time.Duration(now.UnixNano()) % gleamEvery / gleamSpeed)
	}
	l.paintPixels(c, left, top, func(x, y int) canvas.Colour {
		if at := gleam - x + left - (y - top); at >= 0 && at < gleamWidth {
			return canvas.Strong
		}
		return canvas.Logo + canvas.Colour((y-top)/l.down*canvas.LogoInks/len(logoPixels))
	})
}

// paintPixels paints the dots of all pixels.
func (l logo) paintPixels(c *canvas.Canvas, left, top int, ink func(x, y int) canvas.Colour) {
	for y, line := range logoPixels {
		for column, x := range logoColumns {
			if line[x] != '#' {
				continue
			}
			for i := range l.across * l.down {
				dx, dy := left+column*l.across+i%l.across, top+y*l.down+i/l.across
				c.Figure(dx, dy, ink(dx, dy))
			}
		}
	}
}

// asciiLogo is the logo in characters.
var asciiLogo = [...]string{
	` ____   ___   ____ _____ ___ ____ _   _ _____ `,
	`|  _ \ / _ \ / ___|  ___|_ _/ ___| | | |_   _|`,
	`| | | | | | | |  _| |_   | | |  _| |_| | | |  `,
	`| |_| | |_| | |_| |  _|  | | |_| |  _  | | |  `,
	`|____/ \___/ \____|_|   |___\____|_| |_| |_|  `,
}

// drawASCIILogo puts that on the screen with its top at y, on a ground of its own.
func drawASCIILogo(s tcell.Screen, y int) {
	for row, line := range asciiLogo {
		putCentred(s, y+row, line, tcell.StyleDefault.Foreground(role(canvas.Logo+canvas.Colour(row))).Background(panelColor).Bold(true))
	}
}
