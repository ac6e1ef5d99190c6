package ui

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// The menus are drawn in roles, those of the match screen's HUD: tview's colours
// belong to the whole process, while each session has a theme and a terminal of its
// own. The session's terminal gives them their tones when it shows what was drawn.
var (
	panelColor  = role(canvas.PanelInk)
	fieldColor  = role(canvas.PanelMarked)
	labelColor  = role(canvas.LabelInk)
	textColor   = role(canvas.TextInk)
	strongColor = role(canvas.Strong)
	ruleColor   = role(canvas.RuleInk)
	accentColor = role(canvas.Accent)
	badColor    = role(canvas.Bad)
)

var (
	plain    = tcell.StyleDefault.Foreground(textColor)
	faint    = tcell.StyleDefault.Foreground(labelColor)
	accent   = tcell.StyleDefault.Foreground(accentColor)
	selected = tcell.StyleDefault.Foreground(role(canvas.ChosenInk)).Background(role(canvas.Chosen))
)

// role returns the colour that stands for one of a palette.
func role(k canvas.Colour) tcell.Color { return term.Role(int(k)) }

// colourOf returns which colour of a palette a role stands for, or Space for the
// terminal's own.
func colourOf(c canvas.CellColour) (k canvas.Colour, ok bool) {
	n, ok := c.Role()
	if c == 0 || !ok {
		return canvas.Space, c == 0
	}
	return canvas.Colour(n), true
}

// painter returns what replaces roles by the tones of a palette, on a terminal of
// so many colours, and its own ink and ground by those of the palette if it is painted over.
// All else stays as it is.
func painter(p canvas.Palette, colours int, over bool) func(canvas.Style) canvas.Style {
	byRole := rolePainter(p, colours)
	if !over || colours == 0 {
		return byRole
	}
	own := p.Style(colours, canvas.TextInk, canvas.TextInk)
	own.Ground = p.Ground(colours)
	return func(style canvas.Style) canvas.Style {
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
func rolePainter(p canvas.Palette, colours int) func(canvas.Style) canvas.Style {
	return func(style canvas.Style) canvas.Style {
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
