package canvas

import "slices"

// dimness is the share of a colour that is left behind a page, in sixteenths.
const dimness = 7

// Dimmed returns a palette for a picture behind a page: everything in space is nearer to Space, text and its grounds are
// unchanged.
func Dimmed(p Palette) Palette {
	dim := slices.Clone(p)
	ground, _ := toneColour(p[Space]).Hex()
	for k := Space + 1; k < BarTrack; k++ {
		hex, _ := toneColour(p[k]).Hex()
		hex = between(ground, hex, dimness, 16)
		if p[k].Rich != 0 {
			dim[k].Rich = nearestNumber(hex)
		}
		if dim[k].Rich == p[Space].Rich {
			dim[k].Rich = 0 // would look like Space, which may be the terminal's own background
		}
		dim[k].True = RGB(hex)
		dim[k].Mono = MonoFaint
		if p[k].Basic != p[Space].Basic {
			dim[k].Basic = darkGrey
		}
	}
	return dim
}

// toneColour returns the most exact colour of a tone.
func toneColour(t Tone) TermColour {
	if t.True != 0 {
		return t.True
	}
	return Numbered(int(t.Rich))
}

// between returns the colour part/of of the way from one to another.
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

// nearestNumber returns the entry of the 256 colours, from 16 on, nearest to a colour.
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

// mergedTones are the colours that FewTones replaces, and their replacements.
var mergedTones = map[Colour]Colour{
	StarNear: StarMiddle, PadMark: StarMiddle, Smoke: StarMiddle,
	OwnBright: OwnMiddle, ownDark: OwnMiddle,
	FlameYellow: FlameOrange, FlameRed: FlameOrange, Ember: FlameOrange,
	DrumShade: DrumBody, DrumLight: DrumBody, DrumBand: DrumBody, OrbDark: OrbMiddle, OrbBright: OrbMiddle,
}

// FewTones returns a palette with fewer tones, all among the 256 colours, which take half the bytes.
func FewTones(p Palette) Palette {
	p = slices.Clone(p)
	for first := teamBright; first < FoeBright+FoeRamps*RampLength; first += RampLength {
		p[first], p[first+2] = p[first+1], p[first+1]
	}
	for from, to := range mergedTones {
		p[from] = p[to]
	}
	for k := range p {
		p[k].True = 0
	}
	return p
}

// Beside maps each colour to the one to draw next to the local player's ship, so that the ship is visible.
type Beside [256]Colour

// BesideShip returns the map for a terminal of so many colours. Without colours everything beside the ship is Space. Other
// ships, fire and shields keep their colours.
func BesideShip(p Palette, colours int) (b Beside) {
	for k := range b {
		b[k] = Colour(k)
	}
	for k := Space + 1; k < BarTrack; k++ {
		if moves := k >= OwnBright && k <= ShieldWorn; !moves {
			b[k] = beside(p, colours, k)
		}
	}
	return b
}

// beside returns the nearest tone of the same rock with enough contrast to the ship; Space if there is none.
func beside(p Palette, colours int, k Colour) Colour {
	if colours == 0 {
		return Space
	}
	first, tones := k, 1
	switch {
	case k >= RockDeep && k <= RockLit:
		first, tones = RockDeep, int(RockLit-RockDeep)+1
	case IsRock(k):
		first, tones = k-(k-Rock)%RockTones, RockTones
	}
	for away := range tones {
		for _, tone := range [...]int{int(k-first) - away, int(k-first) + away} {
			if tone >= 0 && tone < tones && contrastsWithShip(p, colours, first+Colour(tone)) {
				return first + Colour(tone)
			}
		}
	}
	return Space
}

// contrastsWithShip reports whether a tone of the local player's ship has the contrast of text to a colour.
func contrastsWithShip(p Palette, colours int, from Colour) bool {
	for k := OwnBright; k <= ownDark; k++ {
		if Contrast(hexIn(p, colours, k), hexIn(p, colours, from)) >= leastContrast {
			return true
		}
	}
	return false
}

// hexIn returns a colour as 0xRRGGBB on a terminal of so many colours.
func hexIn(p Palette, colours int, k Colour) int {
	hex, known := p.Style(colours, k, Space).Ink.Hex()
	if !known {
		hex, _ = p.Ground(colours).Hex()
	}
	return hex
}
