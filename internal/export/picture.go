package export

import (
	"image"
	"unicode/utf8"

	"golang.org/x/image/font/inconsolata"

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
func (p *picture) place(c canvas.TermColour) uint8 {
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

// paintText paints a character of a cell.
func (p *picture) paintText(x, y int, text string, ink, ground uint8) {
	left, top := x*cellWidth, y*cellHeight
	p.box(left, top, cellWidth, cellHeight, ground)
	r, _ := utf8.DecodeRuneInString(text)
	switch {
	case r == ' ' || text == "":
	case r >= 0x2800 && r <= 0x28ff:
		p.paintBraille(left, top, r, ink)
	case p.paintBlock(left, top, r, ink), p.paintLine(left, top, r, ink), p.paintSign(left, top, r, ink):
	case !p.paintLetter(left, top, r, ink, ground):
		stand, _ := utf8.DecodeRuneInString(canvas.ASCIIFor(text))
		p.paintLetter(left, top, stand, ink, ground)
	}
}

// paintBraille paints the dots of a braille character, a star in the game.
func (p *picture) paintBraille(left, top int, r rune, ink uint8) {
	for bit, at := range [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
		if (r-0x2800)>>bit&1 == 1 {
			p.box(left+at[0]*dotSide+1, top+at[1]*dotSide+1, dotSide-2, dotSide-2, ink)
		}
	}
}

// quadrants are the quarters of a cell in U+2596 to U+259F: 1 and 2 above, 4 and 8 below.
var quadrants = [...]uint8{4, 8, 1, 13, 9, 7, 11, 2, 6, 14}

// paintBlock paints a block element (The Unicode Standard, chapter 22.7), and reports whether r is one.
func (p *picture) paintBlock(left, top int, r rune, ink uint8) bool {
	const halfWidth, halfHeight = cellWidth / 2, cellHeight / 2
	switch {
	case r == '▀':
		p.box(left, top, cellWidth, halfHeight, ink)
	case r >= '▁' && r <= '█':
		n := int(r-'▁'+1) * cellHeight / 8
		p.box(left, top+cellHeight-n, cellWidth, n, ink)
	case r >= '▉' && r <= '▏':
		p.box(left, top, cellWidth-int(r-'▉'+1)*cellWidth/8, cellHeight, ink)
	case r == '▐':
		p.box(left+halfWidth, top, halfWidth, cellHeight, ink)
	case r >= '░' && r <= '▓':
		p.paintShade(left, top, int(r-'░'+1), ink)
	case r >= '▖' && r <= '▟':
		for i := range 4 {
			if quadrants[r-'▖']>>i&1 == 1 {
				p.box(left+i&1*halfWidth, top+i>>1*halfHeight, halfWidth, halfHeight, ink)
			}
		}
	default:
		return false
	}
	return true
}

// paintShade paints so many quarters of the pixels.
func (p *picture) paintShade(left, top, quarters int, ink uint8) {
	for y := range cellHeight {
		for x := range cellWidth {
			if [4]int{0, 2, 3, 1}[y&1*2+x&1] < quarters {
				p.box(left+x, top+y, 1, 1, ink)
			}
		}
	}
}

// lines are the arms of box drawing characters: 1 up, 2 right, 4 down, 8 left; 16 for heavy ones.
var lines = map[rune]uint8{
	'─': 10, '│': 5, '┌': 6, '┐': 12, '└': 3, '┘': 9, '├': 7, '┤': 13, '┬': 14, '┴': 11, '┼': 15, '━': 26, '┃': 21,
	'╭': 6, '╮': 12, '╰': 3, '╯': 9, '═': 26, '╌': 10, '┄': 10, '╎': 5, '┆': 5, '╴': 8, '╶': 2, '╷': 4, '╵': 1, '—': 10,
}

// paintLine paints a box drawing character, and reports whether r is one.
func (p *picture) paintLine(left, top int, r rune, ink uint8) bool {
	arms, ok := lines[r]
	if !ok {
		return false
	}
	thick := 1 + int(arms>>4)
	x, y := left+cellWidth/2-1, top+cellHeight/2-1
	for i, arm := range [4][4]int{{x, top, thick, y - top + thick}, {x, y, left + cellWidth - x, thick}, {x, y, thick, top + cellHeight - y}, {left, y, x - left + thick, thick}} {
		if arms>>i&1 == 1 {
			p.box(arm[0], arm[1], arm[2], arm[3], ink)
		}
	}
	return true
}

// signs are characters missing in the font, of 8 by 8 pixels.
var signs = map[rune][8]uint8{
	'♥': {0x66, 0xff, 0xff, 0xff, 0x7e, 0x3c, 0x18, 0x00},
	'•': {0x00, 0x18, 0x3c, 0x7e, 0x7e, 0x3c, 0x18, 0x00},
	'▲': {0x18, 0x18, 0x3c, 0x3c, 0x7e, 0x7e, 0xff, 0x00},
	'▼': {0xff, 0x7e, 0x7e, 0x3c, 0x3c, 0x18, 0x18, 0x00},
	'►': {0xc0, 0xf0, 0xfc, 0xff, 0xfc, 0xf0, 0xc0, 0x00},
	'◄': {0x03, 0x0f, 0x3f, 0xff, 0x3f, 0x0f, 0x03, 0x00},
	'→': {0x08, 0x0c, 0xfe, 0xff, 0xfe, 0x0c, 0x08, 0x00},
	'←': {0x10, 0x30, 0x7f, 0xff, 0x7f, 0x30, 0x10, 0x00},
	'♦': {0x18, 0x3c, 0x7e, 0xff, 0x7e, 0x3c, 0x18, 0x00},
	'■': {0x00, 0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0x00},
	'☼': {0x10, 0x54, 0x38, 0xee, 0x38, 0x54, 0x10, 0x00},
	'≡': {0x00, 0x7e, 0x00, 0x7e, 0x00, 0x7e, 0x00, 0x00},
	'√': {0x01, 0x02, 0x02, 0x44, 0x28, 0x28, 0x10, 0x00},
}

func (p *picture) paintSign(left, top int, r rune, ink uint8) bool {
	sign, ok := signs[r]
	for y, row := range sign {
		for x := range cellWidth {
			if row>>(7-x)&1 == 1 {
				p.box(left+x, top+4+y, 1, 1, ink)
			}
		}
	}
	return ok
}

// paintLetter paints a character of the font, and reports whether it has r. Smooth edges get the nearest colours of
// the palette.
func (p *picture) paintLetter(left, top int, r rune, ink, ground uint8) bool {
	face := inconsolata.Regular8x16
	for _, in := range face.Ranges {
		if r < in.Low || r >= in.High {
			continue
		}
		mask := face.Mask.(*image.Alpha)
		from := (int(r-in.Low) + in.Offset) * (face.Ascent + face.Descent)
		for y := range cellHeight {
			for x := range min(face.Width, cellWidth) {
				switch alpha := int(mask.AlphaAt(x, from+y).A); {
				case alpha > 0xc0:
					p.pixels[(top+y)*p.width+left+x] = ink
				case alpha > 0x40:
					p.pixels[(top+y)*p.width+left+x] = p.between(ink, ground, alpha)
				}
			}
		}
		return true
	}
	return false
}

// between returns the index of a mixed colour.
func (p *picture) between(ink, ground uint8, alpha int) uint8 {
	a, b := p.rgb[ink], p.rgb[ground]
	mixed := 0
	for shift := 0; shift <= 16; shift += 8 {
		mixed |= ((a>>shift&0xff)*alpha + (b>>shift&0xff)*(255-alpha)) / 255 << shift
	}
	return p.placeOf(mixed)
}
