package ui

import (
	"sync"

	"dogfight/assets"
	"dogfight/ui/canvas"
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
