package net

import "dogfight/game"

// errorMean is how far off the others' ships were predicted, on average over the
// last packets of the host.
type errorMean struct {
	sum  int32 // of what is kept, in 1/errorShare
	mean int32 // in 1/256 unit
}

// errorShare is the weight of one packet: at 30 a second, half a second's count.
const errorShare = 16

func (e *errorMean) note(off int32) {
	e.sum += off - e.sum/errorShare
	e.mean = e.sum / errorShare
}

// meanError returns by how much the ships but one were expected beside where
// they are: along the axis where that is more, on average of those that fly.
func meanError(guess, is *game.World, but int) int32 {
	sum, flying := int32(0), int32(0)
	for slot := range is.Ships {
		a, b := &guess.Ships[slot], &is.Ships[slot]
		if slot != but && a.State == game.Flying && b.State == game.Flying {
			sum += max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y)
			flying++
		}
	}
	return sum / max(flying, 1)
}
