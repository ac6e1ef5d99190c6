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

// kept is what was kept from the last time.
type kept struct {
	config.Settings
	nothing bool  // was kept yet
	problem error // of the file, to be told; the Settings hold all the same
}

func (p *program) readKept() kept {
	s, err := config.ReadSettings(p.dirs.Settings())
	_, missing := os.Stat(p.dirs.Settings())
	return kept{s, errors.Is(missing, fs.ErrNotExist), err}
}

// playerName returns the player's name, as long as no flag says otherwise.
func (k *kept) playerName() string {
	if k.Name != "" {
		return k.Name
	}
	return config.UserName()
}

// shipColour returns the colour of the player's ship, as long as no flag says otherwise.
func (k *kept) shipColour() uint8 {
	number, _ := canvas.ShipColourNamed(k.ShipColour)
	return number
}

// keep is the ui's Keep.
func (p *program) keep(was, is ui.Preferences) error {
	return config.ChangeSettings(p.dirs.Settings(), func(s *config.Settings) { takeOver(s, was, is) })
}

// takeOver changes what the player has changed. The rest stays as it is in the
// file: a flag or the locale may have had another value for this once.
func takeOver(s *config.Settings, was, is ui.Preferences) {
	takeChanged(&s.Name, was.Name, is.Name)
	takeChanged(&s.ShipColour, canvas.ShipColour(was.ShipColour), canvas.ShipColour(is.ShipColour))
	takeChanged(&s.Glyphs, wordOf(glyphsOf, was.Glyphs), wordOf(glyphsOf, is.Glyphs))
	takeChanged(&s.FewerFlashes, was.FewerFlashes, is.FewerFlashes)
	takeChanged(&s.ReducedMotion, was.ReducedMotion, is.ReducedMotion)
	takeChanged(&s.DamageNumbers, !was.NoDamageNumbers, !is.NoDamageNumbers)
	takeChanged(&s.KillCam, !was.NoKillCam, !is.NoKillCam)
	takeChanged(&s.FrameRate, was.FrameRate, is.FrameRate)
	takeChanged(&s.Colours, wordOf(coloursOf, was.Colours), wordOf(coloursOf, is.Colours))
	takeChanged(&s.Theme, was.Theme, is.Theme)
	takeChanged(&s.Palette, wordOf(paletteOf, was.ColourBlind), wordOf(paletteOf, is.ColourBlind))
	takeChanged(&s.Keys, was.Keys, is.Keys)
	takeChanged(&s.Steering, wordOf(steeringOf, was.Mouse), wordOf(steeringOf, is.Mouse))
	takeChanged(&s.Sound, wordOf(soundOf, was.Sound), wordOf(soundOf, is.Sound))
	takeChanged(&s.Volume, was.Volume, is.Volume)
}

func takeChanged[T comparable](kept *T, was, is T) {
	if is != was {
		*kept = is
	}
}

// glyphsOf has every word that the file may say about glyphs.
var glyphsOf = map[string]ui.Glyphs{
	"auto":     ui.BestGlyphs,
	"half":     ui.HalfGlyphs,
	"blocks":   ui.BlockGlyphs,
	"sextants": ui.SextantGlyphs,
	"octants":  ui.OctantGlyphs,
	"braille":  ui.BrailleGlyphs,
	"ascii":    ui.ASCIIGlyphs,
}

// steeringOf has every word that the file may say about what steers: the mouse, or
// not.
var steeringOf = map[string]bool{"keys": false, "mouse": true}

// soundOf has every word that the file may say about sound.
var soundOf = map[string]ui.Sound{"auto": ui.AutoSound, "off": ui.NoSound, "bell": ui.BellSound}

// coloursOf has every word that the file may say about colours.
var coloursOf = map[string]term.Colours{
	"auto": term.AsManyAsItHas,
	"mono": term.NoColours,
	"16":   term.Colours16,
	"256":  term.Colours256,
	"true": term.TrueColours,
}

// paletteOf has every word that the file may say about the palette: whether it is
// for the colour-blind.
var paletteOf = map[string]bool{"standard": false, "colour-blind": true}

func wordOf[T comparable](words map[string]T, value T) string {
	for word, v := range words {
		if v == value {
			return word
		}
	}
	panic("a setting that has no word") // the ui offers only those that have one
}
