package canvas

import ()

// Beside is what the colours of all that is in space become beside the own ship, so that it stands out from them.
type Beside [256]Colour

// BesideOwn returns that for a terminal of so many colours; where there are none nothing is beside the ship. Other ships, fire
// and shields stay as they are.
func BesideOwn(p Palette, colours int) (b Beside) {
	for k := range b {
		b[k] = Colour(k)
	}
	for k := SpaceTone + 1; k < BarTrack; k++ {
		if moves := k >= OwnBright && k <= ShieldWorn; !moves {
			b[k] = beside(p, colours, k)
		}
	}
	return b
}

// beside returns the nearest tone of the same rock from which the own ship stands out, or nothing for what has none.
func beside(p Palette, colours int, k Colour) Colour {
	if colours == 0 {
		return SpaceTone
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
			if tone >= 0 && tone < tones && ownStandsOut(p, colours, first+Colour(tone)) {
				return first + Colour(tone)
			}
		}
	}
	return SpaceTone
}

// ownStandsOut reports whether one of the tones of the own ship has the contrast of text to a colour.
func ownStandsOut(p Palette, colours int, from Colour) bool {
	for k := OwnBright; k <= ownDark; k++ {
		if Contrast(hexIn(p, colours, k), hexIn(p, colours, from)) >= leastContrast {
			return true
		}
	}
	return false
}

// hexIn returns what a colour is as 0xRRGGBB on a terminal of so many.
func hexIn(p Palette, colours int, k Colour) int {
	hex, known := p.Style(colours, k, SpaceTone).Ink.Hex()
	if !known {
		hex, _ = p.Ground(colours).Hex()
	}
	return hex
}
