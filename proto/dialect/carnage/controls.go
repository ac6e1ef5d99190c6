package carnage

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// controls turns what the player sends into what their ship's pilot holds.
type controls struct {
	down    Buttons     // as the player said last
	aim     game.Course // of the last shot wanted
	presses dialect.Presses
	turn    turn
}

// patience is how many ticks pass until a turn is tried again, as what is seen may be late.
const patience = 15

// take takes what the player sends. A button pressed and let go before the next tick
// counts.
func (h *controls) take(m *Inputs) {
	h.presses.Press((m.Down &^ h.down).triggers())
	if m.Down&Fire != 0 {
		h.aim = m.aim()
	}
	h.down = m.Down
}

// hold returns what is held in this tick, by a ship that faces there or, with Idle,
// is not in space.
func (h *controls) hold(facing game.Course) game.Input {
	course := h.down.Course()
	triggers := h.presses.Next(h.down.triggers())
	switch {
	case course != game.Idle || !triggers.Holds(game.Fire) || facing == game.Idle:
		h.turn = turn{}
	default:
		course = h.turn.next(h.aim, facing)
	}
	return game.Steer(course) | triggers
}

// turn is how a ship that is not steered comes to face where its shots should go.
// A ship faces its last course, so it flies there for a moment.
type turn struct {
	to   game.Course
	left uint8 // calls of next in which it still flies there
	rest uint8 // and those after them, until it is tried again
}

// next returns the course to hold.
func (t *turn) next(aim, facing game.Course) game.Course {
	switch {
	case t.to == aim && t.left > 0:
		t.left--
		return aim
	case facing == aim:
		t.to = game.Idle
		return game.Idle
	case t.to == aim && t.rest > 0:
		t.rest--
		return game.Idle
	}
	*t = turn{to: aim, left: dialect.LeastHeld - 1, rest: patience}
	return aim
}
