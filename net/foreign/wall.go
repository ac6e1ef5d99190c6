package foreign

import (
	"time"

	"dogfight/game"
	"dogfight/proto/dialect/dogfight"
)

// walls remembers where moves had no effect, for a dogfight server does not send where its
// field ends. To try again and again would hold up all other events.
type walls [dogfight.Right + 1]wall

// wall is as far as a ship gets in a direction.
type wall struct {
	way   float64
	until time.Time // it is believed; something else may have been in the way
}

const believed = 30 * time.Second

// hit notes that a ship did not get on from a place.
func (w *walls) hit(d dogfight.Direction, at vector, now time.Time) {
	w[d] = wall{wayOf(d, at), now.Add(believed)}
}

// see takes where the ship is now: behind a wall there is none.
func (w *walls) see(at vector) {
	for d := range w {
		if wayOf(dogfight.Direction(d), at) > w[d].way {
			w[d] = wall{}
		}
	}
}

// stop reports whether a ship gets no farther.
func (w *walls) stop(d dogfight.Direction, at vector, now time.Time) bool {
	return now.Before(w[d].until) && wayOf(d, at) >= w[d].way
}

// wayOf returns how far in a direction a place is.
func wayOf(d dogfight.Direction, at vector) float64 {
	x, y := game.Course(d).Vector()
	return (at.x*float64(x) + at.y*float64(y)) / game.One
}
