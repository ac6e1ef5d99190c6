//go:build unix

package e2e

import (
	"math"
	"testing"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"
)

// A terminal of 80x24 in dots, two by four to a cell.
const (
	dotsAcross = 2 * 80
	dotsDown   = 4 * 24
)

// dots are what a terminal shows, as colours; what is text counts as none.
type dots [dotsAcross][dotsDown]color.Color

// shapes are the dots of a cell that characters fill: a bit each, row by row, the first the lowest.
var shapes = map[string]uint8{
	"": 0, " ": 0, "█": 0xff, "▀": 0x0f, "▄": 0xf0, "▌": 0x55, "▐": 0xaa,
	"▘": 0x05, "▝": 0x0a, "▖": 0x50, "▗": 0xa0, "▚": 0xa5, "▞": 0x5a, "▛": 0x5f, "▜": 0xaf, "▙": 0xf5, "▟": 0xfa,
	"▂": 0xc0, "▆": 0xfc,
}

// read takes in the cell at a column and a row.
func (d *dots) read(column, row int, cell vt.Cell) {
	ink, ground := cell.S.Fg(), cell.S.Bg()
	if cell.S.Attr()&vt.Reverse != 0 {
		ink, ground = ground, ink
	}
	shape, drawn := shapes[cell.C]
	if !drawn {
		ink, ground = color.Default, color.Default
	}
	for i := range 8 {
		k := ground
		if shape>>i&1 == 1 {
			k = ink
		}
		d[2*column+i%2][4*row+i/2] = k
	}
}

// in reports whether a dot is on the screen and of one of the colours.
func (d *dots) in(x, y int, colours []color.Color) bool {
	if x < 0 || x >= dotsAcross || y < 0 || y >= dotsDown {
		return false
	}
	for _, k := range colours {
		if d[x][y] == k {
			return true
		}
	}
	return false
}

// middle returns where the dots of some colours are on the average, of those at most so far from a place along
// either axis, and how many there are.
func (d *dots) middle(around place, far int, colours []color.Color) (mean place, n int) {
	for x := around.x - far; x <= around.x+far; x++ {
		for y := around.y - far; y <= around.y+far; y++ {
			if d.in(x, y, colours) {
				mean, n = place{mean.x + x, mean.y + y}, n+1
			}
		}
	}
	if n > 0 {
		mean = place{mean.x / n, mean.y / n}
	}
	return mean, n
}

// circle is the places on a ring, from its middle.
var circle = newCircle(10)

func newCircle(radius float64) (all [64]place) {
	for i := range all {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(len(all)))
		all[i] = place{int(math.Round(radius * x)), int(math.Round(radius * y))}
	}
	return all
}

// circles returns the middles of the rings in some colours of which at least two thirds can be seen.
func (d *dots) circles(colours []color.Color) (middles []place) {
	var seen [dotsAcross][dotsDown]int // how many places on a ring around a dot are drawn
	for x := range dotsAcross {
		for y := range dotsDown {
			// A dot beside one that is drawn counts too: a character is not as fine as a dot.
			if !d.in(x, y, colours) && !d.in(x-1, y, colours) && !d.in(x+1, y, colours) && !d.in(x, y-1, colours) && !d.in(x, y+1, colours) {
				continue
			}
			for _, off := range circle {
				if x, y := x-off.x, y-off.y; x >= 0 && x < dotsAcross && y >= 0 && y < dotsDown {
					seen[x][y]++
				}
			}
		}
	}
	var clearest []int
	for x := range dotsAcross {
		for y := range dotsDown {
			if n := seen[x][y]; n >= len(circle)-len(circle)/3 {
				middles, clearest = clearer(middles, clearest, place{x, y}, n)
			}
		}
	}
	return middles
}

// clearer adds a ring of which so much is visible; of those around nearly the same place the clearest stays.
func clearer(middles []place, clearest []int, at place, n int) ([]place, []int) {
	for i, other := range middles {
		if at.sub(other).length() < 8*8 {
			if n > clearest[i] {
				middles[i], clearest[i] = at, n
			}
			return middles, clearest
		}
	}
	return append(middles, at), append(clearest, n)
}

func TestARingOfDotsIsFoundWhereItIsDrawn(t *testing.T) {
	t.Parallel()
	var d dots
	for _, at := range circle[:50] {
		d[40+at.x][50+at.y] = ringColours[0]
	}
	if found := d.circles(ringColours[:]); len(found) != 1 || found[0].sub(place{40, 50}).length() > 2 {
		t.Errorf("found %v, expected one at 40, 50", found)
	}
}
