package ui

import (
	"dogfight/assets"
	"dogfight/ui/canvas"
	"dogfight/ui/play"
)

// paint gives everything the colours of the Settings. If their theme is no good,
// the one that fits the terminal is taken in its place.
func (a *App) paint() error {
	a.background = a.term.Background()
	s := &a.conf.Settings
	palette, err := paletteOf(a.conf.Themes, ThemeOn(a.background, s.Theme), s.ColourBlind)
	if err != nil {
		s.Theme = assets.AutoTheme
		palette, _ = paletteOf("", ThemeOn(a.background, s.Theme), s.ColourBlind)
	}
	a.palette = palette
	a.usePalette()
	return err
}

// usePalette hands the palette to those who draw with it.
func (a *App) usePalette() {
	a.term.Recolour(painter(a.palette, a.screen.Colors(), a.paintsGround()))
	if a.flight != nil {
		a.flight.screen.Set(a.look())
	}
}

// paletteOf returns the colours of a theme, which may be the user's own in a folder.
func paletteOf(folder, theme string, colourBlind bool) (canvas.Palette, error) {
	standard, err := assets.ThemeIn("", standardTheme(), play.Roles())
	if err != nil {
		return nil, err
	}
	chosen, err := assets.ThemeIn(folder, theme, play.Roles())
	if err != nil {
		return nil, err
	}
	return play.Palette(colourBlind, standard, chosen), nil
}

func standardTheme() string { return assets.ThemeNamesIn("")[0] }
