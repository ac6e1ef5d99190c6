package ui

import (
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// Glyphs is what the player wants things drawn with.
type Glyphs uint8

// The choices.
const (
	BestGlyphs    Glyphs = 0 // that the terminal is known to have
	BrailleGlyphs Glyphs = 1
	BlockGlyphs   Glyphs = 2
	ASCIIGlyphs   Glyphs = 3 // for all text too
)

// Mode returns what that is on a terminal. A locale without UTF-8 has nothing but
// ASCII, whatever is wanted.
func (g Glyphs) Mode(t term.Traits) canvas.Mode {
	switch {
	case t.ASCII || g == ASCIIGlyphs:
		return canvas.ASCII
	case g == BlockGlyphs || g == BestGlyphs && !t.Braille():
		return canvas.Blocks
	}
	return canvas.Braille
}
