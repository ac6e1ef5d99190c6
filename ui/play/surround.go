package play

import (
	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// The largest match that is drawn: a larger screen shows no more of the arena.
const (
	widestField = 160
	widestPanel = 40
	tallest     = 60 // rows, with the lines above and below
)

// surround is the fixed sky around a match on a larger screen.
type surround struct {
	on   canvas.Inset // the match
	rows []uint32     // its write count of each row after the last picture
}

// middle returns the part of a screen for the match, usually all of it.
func (s *surround) middle(t canvas.Screen, panel bool) canvas.Screen {
	widest := widestField
	if panel {
		widest += widestPanel
	}
	width, height := t.Size()
	in := canvas.Inset{Screen: t, Width: min(width, widest), Height: min(height, tallest)}
	in.X, in.Y = (width-in.Width)/2, (height-in.Height)/2
	if in != s.on || len(s.rows) != height {
		s.on, s.rows = in, nil
	}
	if in.Width == width && in.Height == height {
		return t
	}
	return &s.on
}

// draw draws the sky in rows that have changed since the last picture.
func (s *surround) draw(t canvas.Screen, c *canvas.Canvas) {
	width, height := t.Size()
	if s.on.Width == width && s.on.Height == height {
		return
	}
	if s.rows == nil {
		s.rows = make([]uint32, height)
	}
	for y := range height {
		if t.Written(y) == s.rows[y] {
			continue
		}
		left, right := width, width
		if uint(y-s.on.Y) < uint(s.on.Height) {
			left, right = s.on.X, s.on.X+s.on.Width
		}
		s.drawRow(t, c, 0, left, y)
		s.drawRow(t, c, right, width, y)
	}
}

// drawRow draws a row between two columns.
func (s *surround) drawRow(t canvas.Screen, c *canvas.Canvas, from, to, y int) {
	row := t.Span(from, y, to-from)
	for i := range row {
		glyph, ink := s.cell(c.Mode, from+i, y)
		row[i].Show(glyph, c.Palette.Style(t.Colours(), ink, canvas.Space))
	}
}

// cell returns the content of a cell: a frame around the match, a star, or nothing.
func (s *surround) cell(m canvas.Mode, x, y int) (canvas.Glyph, canvas.Colour) {
	if line := s.line(x, y); line >= 0 {
		lines := [...]rune{'─', '│', '┌', '┐', '└', '┘'}
		if m == canvas.ASCII {
			lines = [...]rune{'-', '|', '+', '+', '+', '+'}
		}
		return canvas.Glyph(lines[line]), canvas.RuleInk
	}
	glyph, ink := scene.StarAt(m, x, y)
	return canvas.Glyph(glyph), ink
}

// line returns the part of the frame in a cell, or -1.
func (s *surround) line(x, y int) int {
	x, y = x-s.on.X, y-s.on.Y
	across, along := x >= 0 && x < s.on.Width, y >= 0 && y < s.on.Height
	above, below, before, behind := y == -1, y == s.on.Height, x == -1, x == s.on.Width
	switch {
	case across && (above || below):
		return 0
	case along && (before || behind):
		return 1
	case above && before:
		return 2
	case above && behind:
		return 3
	case below && before:
		return 4
	case below && behind:
		return 5
	}
	return -1
}

// settle notes the rows as drawn.
func (s *surround) settle(t canvas.Screen) {
	for y := range s.rows {
		s.rows[y] = t.Written(y)
	}
}

// beside caches the colours beside the own ship, for a palette and a terminal.
type beside struct {
	is      canvas.Beside
	from    *canvas.Tone
	colours int
}

// settle updates them for a canvas on a terminal of so many colours. ASCII, and a picture without colours, need empty
// space around a ship.
func (b *beside) settle(c *canvas.Canvas, colours int) {
	if c.Mode == canvas.ASCII {
		colours = 0
	}
	if b.from == &c.Palette[0] && b.colours == colours {
		return
	}
	b.is, b.from, b.colours = canvas.BesideShip(c.Palette, colours), &c.Palette[0], colours
}
