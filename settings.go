package main

import (
	"path/filepath"

	"dogfight/settings"
	"dogfight/ui"
	"dogfight/ui/term"
)

// kept is what was kept from the last time.
type kept struct {
	settings.Settings
	problem error // of the file, to be told; the Settings hold all the same
}

func settingsFile() string { return filepath.Join(configFolder(), "settings.toml") }

func readKept() kept {
	s, err := settings.Read(settingsFile())
	return kept{s, err}
}

// pilotName returns the player's name, as long as no flag says otherwise.
func (k *kept) pilotName() string {
	if k.Name != "" {
		return k.Name
	}
	return userName()
}

// keep is the ui's Keep.
func keep(was, is ui.Preferences) error {
	return settings.Change(settingsFile(), func(s *settings.Settings) { takeOver(s, was, is) })
}

// takeOver changes what the player has changed. The rest stays as it is in the
// file: a flag or the locale may have had another value for this once.
func takeOver(s *settings.Settings, was, is ui.Preferences) {
	takeChanged(&s.Name, was.Name, is.Name)
	if is.Glyphs != was.Glyphs {
		s.Glyphs = wordFor(is.Glyphs)
	}
	takeChanged(&s.FewerFlashes, was.FewerFlashes, is.FewerFlashes)
	takeChanged(&s.FrameRate, was.FrameRate, is.FrameRate)
}

func takeChanged[T comparable](kept *T, was, is T) {
	if is != was {
		*kept = is
	}
}

// glyphsOf has every word that the file may say about glyphs.
var glyphsOf = map[string]ui.Glyphs{
	"auto":    ui.BestGlyphs,
	"braille": ui.BrailleGlyphs,
	"blocks":  ui.BlockGlyphs,
	"ascii":   ui.ASCIIGlyphs,
}

// wordFor returns what the file says for glyphs.
func wordFor(glyphs ui.Glyphs) string {
	for word, g := range glyphsOf {
		if g == glyphs {
			return word
		}
	}
	return "auto"
}

// coloursOf has every word that the file may say about colours.
var coloursOf = map[string]term.Colours{
	"auto": term.AsManyAsItHas,
	"mono": term.NoColours,
	"16":   term.Colours16,
	"256":  term.Colours256,
	"true": term.TrueColours,
}
