package ui

import (
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// Glyphs is what the player wants everything to be drawn with.
type Glyphs uint8

// The choices.
const (
	BestGlyphs    Glyphs = 0 // the best that the terminal is known to have
	BrailleGlyphs Glyphs = 1
	BlockGlyphs   Glyphs = 2
	ASCIIGlyphs   Glyphs = 3 // for all text too
	HalfGlyphs    Glyphs = 4
	SextantGlyphs Glyphs = 5
	OctantGlyphs  Glyphs = 6
)

// chosenModes are the drawing modes of the choices but for BestGlyphs.
var chosenModes = map[Glyphs]canvas.Mode{
	BrailleGlyphs: canvas.Braille, BlockGlyphs: canvas.Blocks, ASCIIGlyphs: canvas.ASCII, HalfGlyphs: canvas.Halves,
	SextantGlyphs: canvas.Sextants, OctantGlyphs: canvas.Octants,
}

// ownGlyphs are the terminals that draw more than blocks by themselves, whatever the font has, since which version; the finest
// first. Nothing else tells: the cursor moves on alike where a glyph is missing.
var ownGlyphs = [...]struct {
	name string
	from term.Version
	mode canvas.Mode
}{
	{"kitty", term.Version{0, 40}, canvas.Octants}, {"kitty", term.Version{0, 20}, canvas.Sextants},
	{"foot", term.Version{1, 20}, canvas.Octants}, {"foot", term.Version{1, 10}, canvas.Sextants},
	{"ghostty", term.Version{1}, canvas.Octants},
	{"dogfight-page", term.Version{}, canvas.Octants}, // ours, for browsers: it draws them itself
	{"VTE", term.Version{0, 78}, canvas.Octants}, {"VTE", term.Version{0, 62}, canvas.Sextants},
	{"WezTerm", term.Version{20240204}, canvas.Octants}, {"WezTerm", term.Version{20220101}, canvas.Sextants},
	{"Alacritty", term.Version{0, 13, 2}, canvas.Sextants},
}

// Mode returns the drawing mode on a terminal, and why. A locale without UTF-8 allows nothing but
// ASCII.
func (g Glyphs) Mode(t term.Traits, p term.Program) (mode canvas.Mode, why string) {
	wanted, chosen := chosenModes[g]
	switch {
	case t.ASCII:
		return canvas.ASCII, "the locale's character set is not UTF-8"
	case chosen:
		return wanted, "by your settings"
	case t.Inside || p.Multiplexes():
		return canvas.Blocks, "the terminal around tmux or screen is not known"
	case t.Console():
		return canvas.Halves, "consoles have little more"
	case p.Name == "":
		return canvas.Blocks, "the terminal does not tell its name"
	}
	for _, own := range ownGlyphs {
		if p.Is(own.name) && !p.Version.Less(own.from) {
			return own.mode, p.String() + " draws them by itself"
		}
	}
	return canvas.Blocks, p.String() + " is not known to draw finer ones"
}
