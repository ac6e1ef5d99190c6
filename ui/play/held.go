package play

import (
	"math/bits"

	"dogfight/game"
)

// held is where ships and shots were when they were last looked at: in every picture
// or, where bytes are few, the seldomer the farther they are from what the camera
// looks at.
type held struct {
	ships    [game.MaxShips]game.Point
	shots    [game.MaxShips][game.MaxShots]game.Shot
	pictures int
}

const (
	closeBy = 64 * game.One  // what is no farther is looked at in every picture,
	midway  = 140 * game.One // likewise in every second, and all else in every third
	leap    = 80 * game.One  // what is so far from where it was is something else
)

// look looks where things are.
func (h *held) look(f *frame, middle game.Point) {
	h.pictures++
	for slot := range f.World.Ships {
		if at := f.position(slot); h.due(f, slot, at, h.ships[slot], middle) {
			h.ships[slot] = at
		}
		for live := f.World.Ships[slot].Live; live != 0; live &= live - 1 {
			i := bits.TrailingZeros8(live)
			shot, was := &f.World.Shots[slot][i], &h.shots[slot][i]
			if shot.Left > was.Left || h.due(f, slot, game.Point{X: shot.X, Y: shot.Y}, game.Point{X: was.X, Y: was.Y}, middle) {
				*was = *shot
			}
		}
	}
}

// due reports whether to look at something of a slot that is at a place by now. The
// slots take turns.
func (h *held) due(f *frame, slot int, at, was, middle game.Point) bool {
	every := 3
	switch {
	case !f.options.FewerBytes, within(at, middle, closeBy), !within(at, was, leap):
		return true
	case within(at, middle, midway):
		every = 2
	}
	return (h.pictures+slot)%every == 0
}

// within reports whether two places are no farther from each other, along both axes.
func within(a, b game.Point, reach int32) bool {
	return max(abs(a.X-b.X), abs(a.Y-b.Y)) <= reach
}
