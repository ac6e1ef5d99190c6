package term

import (
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// cell is what one cell of the terminal shows. It is small and without pointers,
// since all of them are compared in every frame.
type cell struct {
	glyph       glyph
	ink, ground colour
	manner      manner
	width       uint16 // 1 or 2, and 0 for the right half of a wide cell
}

// blank is a cell of an empty screen.
var blank = cell{glyph: ' ', width: 1}

// glyph is a rune or, where several make one character, moreRunes and a place
// among the screen's clusters.
type glyph uint32

const moreRunes glyph = 1 << 31

// colour is 0 for what the terminal has by itself, 1 and the number of a palette
// colour, or anyRGB and a colour of 24 bits.
type colour uint32

const anyRGB colour = 1 << 24

func colourOf(c tcell.Color) colour {
	switch {
	case !c.Valid():
		return 0
	case c.IsRGB():
		return anyRGB | colour(c.Hex())
	}
	return colour(c&0xffff) + 1
}

// manner is how text is written, besides its colours.
type manner uint16

// manners are those that are known, with their parameters of SGR (ECMA-48,
// 8.3.117).
var manners = [...]struct {
	attribute tcell.AttrMask
	parameter string
}{
	{tcell.AttrBold, "1"}, {tcell.AttrDim, "2"}, {tcell.AttrItalic, "3"}, {tcell.AttrUnderline, "4"},
	{tcell.AttrBlink, "5"}, {tcell.AttrReverse, "7"}, {tcell.AttrStrikeThrough, "9"},
}

func mannerOf(attributes tcell.AttrMask) (m manner) {
	if attributes == 0 {
		return 0
	}
	for i := range manners {
		if attributes&manners[i].attribute != 0 {
			m |= 1 << i
		}
	}
	return m
}

// style is what tcell calls the look of a cell.
func (c *cell) style() tcell.Style {
	style := tcell.StyleDefault.Foreground(c.ink.tcell()).Background(c.ground.tcell())
	var attributes tcell.AttrMask
	for i := range manners {
		if c.manner&(1<<i) != 0 {
			attributes |= manners[i].attribute
		}
	}
	return style.Attributes(attributes)
}

func (c colour) tcell() tcell.Color {
	switch {
	case c == 0:
		return tcell.ColorDefault
	case c&anyRGB != 0:
		return tcell.NewHexColor(int32(c &^ anyRGB))
	}
	return tcell.PaletteColor(int(c) - 1)
}

// clusters are the characters of several runes that were drawn.
type clusters struct {
	texts  []string
	places map[string]glyph
}

// maxClusters bounds what strangers can fill with names and chat.
const maxClusters = 1 << 14

// glyph returns the number of a character, of which text is all.
func (c *clusters) glyph(text string) glyph {
	if r, size := utf8.DecodeRuneInString(text); size == len(text) {
		return glyph(r)
	}
	if g, ok := c.places[text]; ok {
		return g
	}
	if c.places == nil {
		c.places = map[string]glyph{}
	}
	text = strings.Clone(text) // or it keeps the whole line that it was cut from
	g := moreRunes | glyph(len(c.texts))
	c.texts = append(c.texts, text)
	c.places[text] = g
	return g
}

// full reports whether it is time to begin anew.
func (c *clusters) full() bool { return len(c.texts) > maxClusters }

// text returns what a number stands for.
func (c *clusters) text(g glyph) string {
	if g&moreRunes != 0 {
		return c.texts[g&^moreRunes]
	}
	if g < utf8.RuneSelf {
		return ascii[g : g+1]
	}
	return string(rune(g))
}

// append appends it to b.
func (c *clusters) append(b []byte, g glyph) []byte {
	if g&moreRunes != 0 {
		return append(b, c.texts[g&^moreRunes]...)
	}
	return utf8.AppendRune(b, rune(g))
}
