package canvas

import (
	"strings"
	"unicode/utf8"
)

// Clusters numbers the characters of several runes that appeared on a screen.
type Clusters struct {
	texts  []string
	places map[string]Glyph
}

const moreRunes Glyph = 1 << 31

// maxClusters bounds the memory that names and chat of strangers can take.
const maxClusters = 1 << 14

// Glyph returns the glyph of a whole character.
func (c *Clusters) Glyph(text string) Glyph {
	if r, size := utf8.DecodeRuneInString(text); size == len(text) {
		return Glyph(r)
	}
	if g, ok := c.places[text]; ok {
		return g
	}
	if c.places == nil {
		c.places = map[string]Glyph{}
	}
	text = strings.Clone(text) // a substring would keep its whole line in memory
	g := moreRunes | Glyph(len(c.texts))
	c.texts = append(c.texts, text)
	c.places[text] = g
	return g
}

// Several reports whether g is a character of several runes.
func (g Glyph) Several() bool { return g&moreRunes != 0 }

// Full reports whether to start again with a new Clusters.
func (c *Clusters) Full() bool { return len(c.texts) > maxClusters }

// Len returns the number of stored characters.
func (c *Clusters) Len() int { return len(c.texts) }

// Text returns the character of a glyph.
func (c *Clusters) Text(g Glyph) string {
	if g.Several() {
		return c.texts[g&^moreRunes]
	}
	if g < utf8.RuneSelf {
		return ascii[g : g+1]
	}
	return string(rune(g))
}

// Append appends the character of a glyph.
func (c *Clusters) Append(b []byte, g Glyph) []byte {
	if g.Several() {
		return append(b, c.texts[g&^moreRunes]...)
	}
	return utf8.AppendRune(b, rune(g))
}

// ascii has each ASCII character at its own index: a slice of it allocates nothing.
var ascii = func() string {
	var b strings.Builder
	for r := range rune(utf8.RuneSelf) {
		b.WriteRune(r)
	}
	return b.String()
}()
