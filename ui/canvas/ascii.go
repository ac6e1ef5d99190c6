package canvas

import (
	"math/bits"
	"unicode/utf8"
)

// plain returns an ASCII character to stand for the glyph.
func plain(glyph string) string {
	if len(glyph) == 1 {
		return glyph
	}
	switch glyph {
	case "♥":
		return "#"
	case "•":
		return "o"
	case "·":
		return "."
	case "█", "■", "▓", "▊", "▉", "▋":
		return "="
	case "░", "▒", "▌", "▍", "▎", "▏":
		return "-"
	case "─", "═", "—", "━":
		return "-"
	case "│":
		return "|"
	case "╭", "╮", "╰", "╯", "┌", "┐", "└", "┘", "├", "┤":
		return "+"
	case "▲", "↑":
		return "^"
	case "▼", "↓":
		return "v"
	case "◄", "←", "«":
		return "<"
	case "►", "→", "»":
		return ">"
	case "♦":
		return "*"
	case "≡":
		return "="
	case "☼":
		return "@"
	case "√":
		return "x"
	case "±":
		return "~"
	case "▁":
		return "_"
	case "▂":
		return "."
	case "▃":
		return ":"
	case "▄":
		return "-"
	case "▅":
		return "+"
	case "▆":
		return "*"
	case "▇":
		return "#"
	}
	r, _ := utf8.DecodeRuneInString(glyph)
	switch {
	case r < utf8.RuneSelf: // with an accent above or below it
		return glyph[:1]
	case r >= firstLetter && r-firstLetter < rune(len(plainLetters)):
		return plainLetters[r-firstLetter:][:1]
	}
	return "?"
}

// plainLetters are what stands for the letters from U+00C0 to U+00FF, so that most of
// the names of Europe can be read. Nothing does for the signs of times and division.
const (
	firstLetter  = 0xc0
	plainLetters = "AAAAAAACEEEEIIIIDNOOOOO?OUUUUYTsaaaaaaaceeeeiiiidnooooo?ouuuuyty"
)

// plainFigure is plainDots for figures: what is full is not what rock is.
func plainFigure(set mask) glyph {
	if g := plainDots(set); g != '#' {
		return g
	}
	return ':'
}

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

// outline returns what shows in ASCII or without colours: where there is something, in the commonest of its colours. A
// figure shows alone, so that what is behind it keeps off.
func (b *blitter) outline(d *dots, figure mask) look {
	var set mask
	for i, k := range d {
		if k != Space && (figure == 0 || figure>>i&1 == 1) {
			set |= 1 << i
		}
	}
	ink := commonest(d, set)
	switch {
	case b.ascii && figure != 0:
		return look{plainFigure(set), ink, Space}
	case b.ascii:
		return look{plainDots(set), ink, Space}
	case set == 0:
		return look{' ', Space, Space}
	}
	return look{b.font.glyphs[b.nearestShape(set, true)], ink, Space}
}
