package export

import (
	"image"

	"dogfight/ui/canvas"
)

// The sides of a dot and of a cell, in pixels.
const (
	dotSide    = 4
	cellWidth  = canvas.Across * dotSide
	cellHeight = canvas.Down * dotSide
)

// picture is a screen in pixels, which are indices into the palette.
type picture struct {
	width, height int
	pixels        []uint8
	rgb           []int // of the palette
	nearest       map[int]uint8
	clear         uint8 // index for transparent pixels
}

func newPicture(p canvas.Palette, columns, rows int) *picture {
	pic := &picture{width: columns * cellWidth, height: rows * cellHeight, nearest: map[int]uint8{}, clear: uint8(len(p))}
	pic.pixels = make([]uint8, pic.width*pic.height)
	space, _ := p.Ground(trueColours).Hex()
	for k := range p {
		hex, ok := p.Style(trueColours, canvas.Colour(k), canvas.Space).Ink.Hex()
		if !ok {
			hex = space
		}
		pic.rgb = append(pic.rgb, hex)
	}
	return pic
}

// paint paints a screen: dots from the canvas, in their own colours, and characters from the grid.
func (p *picture) paint(g *canvas.Grid, c *canvas.Canvas) {
	for y := range g.Height {
		for x := range g.Width {
			if c.Dotted(x, y) {
				p.paintDots(x, y, c)
				continue
			}
			text, style, _ := g.Get(x, y)
			p.paintText(x, y, text, p.place(style.Ink), p.place(style.Ground))
		}
	}
}

func (p *picture) paintDots(x, y int, c *canvas.Canvas) {
	for dy := range canvas.Down {
		for dx := range canvas.Across {
			p.box(x*cellWidth+dx*dotSide, y*cellHeight+dy*dotSide, dotSide, dotSide, uint8(c.At(x*canvas.Across+dx, y*canvas.Down+dy)))
		}
	}
}

func (p *picture) box(x, y, width, height int, k uint8) {
	for row := y; row < y+height; row++ {
		line := p.pixels[row*p.width+x:][:width]
		for i := range line {
			line[i] = k
		}
	}
}

// place returns the index of the nearest colour; 0 for a terminal's default.
func (p *picture) place(c canvas.CellColour) uint8 {
	hex, ok := c.Hex()
	if !ok {
		return 0
	}
	return p.placeOf(hex)
}

func (p *picture) placeOf(rgb int) uint8 {
	if k, ok := p.nearest[rgb]; ok {
		return k
	}
	best, least := 0, 1<<30
	for k, other := range p.rgb {
		if d := distance(rgb, other); d < least {
			best, least = k, d
		}
	}
	p.nearest[rgb] = uint8(best)
	return uint8(best)
}

// distance returns the difference of two colours.
func distance(a, b int) int {
	r, g, l := a>>16-b>>16, a>>8&0xff-b>>8&0xff, a&0xff-b&0xff
	return 3*r*r + 6*g*g + l*l
}

// differs returns the smallest rectangle with all changed pixels.
func (p *picture) differs(before []uint8) (at image.Rectangle) {
	for y := range p.height {
		row, was := p.pixels[y*p.width:][:p.width], before[y*p.width:][:p.width]
		left := 0
		for left < p.width && row[left] == was[left] {
			left++
		}
		if left == p.width {
			continue
		}
		right := p.width
		for row[right-1] == was[right-1] {
			right--
		}
		at = at.Union(image.Rect(left, y, right, y+1))
	}
	return at
}
