package ui

import (
	"cmp"
	"sync"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// The menus are drawn in roles, those of the match screen's HUD: tview's colours belong to the whole process, while
// each session has its own theme and terminal. The session's terminal replaces them by colours.
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

// tview has one theme for the whole process.
func init() {
	tview.Styles = tview.Theme{
		PrimitiveBackgroundColor:    panelColor,
		ContrastBackgroundColor:     panelColor,
		MoreContrastBackgroundColor: fieldColor,
		BorderColor:                 ruleColor,
		TitleColor:                  accentColor,
		GraphicsColor:               ruleColor,
		PrimaryTextColor:            textColor,
		SecondaryTextColor:          labelColor,
		TertiaryTextColor:           accentColor,
		InverseTextColor:            panelColor,
		ContrastSecondaryTextColor:  labelColor,
	}
	// One kind of border, with the focus or without.
	b := &tview.Borders
	b.HorizontalFocus, b.VerticalFocus = b.Horizontal, b.Vertical
	b.TopLeftFocus, b.TopRightFocus, b.BottomLeftFocus, b.BottomRightFocus = b.TopLeft, b.TopRight, b.BottomLeft, b.BottomRight
}

// role returns the colour that represents one of a palette.
func role(k canvas.Colour) tcell.Color { return term.Role(int(k)) }

// roleOf returns the colour of a palette that a role represents, or Space for the terminal's own.
func roleOf(c canvas.TermColour) (k canvas.Colour, ok bool) {
	n, ok := c.Role()
	if c == 0 || !ok {
		return canvas.Space, c == 0
	}
	return canvas.Colour(n), true
}

// painter returns a function that replaces roles by the colours of a palette, on a terminal of so many colours. With
// over it also replaces the terminal's own ink and ground.
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
		ink, isInk := roleOf(style.Ink)
		ground, isGround := roleOf(style.Ground)
		if !isInk || !isGround || ink == ground && ink == canvas.Space {
			return style
		}
		painted := p.Style(colours, ink, ground)
		painted.Manner |= style.Manner
		return painted
	}
}

// paletteOf returns the colours of a theme on the terminal.
func (a *app) paletteOf(theme string) (canvas.Palette, error) {
	return paletteOf(a.conf.Themes, ThemeOn(a.reported.Background, theme), a.conf.Settings.ColourBlind)
}

// paint applies the theme that is previewed, or else that of the Settings. If it is broken, the default one for the
// terminal replaces it.
func (a *app) paint() error {
	a.reported = a.term.Reported()
	a.term.Fit() // in the reported number of colours
	s := &a.conf.Settings
	palette, err := a.paletteOf(cmp.Or(a.previewed, s.Theme))
	if err != nil {
		s.Theme, a.previewed = assets.AutoTheme, ""
		palette, _ = paletteOf("", ThemeOn(a.reported.Background, s.Theme), s.ColourBlind)
	}
	a.palette = palette
	if a.lowBandwidth() {
		palette = canvas.FewTones(palette)
	}
	a.term.Recolour(painter(palette, a.screen.Colors(), a.paintsGround()))
	if a.flight != nil {
		a.flight.applySettings()
	}
	if a.backdrop != nil {
		a.backdrop.screen.Set(a.screenOptions())
	}
	return err
}

// paintsGround reports whether the terminal's own background is painted over: in the rich tier, for the shades of
// space, and elsewhere unless the terminal has reported a background on which text is legible.
func (a *app) paintsGround() bool {
	own := a.reported.Background
	return !own.Reported || a.tier() == canvas.Rich || !canvas.Legible(a.palette, a.screen.Colors(), own.RGB)
}

// paletteOf returns the colours of a theme, which may be in the user's own folder.
func paletteOf(folder, theme string, colourBlind bool) (canvas.Palette, error) {
	standard, err := themeIn("", standardTheme())
	if err != nil {
		return nil, err
	}
	chosen, err := themeIn(folder, theme)
	if err != nil {
		return nil, err
	}
	return canvas.PaletteOf(colourBlind, standard, chosen), nil
}

// builtInThemes has the parsed built-in themes, *assets.Theme by name.
var builtInThemes sync.Map

// themeIn returns a theme as assets.ThemeIn does. Without a folder it parses each theme once.
func themeIn(folder, name string) (*assets.Theme, error) {
	if folder != "" {
		return assets.ThemeIn(folder, name, canvas.Roles())
	}
	if parsed, ok := builtInThemes.Load(name); ok {
		return parsed.(*assets.Theme), nil
	}
	theme, err := assets.ThemeIn("", name, canvas.Roles())
	if err == nil {
		builtInThemes.Store(name, theme)
	}
	return theme, err
}

// lightTheme is the built-in one for light backgrounds.
const lightTheme = "daylight"

func standardTheme() string { return assets.ThemeNamesIn("")[0] }

// ThemeOn returns the theme of a name, which may be assets.AutoTheme, on a background.
func ThemeOn(b term.Background, name string) string {
	switch {
	case name != assets.AutoTheme:
		return name
	case b.Light:
		return lightTheme
	}
	return standardTheme()
}
