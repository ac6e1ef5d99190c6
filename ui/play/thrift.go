package play

import (
	"slices"
	"time"

	"dogfight/ui/canvas"
)

// Where the terminal is far away (Options.FewerBytes), what tells nothing is left out
// and what moves takes few bytes:
//
//   - The camera goes by whole cells, which a terminal can move by itself, and the
//     stars stand still in the arena, so that they go along.
//   - A ship and its shots have one tone, for each change of the pen takes eleven bytes.
//   - A ship's damage is a figure behind its name. Only the nearest have names.
//   - Ships and shots far from the own ship move in every second or third picture (held).
//   - Bursts, halos and the radar change a few times a second; flames do not flicker.
const (
	stepColumns   = 2 // that the camera moves at least
	stepRows      = 1
	thriftySlack  = 5 // the share of the picture, to each side, in which a ship may fly before it moves
	tagStep       = 4 // columns that a name moves at once, everywhere; a power of two
	thriftyTags   = 4 // names, and
	thriftyArrows = 4

	burstStep = 150 * time.Millisecond // that a burst stands still
	blipTime  = time.Second            // that the blips of the radar do
)

// mergedTones are the colours that look like another one there.
var mergedTones = map[canvas.Colour]canvas.Colour{
	starNear: starMiddle, padMark: starMiddle, smoke: starMiddle,
	ownBright: ownMiddle, ownDark: ownMiddle,
	team1Bright: team1Middle, team1Dark: team1Middle,
	team2Bright: team2Middle, team2Dark: team2Middle,
	flameYellow: flameOrange, flameRed: flameOrange, ember: flameOrange,
	drumShade: drumBody, drumLight: drumBody, orbDark: orbBright,
}

// fewTones returns a palette with fewer tones.
func fewTones(p canvas.Palette) canvas.Palette {
	p = slices.Clone(p)
	for first := foeBright; first < foeBright+foeRamps*ramp; first += ramp {
		p[first], p[first+2] = p[first+1], p[first+1]
	}
	for from, to := range mergedTones {
		p[from] = p[to]
	}
	return p
}
