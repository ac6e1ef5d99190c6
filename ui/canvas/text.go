package canvas

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Text writes one line of text from cell (x, y) on, over the pixels, and
// returns the column after it. What does not fit on the canvas is left out, and
// so is what Clean would take away.
func (c *Canvas) Text(x, y int, text string, ink Colour) int {
	for text != "" {
		if text[0] >= ' ' && text[0] <= '~' && (len(text) == 1 || text[1] <= '~') {
			c.set(x, y, glyph(text[0]), 1, ink)
			x, text = x+1, text[1:]
			continue
		}
		character, rest, width := first(text)
		text = rest
		c.put(x, y, character, width, ink)
		x += width
	}
	return x
}

// Number writes a number as Text would.
func (c *Canvas) Number(x, y, n int, ink Colour) int {
	var digits [20]byte
	for _, digit := range strconv.AppendInt(digits[:0], int64(n), 10) {
		c.set(x, y, glyph(digit), 1, ink)
		x++
	}
	return x
}

// glyph returns the number of a character, or none if nothing is left of it.
func (c *Canvas) glyph(character string) glyph {
	r, size := utf8.DecodeRuneInString(character)
	switch {
	case size == 0:
		return none
	case size == len(character):
		return glyph(r)
	}
	c.several = append(c.several, character)
	return several | glyph(len(c.several)-1)
}

// put puts one character, or what stands for it.
func (c *Canvas) put(x, y int, character string, width int, ink Colour) {
	if width < 1 {
		return
	}
	if !harmless(character) {
		character, width = cleaned(character)
	}
	if c.Mode != ASCII || x < 0 || x+width > c.width || width > 2 {
		c.set(x, y, c.glyph(character), width, ink)
		return
	}
	for i := range width {
		c.set(x+i, y, c.glyph(plain(character)), 1, ink)
	}
}

// set sets a glyph. One that is wider than what is left of its row, or is none, leaves
// its cell blank.
func (c *Canvas) set(x, y int, g glyph, width int, ink Colour) {
	if uint(y) >= uint(c.height) || uint(x) >= uint(c.width) {
		return
	}
	if x+width > c.width || width < 1 || width > 2 || g == none {
		g, width = ' ', 1
	}
	for i := range width {
		c.touch(x+i, y)
		c.release(x+i, y)
	}
	at := &c.cells[y*c.width+x]
	if c.Mode == ASCII && at.glyph.empty() {
		at.dots = alike(Space) // a character was there, which none is behind
	}
	at.glyph, at.ink, at.figure = g, ink, 0
	if width == 2 {
		next := &c.cells[y*c.width+x+1]
		next.glyph, next.figure = covered, 0
	}
}

// cleaned returns what is left of a character that may do harm, and its width: one of
// several may leave more than one.
func cleaned(character string) (string, int) {
	character = Clean(character)
	if character == "" {
		return "", 1
	}
	character, _, width := first(character)
	return character, width
}

// Width returns how many columns a line of text takes.
func Width(text string) int {
	columns := 0
	for text != "" {
		_, rest, width := first(text)
		columns += width
		text = rest
	}
	return columns
}

// Glyph returns how many bytes the first glyph of a text takes, with all that
// is combined with it; 0 if there is none.
func Glyph(text string) int {
	if text == "" {
		return 0
	}
	glyph, _, _ := first(text)
	return len(glyph)
}

// Cut returns as much of the beginning of the text as fits into that many
// columns.
func Cut(text string, columns int) string {
	rest := text
	for rest != "" {
		_, after, width := first(rest)
		if columns -= width; columns < 0 {
			break
		}
		rest = after
	}
	return text[:len(text)-len(rest)]
}

// maxMarks is how many combining marks may follow each other: enough for every
// living script, too few to climb into the neighbouring rows.
const maxMarks = 3

// Clean returns the text without what a stranger could do harm with: control
// and format characters, what shows nothing, broken UTF-8 and towers of combining
// marks.
func Clean(text string) string {
	if harmless(text) {
		return text
	}
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Variation_Selector, r):
			return -1 // terminals do not agree how wide what it follows is
		case r == unicode.ReplacementChar || !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return -1 // some marks among them
		case unicode.Is(unicode.M, r):
			marks++
		default:
			marks = 0
		}
		if marks > maxMarks {
			return -1
		}
		return r
	}, text)
}

func harmless(text string) bool {
	for _, r := range text {
		if !lone(r) {
			return false
		}
	}
	return true
}

// lone reports whether a rune is one of those that nearly all text of the game is made
// of: ASCII, Latin letters, signs, boxes, blocks and braille. Each is a column wide and
// shows by itself, whichever of them follow.
func lone(r rune) bool {
	switch {
	case r <= '~':
		return r >= ' '
	case r < 0x300:
		return r > 0xa0 && r != 0xad // which are a space and a hyphen that need not show
	case r < 0x2500:
		return r >= 0x2190 && r < 0x2300 || r >= 0x2010 && r < 0x2028 // arrows and operators, bullets and dashes
	}
	return r < 0x25fd || r >= 0x2660 && r < 0x2668 || r >= 0x2800 && r < 0x2900
}

// first splits off the first grapheme. What nearly everything is takes the short way.
func first(text string) (glyph, rest string, width int) {
	if r, size := utf8.DecodeRuneInString(text); lone(r) {
		if next, _ := utf8.DecodeRuneInString(text[size:]); size == len(text) || lone(next) {
			return text[:size], text[size:], 1
		}
	}
	glyph, rest, width, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	return glyph, rest, width
}
