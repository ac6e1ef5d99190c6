package canvas

import (
	"math/bits"
	"unicode/utf8"
)

// Mode is the set of characters that draw dots.
type Mode uint8

// The modes, by the characters they need in the font.
const (
	Blocks    Mode = 0 // quadrants, and the lower quarter and three quarters of a cell
	Braille   Mode = 1 // dots of one colour, with gaps
	ASCII     Mode = 2 // only ASCII characters, for text too
	Halves    Mode = 3 // upper and lower half-blocks
	Quadrants Mode = 4
	Sextants  Mode = 5 // two by three to a cell, of Unicode 13
	Octants   Mode = 6 // two by four to a cell, of Unicode 16
)

// Modes has all modes.
var Modes = [...]Mode{Halves, Quadrants, Blocks, Sextants, Octants, Braille, ASCII}

func (m Mode) String() string {
	return [...]string{
		Halves: "half-blocks", Quadrants: "quadrants", Blocks: "blocks", Sextants: "sextants", Octants: "octants",
		Braille: "braille", ASCII: "ascii",
	}[m]
}

// font is the characters of a mode, by the dots that they fill.
type font struct {
	glyphs [256]glyph // none for a shape without a character
	splits []mask     // the shapes to choose from for a cell without a character of its own: one of each complementary pair
	every  bool       // every shape has a character
}

var fonts = [...]font{
	Halves: halves(), Quadrants: quadrants(), Blocks: blocks(), Sextants: sextants(), Octants: octants(), Braille: braille(),
	ASCII: {},
}

// newFont returns a font with the two shapes that all fonts have. The full block is never drawn: a space on a ground of its
// colour has no seams.
func newFont() (f font) {
	f.glyphs[0], f.glyphs[allDots] = ' ', full
	return f
}

// full is a cell of ink.
const full glyph = '█'

// add adds a shape and its complement.
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

// sextants are U+1FB00 to U+1FB3B in the order of their sets of six, without those that are block characters (The Unicode
// Standard, Symbols for Legacy Computing). The middle one of three rows fills both middle rows of dots.
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

// octants are U+1CD00 to U+1CDE5 in the order of their sets of dots, without those encoded elsewhere (The Unicode
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

// braille is U+2800 to U+28FF in the order of their sets of dots, with their bits running down the columns first (The Unicode Standard,
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

// substitutes are the ASCII characters for the other characters of the screens.
var substitutes = map[string]string{
	"♥": "#", "•": "o", "·": ".", "♦": "*", "≡": "=", "☼": "@", "√": "x", "±": "~", "…": ".",
	"█": "=", "■": "=", "▓": "=", "▊": "=", "▉": "=", "▋": "=", "░": "-", "▒": "-", "▌": "-", "▍": "-", "▎": "-", "▏": "-",
	"▁": "_", "▂": ".", "▃": ":", "▄": "-", "▅": "+", "▆": "*", "▇": "#",
	"─": "-", "═": "-", "—": "-", "━": "-", "│": "|",
	"╭": "+", "╮": "+", "╰": "+", "╯": "+", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+",
	"▲": "^", "↑": "^", "▼": "v", "↓": "v", "◄": "<", "←": "<", "«": "<", "►": ">", "→": ">", "»": ">",
}

// ASCIIFor returns the ASCII character that replaces a character.
func ASCIIFor(glyph string) string {
	if len(glyph) == 1 {
		return glyph
	}
	if substitute, ok := substitutes[glyph]; ok {
		return substitute
	}
	r, _ := utf8.DecodeRuneInString(glyph)
	switch {
	case r < utf8.RuneSelf: // with combining marks
		return glyph[:1]
	case r >= firstLetter && r-firstLetter < rune(len(plainLetters)):
		return plainLetters[r-firstLetter:][:1]
	}
	return "?"
}

// plainLetters replace the letters from U+00C0 to U+00FF, so that most European names are readable. The signs of
// multiplication and division have no substitute.
const (
	firstLetter  = 0xc0
	plainLetters = "AAAAAAACEEEEIIIIDNOOOOO?OUUUUYTsaaaaaaaceeeeiiiidnooooo?ouuuuyty"
)

// plainDots returns an ASCII character for a cell with these dots set.
func plainDots(set mask) glyph {
	upper, lower := bits.OnesCount8(uint8(set&0x0f)) > 1, bits.OnesCount8(uint8(set>>4)) > 1
	switch {
	case upper && lower:
		return '#'
	case upper:
		return '\''
	case lower || set != 0:
		return '.'
	}
	return ' '
}

// outline returns the symbol of a cell in ASCII or without colours: the shape of its dots in their commonest colour. A figure
// hides the dots behind it.
func (b *blitter) outline(d *dots, figure mask) symbol {
	var set mask
	for i, k := range d {
		if k != Space && (figure == 0 || figure>>i&1 == 1) {
			set |= 1 << i
		}
	}
	ink := commonest(d, set)
	switch {
	case b.ascii && figure != 0 && plainDots(set) == '#':
		return symbol{':', ink, Space} // not the character of rock
	case b.ascii:
		return symbol{plainDots(set), ink, Space}
	case set == 0:
		return symbol{' ', Space, Space}
	}
	return symbol{b.font.glyphs[b.nearestShape(set, true)], ink, Space}
}
