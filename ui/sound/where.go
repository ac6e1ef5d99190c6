package sound

import (
	"math"

	"dogfight/game"
)

// where is the place that is listened from.
type where struct{ game.Point }

// How sound spreads, in units. A usual window shows 320 across.
const (
	near     = 120 // at which half of it is left
	far      = 560 // from which on nothing is heard
	sideways = 170 // at which it comes from that side alone
	mostPan  = 0.9
)

// side returns from how far to the left or right something is heard.
func side(dx int32) float32 {
	return float32(mostPan * math.Tanh(float64(dx)/game.One/sideways))
}

// cue returns an effect as it is heard from there, and whether it is.
func (w where) cue(effect Effect, x, y int32) (c Cue, heard bool) {
	dx, dy := float64(x-w.X)/game.One, float64(y-w.Y)/game.One
	distance := math.Hypot(dx, dy)
	if distance >= far {
		return c, false
	}
	gain := 1 / (1 + distance*distance/(near*near))
	return Cue{
		Effect: effect, Pitch: 1,
		Gain: float32(gain * (1 - distance/far)),
		Pan:  side(x - w.X),
		Dull: float32(min(distance/far*1.3, 1)),
	}, true
}
