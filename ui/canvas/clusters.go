package canvas

import (
	"strings"
	"unicode/utf8"
)

// Clusters number the characters of several runes that were drawn on a screen.
type Clusters struct {
	texts  []string
	places map[string]CellGlyph
}

const moreRunes CellGlyph = 1 << 31

// maxClusters bounds what strangers can fill with names and chat.
const maxClusters = 1 << 14

// Glyph returns what stands for a character, of which text is all.
func (c *Clusters) Glyph(text string) CellGlyph {
	if r, size := utf8.DecodeRuneInString(text); size == len(text) {
		return CellGlyph(r)
	}
	if g, ok := c.places[text]; ok {
		return g
	}
	if c.places == nil {
		c.places = map[string]CellGlyph{}
	}
	text = strings.Clone(text) // or it keeps the whole line that it was cut from
	g := moreRunes | CellGlyph(len(c.texts))
	c.texts = append(c.texts, text)
	c.places[text] = g
	return g
}

// Several reports whether it is a character of several runes.
func (g CellGlyph) Several() bool { return g&moreRunes != 0 }

// Full reports whether it is time to begin anew, with another Clusters.
func (c *Clusters) Full() bool { return len(c.texts) > maxClusters }

// Len is how many characters are kept.
func (c *Clusters) Len() int { return len(c.texts) }

// Text returns what a glyph stands for.
func (c *Clusters) Text(g CellGlyph) string {
	if g.Several() {
		return c.texts[g&^moreRunes]
	}
	if g < utf8.RuneSelf {
		return ascii[g : g+1]
	}
	return string(rune(g))
}

// Append appends what a glyph stands for.
func (c *Clusters) Append(b []byte, g CellGlyph) []byte {
	if g.Several() {
		return append(b, c.texts[g&^moreRunes]...)
	}
	return utf8.AppendRune(b, rune(g))
}

// ascii is a string of which each ASCII character is a part, at its own number.
var ascii = func() string {
	var b strings.Builder
	for r := range rune(utf8.RuneSelf) {
		b.WriteRune(r)
	}
	return b.String()
}()
