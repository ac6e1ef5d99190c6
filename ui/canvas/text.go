package canvas

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// Text writes one line of text from cell (x, y) on, over the pixels, and
// returns the column after it. What does not fit on the canvas is left out, and
// so is what Clean would take away.
func (c *Canvas) Text(x, y int, text string, ink Colour) int {
	for text != "" {
		glyph, rest, width := first(text)
		text = rest
		if !harmless(glyph) {
			glyph = Clean(glyph)
		}
		if c.Mode == ASCII {
			glyph = plain(glyph)
		}
		c.put(x, y, glyph, width, ink)
		x += width
	}
	return x
}

// put sets one glyph. One that is wider than what is left of its row, or has
// no width, leaves its cells blank.
func (c *Canvas) put(x, y int, glyph string, width int, ink Colour) {
	if uint(y) >= uint(c.height) || x < 0 || width < 1 || x >= c.width {
		return
	}
	if x+width > c.width || width > 2 {
		glyph, width = " ", 1
	}
	for i := range width {
		c.release(x+i, y)
	}
	at := &c.cells[y*c.width+x]
	at.glyph, at.ink, at.dots = glyph, ink, 0
	if width == 2 && c.Mode == ASCII {
		c.put(x+1, y, glyph, 1, ink)
	} else if width == 2 {
		at.wide = true
		c.cells[y*c.width+x+1].covered = true
		c.cells[y*c.width+x+1].glyph, c.cells[y*c.width+x+1].dots = "", 0
	}
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
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// first splits off the first grapheme. ASCII, which nearly everything is,
// takes the short way.
func first(text string) (glyph, rest string, width int) {
	if text[0] >= ' ' && text[0] <= '~' && (len(text) == 1 || text[1] <= '~') {
		return text[:1], text[1:], 1
	}
	glyph, rest, width, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	return glyph, rest, width
}
