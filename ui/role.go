package ui

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
	"dogfight/ui/cells"
	"dogfight/ui/play"
)

// The colours of the menus are no real ones but roles, those of the match
// screen's HUD: tview's colours belong to the whole process, while each session
// has a theme and a terminal of its own. The session's terminal replaces them
// when it shows what was drawn.
var (
	panelColor  = role(play.Panel)
	fieldColor  = role(play.Marked)
	labelColor  = role(play.Label)
	textColor   = role(play.Text)
	strongColor = role(play.Strong)
	accentColor = role(play.Accent)
	badColor    = role(play.Bad)
)

var (
	plain    = tcell.StyleDefault.Foreground(textColor)
	faint    = tcell.StyleDefault.Foreground(labelColor)
	accent   = tcell.StyleDefault.Foreground(accentColor)
	selected = tcell.StyleDefault.Foreground(role(play.ChosenInk)).Background(role(play.Chosen))
)

// firstRole is where roles begin among the palette colours, of which terminals
// have 256.
const firstRole = 1000

// role returns the colour that stands for one of a palette.
func role(k canvas.Colour) tcell.Color { return tcell.PaletteColor(firstRole + int(k)) }

// colourOf returns which colour of a palette of so many a role stands for, or
// Space for the terminal's own.
func colourOf(c cells.Colour, many int) (k canvas.Colour, ok bool) {
	n, numbered := c.Number()
	switch {
	case c == 0:
		return canvas.Space, true
	case numbered && n >= firstRole && n < firstRole+many:
		return canvas.Colour(n - firstRole), true
	}
	return canvas.Space, false
}

// painter returns what replaces roles by the tones of a palette, on a terminal of
// so many colours, and its own ink and ground by those of the palette if it is painted over.
// All else stays as it is.
func painter(p canvas.Palette, colours int, over bool) func(cells.Style) cells.Style {
	byRole := rolePainter(p, colours)
	if !over || colours == 0 {
		return byRole
	}
	own := p.Style(colours, play.Text, play.Text)
	own.Ground = p.Ground(colours)
	return func(style cells.Style) cells.Style {
		style = byRole(style)
		if style.Ground == 0 {
			style.Ground = own.Ground
		}
		if style.Ink == 0 {
			style.Ink = own.Ink
		}
		return style
	}
}

// rolePainter is painter for roles alone.
func rolePainter(p canvas.Palette, colours int) func(cells.Style) cells.Style {
	return func(style cells.Style) cells.Style {
		ink, inkKnown := colourOf(style.Ink, len(p))
		ground, groundKnown := colourOf(style.Ground, len(p))
		if !inkKnown || !groundKnown || ink == ground && ink == canvas.Space {
			return style
		}
		painted := p.Style(colours, ink, ground)
		painted.Manner |= style.Manner
		return painted
	}
}
