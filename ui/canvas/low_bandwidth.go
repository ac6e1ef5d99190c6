package canvas

import (
	"slices"
)

// mergedTones are the colours that look like another one there.
var mergedTones = map[Colour]Colour{
	StarNear: StarMiddle, PadMark: StarMiddle, Smoke: StarMiddle,
	OwnBright: OwnMiddle, ownDark: OwnMiddle,
	FlameYellow: FlameOrange, FlameRed: FlameOrange, Ember: FlameOrange,
	DrumShade: DrumBody, DrumLight: DrumBody, DrumBand: DrumBody, OrbDark: OrbMiddle, OrbBright: OrbMiddle,
}

// FewTones returns a palette with fewer tones, all of them among the 256 colours: a number takes half of the bytes.
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
