package canvas

import ()

// leastContrast is what text needs to be read (WCAG 2.2, 1.4.3).
const leastContrast = 4.5

// mustRead are the colours that have to be told from the ground of space: those of text,
// and of one's own ship.
var mustRead = []Colour{OwnBright, OwnMiddle, LabelInk, TextInk, Strong, Accent, Good, Fair, Bad}

// Legible reports whether all that has to be read can be, in the colours of a palette, on a
// ground 0xRRGGBB of a terminal of so many colours.
func Legible(p Palette, colours, ground int) bool {
	if colours == 0 {
		return true // nothing is there but the terminal's own
	}
	for _, k := range mustRead {
		ink, _ := p.Style(colours, k, SpaceTone).Ink.Hex()
		if Contrast(ink, ground) < leastContrast {
			return false
		}
	}
	return true
}
