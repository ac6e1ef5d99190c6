package canvas

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Text writes a line of text from cell (x, y) on, over the dots, and returns the column after it. It drops text outside the
// canvas and characters that Clean removes.
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

// CutText is Text for as much of a text as fits into so many columns; see Cut. It allocates nothing.
func (c *Canvas) CutText(x, y int, text string, columns int, ink Colour) int {
	text, cut := cut(text, columns)
	if x = c.Text(x, y, text, ink); cut {
		x = c.Text(x, y, more, ink)
	}
	return x
}

// Number writes a number.
func (c *Canvas) Number(x, y, n int, ink Colour) int {
	var digits [20]byte
	for _, digit := range strconv.AppendInt(digits[:0], int64(n), 10) {
		c.set(x, y, glyph(digit), 1, ink)
		x++
	}
	return x
}

// glyph returns the glyph of a character; none for an empty one.
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

// put writes one character, or its substitute.
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
		c.set(x+i, y, c.glyph(ASCIIFor(character)), 1, ink)
	}
}

// set writes a glyph. A wide one in the last column becomes a blank, and so does none.
func (c *Canvas) set(x, y int, g glyph, width int, ink Colour) {
	if !c.in(x, y) {
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
		at.dots = alike(Space) // an ASCII picture of dots cannot show behind a glyph
	}
	at.glyph, at.ink, at.figure = g, ink, 0
	if width == 2 {
		next := &c.cells[y*c.width+x+1]
		next.glyph, next.figure = covered, 0
	}
}

// cleaned returns the first character that Clean leaves of one, and its width.
func cleaned(character string) (string, int) {
	character = Clean(character)
	if character == "" {
		return "", 1
	}
	character, _, width := first(character)
	return character, width
}

// Width returns the number of columns of a line of text.
func Width(text string) int {
	columns := 0
	for text != "" {
		_, rest, width := first(text)
		columns += width
		text = rest
	}
	return columns
}

// GlyphLen returns the length of the first character of a text with its combining marks, in bytes.
func GlyphLen(text string) int {
	if text == "" {
		return 0
	}
	glyph, _, _ := first(text)
	return len(glyph)
}

// more marks a text whose end is cut.
const more = "…"

// Cut returns a text, or as much of its beginning as fits into so many columns, with a mark that the rest is missing.
func Cut(text string, columns int) string {
	text, cut := cut(text, columns)
	if cut {
		text += more
	}
	return text
}

// CutWidth returns the columns of a text that is cut.
func CutWidth(text string, columns int) int {
	text, cut := cut(text, columns)
	width := Width(text)
	if cut {
		width++
	}
	return width
}

// cut returns the beginning of a text that fits, and whether a mark follows.
func cut(text string, columns int) (start string, marked bool) {
	start = beginning(text, columns)
	if len(start) == len(text) || columns < 3 {
		return start, false
	}
	return strings.TrimRight(beginning(text, columns-1), " "), true
}

// beginning returns as much of a text as fits into so many columns.
func beginning(text string, columns int) string {
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

// maxMarks is the most combining marks in a row: enough for every living script, too few to reach the rows above.
const maxMarks = 3

// Clean removes characters that strangers could do harm with: control and format characters, invisible ones, broken UTF-8
// and towers of combining marks.
func Clean(text string) string {
	if harmless(text) {
		return text
	}
	marks := 0
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Variation_Selector, r):
			return -1 // terminals disagree about the width of the character before
		case r == unicode.ReplacementChar || !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return -1 // some marks are among these
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

// lone reports whether a rune is one of the common ones: ASCII, Latin letters, signs, boxes, blocks and braille. Each is one
// column wide and never combines with another of them.
func lone(r rune) bool {
	switch {
	case r <= '~':
		return r >= ' '
	case r < 0x300:
		return r > 0xa0 && r != 0xad // not the no-break space and the soft hyphen
	case r < 0x2500:
		return r >= 0x2190 && r < 0x2300 || r >= 0x2010 && r < 0x2028 // arrows and operators, bullets and dashes
	}
	return r < 0x25fd || r >= 0x2660 && r < 0x2668 || r >= 0x2800 && r < 0x2900
}

// first splits off the first character (grapheme). Common text takes the fast path.
func first(text string) (glyph, rest string, width int) {
	if r, size := utf8.DecodeRuneInString(text); lone(r) {
		if next, _ := utf8.DecodeRuneInString(text[size:]); size == len(text) || lone(next) {
			return text[:size], text[size:], 1
		}
	}
	glyph, rest, width, _ = uniseg.FirstGraphemeClusterInString(text, -1)
	return glyph, rest, width
}

// Wrap splits a text into rows.
func Wrap(words string, width int) []string {
	var rows []string
	for words != "" {
		row := beginning(words, width)
		if row == "" {
			break // too narrow for one character
		}
		if space := strings.LastIndexByte(row, ' '); len(row) < len(words) && space > len(row)/2 {
			row = row[:space+1]
		}
		rows = append(rows, row)
		words = words[len(row):]
	}
	return rows
}

// Wrapped writes words into an area, as many lines as fit.
func (s *Sheet) Wrapped(a Area, words string) {
	line, y := "", a.Y
	for _, word := range strings.Fields(words) {
		if line != "" && Width(line)+1+Width(word) > a.Width {
			s.Text(a.X, y, line, TextInk)
			line, y = "", y+1
		}
		if y == a.Y+a.Height {
			return
		}
		line = strings.TrimSpace(line + " " + word)
	}
	s.Text(a.X, y, Cut(line, a.Width), TextInk)
}

// PadHint replaces the keys in a line of help by the buttons of a pad.
func PadHint(line string) string { return padHints.Replace(line) }

// Longer keys come before their parts, as the first match wins.
var padHints = strings.NewReplacer(
	"↑↓ PgUp PgDn", "STICK", "PgUp PgDn", "STICK", "↑↓←→", "STICK", "↑↓", "STICK", "←→", "STICK",
	"Enter", "OK", "Esc menu", "MENU", "Esc back", "BACK", "Esc", "BACK", "any key", "any button", "a key", "a button",
)

// Hint returns a line of help for the player's device.
func (s *Sheet) Hint(line string) string {
	if s.Pad {
		return PadHint(line)
	}
	return line
}
