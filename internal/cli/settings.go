package cli

import (
	"errors"
	"io/fs"
	"os"

	"dogfight/internal/config"
	"dogfight/ui"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// savedSettings are the player's settings from the last time.
type savedSettings struct {
	config.Settings
	newcomer bool  // none are saved yet
	problem  error // of the file; the Settings are valid all the same
}

func (p *program) readSettings() savedSettings {
	s, err := config.ReadSettings(p.dirs.Settings())
	_, missing := os.Stat(p.dirs.Settings())
	return savedSettings{s, errors.Is(missing, fs.ErrNotExist), err}
}

// playerName returns the player's name without a flag.
func (s *savedSettings) playerName() string {
	if s.Name != "" {
		return s.Name
	}
	return config.UserName()
}

// shipColour returns the colour of the player's ship without a flag.
func (s *savedSettings) shipColour() uint8 {
	number, _ := canvas.ShipColourNamed(s.ShipColour)
	return number
}

// ui returns the settings as the screens have them.
func (s *savedSettings) ui() ui.Settings {
	return ui.Settings{
		Glyphs: glyphsOf[s.Glyphs], FewerFlashes: s.FewerFlashes, ReducedMotion: s.ReducedMotion, NoDamageNumbers: !s.DamageNumbers, NoKillCam: !s.KillCam,
		FrameRate: s.FrameRate, Theme: s.Theme, ColourBlind: paletteOf[s.Palette], Keys: s.Keys, Mouse: steeringOf[s.Steering],
		Sound: soundOf[s.Sound], Volume: s.Volume,
	}
}

// saveSettings is the ui's Save.
func (p *program) saveSettings(was, is ui.Preferences) error {
	return config.ChangeSettings(p.dirs.Settings(), func(s *config.Settings) { saveChanges(s, was, is) })
}

// saveChanges copies the values that the player has changed. Others keep those of the file: a flag or the locale may have overridden them.
func saveChanges(s *config.Settings, was, is ui.Preferences) {
	saveChange(&s.Name, was.Name, is.Name)
	saveChange(&s.ShipColour, canvas.ShipColour(was.ShipColour), canvas.ShipColour(is.ShipColour))
	saveChange(&s.Glyphs, wordOf(glyphsOf, was.Glyphs), wordOf(glyphsOf, is.Glyphs))
	saveChange(&s.FewerFlashes, was.FewerFlashes, is.FewerFlashes)
	saveChange(&s.ReducedMotion, was.ReducedMotion, is.ReducedMotion)
	saveChange(&s.DamageNumbers, !was.NoDamageNumbers, !is.NoDamageNumbers)
	saveChange(&s.KillCam, !was.NoKillCam, !is.NoKillCam)
	saveChange(&s.FrameRate, was.FrameRate, is.FrameRate)
	saveChange(&s.Colours, wordOf(coloursOf, was.Colours), wordOf(coloursOf, is.Colours))
	saveChange(&s.Theme, was.Theme, is.Theme)
	saveChange(&s.Palette, wordOf(paletteOf, was.ColourBlind), wordOf(paletteOf, is.ColourBlind))
	saveChange(&s.Keys, was.Keys, is.Keys)
	saveChange(&s.Steering, wordOf(steeringOf, was.Mouse), wordOf(steeringOf, is.Mouse))
	saveChange(&s.Sound, wordOf(soundOf, was.Sound), wordOf(soundOf, is.Sound))
	saveChange(&s.Volume, was.Volume, is.Volume)
}

func saveChange[T comparable](saved *T, was, is T) {
	if is != was {
		*saved = is
	}
}

// The words of settings.toml.
var (
	glyphsOf = map[string]ui.Glyphs{
		"auto":     ui.BestGlyphs,
		"half":     ui.HalfGlyphs,
		"blocks":   ui.BlockGlyphs,
		"sextants": ui.SextantGlyphs,
		"octants":  ui.OctantGlyphs,
		"braille":  ui.BrailleGlyphs,
		"ascii":    ui.ASCIIGlyphs,
	}
	coloursOf = map[string]term.Colours{
		"auto": term.AutoColours,
		"mono": term.NoColours,
		"16":   term.Colours16,
		"256":  term.Colours256,
		"true": term.TrueColours,
	}
	soundOf    = map[string]ui.Sound{"auto": ui.AutoSound, "off": ui.NoSound, "bell": ui.BellSound}
	steeringOf = map[string]bool{"keys": false, "mouse": true}
	paletteOf  = map[string]bool{"standard": false, "colour-blind": true}
)

func wordOf[T comparable](words map[string]T, value T) string {
	for word, v := range words {
		if v == value {
			return word
		}
	}
	panic("a setting without a word") // the ui offers only those with one
}
