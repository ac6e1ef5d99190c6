package ui

import (
	"sync"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// paint gives everything the colours of the Settings. If their theme is no good,
// the one that fits the terminal is taken in its place.
func (a *app) paint() error {
	a.told = a.term.Told()
	a.term.Fit() // in as many colours as it has told of
	s := &a.conf.Settings
	palette, err := paletteOf(a.conf.Themes, ThemeOn(a.told.Background, s.Theme), s.ColourBlind)
	if err != nil {
		s.Theme = assets.AutoTheme
		palette, _ = paletteOf("", ThemeOn(a.told.Background, s.Theme), s.ColourBlind)
	}
	a.palette = palette
	a.usePalette()
	return err
}

// usePalette hands the palette to those who draw with it.
func (a *app) usePalette() {
	colours := a.palette
	if a.fewerBytes() {
		colours = canvas.FewTones(colours)
	}
	a.term.Recolour(painter(colours, a.screen.Colors(), a.paintsGround()))
	if a.flight != nil {
		a.flight.screen.Set(a.look())
	}
	if a.backdrop != nil {
		a.backdrop.screen.Set(a.look())
	}
}

// paletteOf returns the colours of a theme, which may be the user's own in a folder.
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

// builtInThemes has the built-in themes that were parsed, *assets.Theme by name.
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

func standardTheme() string { return assets.ThemeNamesIn("")[0] }

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

// tview's look is one for the whole process, so it is set once and for all, to
// roles.
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
	// One kind of border, whether it has the focus or not.
	tview.Borders.HorizontalFocus, tview.Borders.VerticalFocus = tview.Borders.Horizontal, tview.Borders.Vertical
	tview.Borders.TopLeftFocus, tview.Borders.TopRightFocus = tview.Borders.TopLeft, tview.Borders.TopRight
	tview.Borders.BottomLeftFocus, tview.Borders.BottomRightFocus = tview.Borders.BottomLeft, tview.Borders.BottomRight
}

// openTerminal takes over the process's own terminal, and has it tell of itself: a later answer is used when it
// comes. The round trip is that to it, 0 for not known. Ending is closed when the program is to end.
func openTerminal(colours term.Colours, roundTrip time.Duration, ending <-chan struct{}) (*term.Terminal, error) {
	t, err := term.Open(colours, ending)
	if err == nil {
		t.AwaitAnswers(roundTrip)
	}
	return t, err
}

// ThemeOn returns the theme that a name stands for on a background.
func ThemeOn(b term.Background, name string) string {
	switch {
	case name != assets.AutoTheme:
		return name
	case b.Light:
		return lightTheme
	}
	return standardTheme()
}

// lightTheme is the built-in one for light backgrounds.
const lightTheme = "daylight"

// repaint repaints if the terminal has told something else of itself.
func (a *app) repaint() {
	if a.term.Told() != a.told {
		a.paint() // a broken theme was reported before
		a.term.SetASCII(a.ascii())
	}
}

// paintsGround reports whether the terminal's own background is painted over: it may be
// anything until the terminal has reported it, and text must be legible on it. In the rich tier it
// always is, for dust is shades of space.
func (a *app) paintsGround() bool {
	own := a.told.Background
	return !own.Told || a.tier() == canvas.Rich || !canvas.Legible(a.palette, a.screen.Colors(), own.RGB)
}
