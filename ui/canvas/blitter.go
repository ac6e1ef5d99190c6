package canvas

import (
	"math/bits"
	"slices"
)

// blitter makes characters of dots. It follows the colours as one screen shows them.
type blitter struct {
	depth   depth
	font    *font
	ascii   bool
	sky     Colour
	scenery Colour
	shades  []shade
	same    [256]Colour // for each colour the first that looks just like it
	rgb     [256]rgb
	light   [256]int16   // how bright each is
	shines  [256]float32 // likewise as WCAG 2.2 has it for contrasts: its relative luminance and 0.05
	known   [512]knownBy // by a hash
	from    *Tone        // the Palette that all is from
}

// rgb is the parts of a colour, from 0 to 255, or a sum of such.
type rgb [3]int16

// knownBy is how a cell without a figure looks. Rock is made of few kinds of cells, and all of them are looked at anew
// whenever the camera moves.
type knownBy struct {
	dots uint64
	look look // none of no glyph
}

// settle makes it ready for a palette on a screen of so many colours.
func (b *blitter) settle(p Palette, m Mode, d depth) {
	if b.from == &p[0] && len(b.shades) == len(p) && b.depth == d && b.font == &fonts[m] {
		return
	}
	was := len(b.shades)
	b.shades = p.shades(b.shades, d)
	if was > 0 && slices.Equal(b.shades[:was], b.shades[was:]) && b.depth == d && b.font == &fonts[m] {
		b.shades, b.from = b.shades[:was], &p[0]
		return
	}
	b.from = &p[0]
	clear(b.known[:])
	b.shades = append(b.shades[:0], b.shades[was:]...)
	b.depth, b.font, b.ascii = d, &fonts[m], m == ASCII
	first := map[shade]Colour{}
	for k, s := range b.shades {
		if _, known := first[s]; !known {
			first[s] = Colour(k)
		}
		b.same[k] = first[s]
		c := s.colour
		if c == 0 {
			c = p.Ground(256)
		}
		hex, _ := c.Hex()
		b.rgb[k] = rgb{int16(hex >> 16), int16(hex >> 8 & 0xff), int16(hex & 0xff)}
		b.light[k] = 3*b.rgb[k][0] + 6*b.rgb[k][1] + b.rgb[k][2]
		b.shines[k] = float32(Luminance(hex)) + 0.05
	}
}

// look is the character that shows a cell, and its colours.
type look struct {
	glyph       glyph
	ink, ground Colour
}

// look returns how a cell without a glyph looks. The same cell always looks the same, whatever is beside it.
func (b *blitter) look(at *cell) look {
	if at.figure != 0 {
		return b.solve(at)
	}
	dots := at.dots.number()
	known := &b.known[dots*0x9e3779b97f4a7c15>>(64-9)]
	if known.dots != dots || known.look.glyph == none {
		*known = knownBy{dots, b.solve(at)}
	}
	return known.look
}

// number is another one for all other dots.
func (d *dots) number() uint64 {
	return uint64(d[0]) | uint64(d[1])<<8 | uint64(d[2])<<16 | uint64(d[3])<<24 |
		uint64(d[4])<<32 | uint64(d[5])<<40 | uint64(d[6])<<48 | uint64(d[7])<<56
}

// solve finds out how a cell looks.
func (b *blitter) solve(at *cell) look {
	d, rest := b.toned(&at.dots), mask(0)
	if at.figure != 0 {
		b.bare(&d, at)
	}
	for i := 1; i < len(d); i++ {
		if d[i] != d[0] {
			rest |= 1 << i
		}
	}
	switch {
	case b.ascii || b.depth == noColours:
		return b.outline(&d, at.figure)
	case rest == 0:
		return b.plain(d[0])
	case at.figure != 0 && bits.OnesCount8(uint8(at.figure)) < 7:
		if l, ok := b.figure(&d, at.figure); ok {
			return l
		}
	}
	if two := d[bits.TrailingZeros8(uint8(rest))]; b.font.glyphs[rest] != none && only(&d, rest, two) {
		return b.orient(rest, two, d[0])
	}
	if b.font.every {
		return b.nearest(&d)
	}
	return b.split(&d)
}

// dimmed is a cell that is full of a colour that there is no ground of.
const dimmed glyph = '▒'

// plain returns a cell of one colour.
func (b *blitter) plain(k Colour) look {
	if b.shades[k].dim {
		return look{dimmed, k, Space}
	}
	return look{' ', k, k}
}

// toned returns dots with one colour for all that look alike.
func (b *blitter) toned(d *dots) (toned dots) {
	for i, k := range d {
		toned[i] = b.same[k]
	}
	return toned
}

// bare takes the sky away behind a figure, so that all figures in one colour share a pen. In a cell or two it is not missed.
func (b *blitter) bare(d *dots, at *cell) {
	for i := range d {
		if at.figure>>i&1 == 0 && at.dots[i] <= b.sky {
			d[i] = Space
		}
	}
}

// style returns what a look is written with.
func (b *blitter) style(l look) Style { return b.shades[l.ink].on(&b.shades[l.ground]) }
