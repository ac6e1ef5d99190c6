package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dogfight/settings"
	"dogfight/ui"
	"dogfight/ui/term"
)

// kept is what was kept from the last time.
type kept struct {
	settings.Settings
	nothing bool  // was kept yet
	problem error // of the file, to be told; the Settings hold all the same
}

func settingsFile() string { return filepath.Join(configFolder(), "settings.toml") }

func readKept() kept {
	s, err := settings.Read(settingsFile())
	_, missing := os.Stat(settingsFile())
	return kept{s, errors.Is(missing, fs.ErrNotExist), err}
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
	takeChanged(&s.ASCII, was.ASCII, is.ASCII)
	takeChanged(&s.FewerFlashes, was.FewerFlashes, is.FewerFlashes)
	takeChanged(&s.FrameRate, was.FrameRate, is.FrameRate)
}

func takeChanged[T comparable](kept *T, was, is T) {
	if is != was {
		*kept = is
	}
}

// coloursOf has every word that the file may say about colours.
var coloursOf = map[string]term.Colours{
	"auto": term.AsManyAsItHas,
	"mono": term.NoColours,
	"16":   term.Colours16,
	"256":  term.Colours256,
	"true": term.TrueColours,
}
