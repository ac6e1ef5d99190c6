package canvas

import (
	"slices"
)

// dimness is how much of a colour is left of it in what lies behind a page, in sixteenths.
const dimness = 7

// Dimmed returns a palette in which all that is in space lies farther back, nearer to the colour of Space, and text and its
// grounds are as before.
func Dimmed(p Palette) Palette {
	dim := slices.Clone(p)
	ground, _ := toneColour(p[SpaceTone]).Hex()
	for k := SpaceTone + 1; k < BarTrack; k++ {
		hex, _ := toneColour(p[k]).Hex()
		hex = between(ground, hex, dimness, 16)
		if p[k].Rich != 0 {
			dim[k].Rich = nearestNumber(hex)
		}
		if dim[k].Rich == p[SpaceTone].Rich {
			dim[k].Rich = 0 // it cannot be told from Space, which may be the terminal's own
		}
		dim[k].True = RGB(hex)
		dim[k].Mono = MonoFaint
		if p[k].Basic != p[SpaceTone].Basic {
			dim[k].Basic = basicDim
		}
	}
	return dim
}

// basicDim is the grey of 16 colours.
const basicDim = 8

// toneColour is the closest colour that a tone has.
func toneColour(t Tone) CellColour {
	if t.True != 0 {
		return t.True
	}
	return Numbered(int(t.Rich))
}

// between returns a colour that is so many parts of the way from one to another.
func between(from, to, part, of int) (hex int) {
	for shift := 0; shift <= 16; shift += 8 {
		a, b := from>>shift&255, to>>shift&255
		hex |= (a + (b-a)*part/of) << shift
	}
	return hex
}

// numbered is the 256 colours as 0xRRGGBB.
var numbered = func() (hexes [256]int) {
	for n := range hexes {
		hexes[n], _ = Numbered(n).Hex()
	}
	return hexes
}()

// nearestNumber returns which of the 256 colours is nearest to another, of those that look alike everywhere.
func nearestNumber(hex int) uint8 {
	best, least := 0, 1<<30
	for n := 16; n < 256; n++ {
		far := 0
		for shift := 0; shift <= 16; shift += 8 {
			d := hex>>shift&255 - numbered[n]>>shift&255
			far += d * d
		}
		if far < least {
			best, least = n, far
		}
	}
	return uint8(best)
}
