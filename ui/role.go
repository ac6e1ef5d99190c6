package ui

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
	"dogfight/ui/cells"
	"dogfight/ui/palette"
	"dogfight/ui/term"
)

// The menus are drawn in roles, those of the match screen's HUD: tview's colours
// belong to the whole process, while each session has a theme and a terminal of its
// own. The session's terminal gives them their tones when it shows what was drawn.
var (
	panelColor  = role(palette.Panel)
	fieldColor  = role(palette.PanelMarked)
	labelColor  = role(palette.Label)
	textColor   = role(palette.Text)
	strongColor = role(palette.Strong)
	ruleColor   = role(palette.Rule)
	accentColor = role(palette.Accent)
	badColor    = role(palette.Bad)
)

var (
	plain    = tcell.StyleDefault.Foreground(textColor)
	faint    = tcell.StyleDefault.Foreground(labelColor)
	accent   = tcell.StyleDefault.Foreground(accentColor)
	selected = tcell.StyleDefault.Foreground(role(palette.ChosenInk)).Background(role(palette.Chosen))
)

// role returns the colour that stands for one of a palette.
func role(k canvas.Colour) tcell.Color { return term.Role(int(k)) }

// colourOf returns which colour of a palette a role stands for, or Space for the
// terminal's own.
func colourOf(c cells.Colour) (k canvas.Colour, ok bool) {
	n, ok := c.Role()
	if c == 0 || !ok {
		return canvas.Space, c == 0
	}
	return canvas.Colour(n), true
}

// painter returns what replaces roles by the tones of a palette, on a terminal of
// so many colours, and its own ink and ground by those of the palette if it is painted over.
// All else stays as it is.
func painter(p canvas.Palette, colours int, over bool) func(cells.Style) cells.Style {
	byRole := rolePainter(p, colours)
	if !over || colours == 0 {
		return byRole
	}
	own := p.Style(colours, palette.Text, palette.Text)
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
		ink, inkKnown := colourOf(style.Ink)
		ground, groundKnown := colourOf(style.Ground)
		if !inkKnown || !groundKnown || ink == ground && ink == canvas.Space {
			return style
		}
		painted := p.Style(colours, ink, ground)
		painted.Manner |= style.Manner
		return painted
	}
}
