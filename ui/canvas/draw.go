package canvas

import "github.com/gdamore/tcell/v2"

// Draw puts the picture on the terminal, over whatever is there. It writes every cell
// and leaves it to the screen to send those that changed.
func (c *Canvas) Draw(t tcell.Screen) { c.draw(t, false) }

// DrawAlone clears the terminal and puts the picture on it. That is faster, since
// most of space is empty.
func (c *Canvas) DrawAlone(t tcell.Screen) {
	t.Clear()
	c.draw(t, true)
}

// draw writes the cells; on a cleared terminal, those with something in them.
func (c *Canvas) draw(t tcell.Screen, cleared bool) {
	d := depthOf(t.Colors())
	pen := pen{palette: c.Palette, depth: d}
	for y := range c.height {
		for x := range c.width {
			at := &c.cells[y*c.width+x]
			if at.covered || cleared && *at == (cell{}) {
				continue
			}
			glyph, ink, ground := at.look(c.Mode == ASCII, d)
			t.Put(x, y, glyph, pen.style(ink, ground))
		}
	}
}

// pen remembers the last style, since neighbours often share one.
type pen struct {
	palette     Palette
	depth       depth
	ink, ground Colour
	last        tcell.Style
}

func (p *pen) style(ink, ground Colour) tcell.Style {
	if ink != p.ink || ground != p.ground {
		p.ink, p.ground = ink, ground
		p.last = p.palette.style(p.depth, ink, ground)
	}
	return p.last
}

// look returns the character that shows the cell, and its colours. The same
// cell always looks the same, whatever is beside it, and cells of the same two
// colours share one style, so that a moving picture changes few bytes.
func (at *cell) look(ascii bool, d depth) (glyph string, ink, ground Colour) {
	if at.glyph != "" {
		return at.glyph, at.ink, at.background()
	}
	if at.dots != 0 {
		return brailleGlyphs[at.dots|at.halfAsDots()], at.ink, at.background()
	}
	if ascii {
		return at.plainPixels(), max(at.upper, at.lower), Space
	}
	switch {
	case at.upper == at.lower && d != noColours:
		return " ", Space, at.upper // a full block would show seams between rows in many fonts
	case at.upper == at.lower && at.upper == Space:
		return " ", Space, Space
	case at.lower == Space:
		return "▀", at.upper, Space
	case at.upper == Space:
		return "▄", at.lower, Space
	case d == noColours:
		return "█", at.upper, Space
	case at.upper > at.lower:
		return "▀", at.upper, at.lower
	}
	return "▄", at.lower, at.upper
}

// halfAsDots returns, where but one pixel of a cell is set, the dots that cover it:
// dots have one colour for all, but a rock keeps its edge.
func (at *cell) halfAsDots() uint8 {
	switch {
	case at.lower == Space && at.upper != Space:
		return 0x1b
	case at.upper == Space && at.lower != Space:
		return 0xe4
	}
	return 0
}

// brailleGlyphs has a glyph for each set of dots.
var brailleGlyphs = func() (glyphs [256]string) {
	for dots := range glyphs {
		glyphs[dots] = string(rune(0x2800 + dots))
	}
	return glyphs
}()
