package canvas

import "math/bits"

// Mode is what dots are drawn with.
type Mode uint8

// The modes, by what a font has to have.
const (
	Blocks    Mode = 0 // quadrants, and the lower quarter and three quarters of a cell
	Braille   Mode = 1 // dots of one colour, with gaps
	ASCII     Mode = 2 // nothing but ASCII characters, for text too
	Halves    Mode = 3 // upper and lower half-blocks
	Quadrants Mode = 4
	Sextants  Mode = 5 // two by three to a cell, of Unicode 13
	Octants   Mode = 6 // two by four to a cell, of Unicode 16
)

// Modes are all of them.
var Modes = [...]Mode{Halves, Quadrants, Blocks, Sextants, Octants, Braille, ASCII}

func (m Mode) String() string {
	return [...]string{
		Halves: "half-blocks", Quadrants: "quadrants", Blocks: "blocks", Sextants: "sextants", Octants: "octants",
		Braille: "braille", ASCII: "ascii",
	}[m]
}

// font is the shapes that a mode has characters for.
type font struct {
	glyphs [256]glyph // by the dots that they fill; none for what the mode cannot show
	splits []mask     // the shapes to choose from where there is no character for a picture: one of each and its complement
	every  bool       // there is a character for each set of dots
}

var fonts = [...]font{
	Halves: halves(), Quadrants: quadrants(), Blocks: blocks(), Sextants: sextants(), Octants: octants(), Braille: braille(),
	ASCII: {},
}

// newFont returns one with the two shapes that all have. The full one is never drawn: a space on that ground takes its
// place, which has no seam.
func newFont() (f font) {
	f.glyphs[0], f.glyphs[allDots] = ' ', full
	return f
}

// full is a cell that is all ink.
const full glyph = '█'

// add notes characters for shapes.
func (f *font) add(shape mask, g, complement glyph) {
	f.glyphs[shape], f.glyphs[^shape] = g, complement
	f.splits = append(f.splits, shape)
}

func halves() font {
	f := newFont()
	f.add(0xf0, '▄', '▀')
	return f
}

func quadrants() font {
	f := halves()
	for _, q := range [...]struct {
		shape         mask
		g, complement glyph
	}{{0x05, '▘', '▟'}, {0x0a, '▝', '▙'}, {0x50, '▖', '▜'}, {0xa0, '▗', '▛'}, {0x55, '▌', '▐'}, {0xa5, '▚', '▞'}} {
		f.add(q.shape, q.g, q.complement)
	}
	return f
}

func blocks() font {
	f := quadrants()
	f.glyphs[0xc0], f.glyphs[0xfc] = '▂', '▆'
	f.splits = append(f.splits, 0xc0, 0xfc)
	return f
}

// sextants are U+1FB00 to U+1FB3B, in the order of their sets of six, without those that are blocks (The Unicode Standard,
// Symbols for Legacy Computing). The middle row of three is drawn where both middle rows of dots are.
func sextants() font {
	f := newFont()
	next := glyph(0x1fb00)
	for six := 1; six < 63; six++ {
		g := next
		switch six {
		case 0x15:
			g = '▌'
		case 0x2a:
			g = '▐'
		default:
			next++
		}
		f.glyphs[six&3|six&0xc<<0|six&0xc<<2|six&0x30<<2] = g
	}
	for shape := range mask(0x80) {
		if shape != 0 && f.glyphs[shape] != none {
			f.splits = append(f.splits, shape)
		}
	}
	return f
}

// octants are U+1CD00 to U+1CDE5, in the order of their sets of dots, without those that stand elsewhere (The Unicode
// Standard 16, Symbols for Legacy Computing Supplement).
func octants() font {
	f := blocks()
	f.every = true
	for shape, g := range map[mask]glyph{
		0x03: 0x1fb82, 0x3f: 0x1fb85, 0x01: 0x1cea8, 0x02: 0x1ceab, 0x40: 0x1cea3, 0x80: 0x1cea0, 0x14: 0x1fbe6, 0x28: 0x1fbe7,
	} {
		f.glyphs[shape] = g
	}
	next := glyph(0x1cd00)
	for shape := range f.glyphs {
		if f.glyphs[shape] == none {
			f.glyphs[shape] = next
			next++
		}
	}
	return f
}

// braille follow U+2800 in the order of their sets of dots, whose bits run down the columns first (The Unicode Standard,
// chapter 21.1).
func braille() font {
	f := font{every: true}
	for shape := range 256 {
		f.glyphs[shape] = 0x2800
		for dots := shape; dots != 0; dots &= dots - 1 {
			f.glyphs[shape] |= [...]glyph{0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80}[bits.TrailingZeros8(uint8(dots))]
		}
	}
	return f
}
