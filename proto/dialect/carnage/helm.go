package carnage

import "dogfight/game"

// helm turns what the player says into what his ship's pilot holds.
type helm struct {
	down          Buttons     // as he said last
	aim           game.Course // of the shot that he wanted last
	fire, special uint8       // calls of hold for which a button stays down, though he let go
	turn          turn
}

const (
	leastHeld = 3  // calls of hold in which an input is seen for certain
	patience  = 15 // and those until a turn is tried again, as what is seen may be late
)

// take hears what the player says. A button pressed and let go before anybody
// looked counts.
func (h *helm) take(m *Inputs) {
	pressed := m.Down &^ h.down
	if pressed&Fire != 0 {
		h.fire = leastHeld
	}
	if pressed&Special != 0 {
		h.special = leastHeld
	}
	if m.Down&Fire != 0 {
		h.aim = m.aim()
	}
	h.down = m.Down
}

// hold returns what is held in this tick, by a ship that faces there or, with Idle,
// is not in space.
func (h *helm) hold(facing game.Course) game.Input {
	course := h.down.Course()
	fires := held(h.down&Fire != 0, &h.fire)
	switch {
	case course != game.Idle || !fires || facing == game.Idle:
		h.turn = turn{}
	default:
		course = h.turn.next(h.aim, facing)
	}
	in := game.Steer(course)
	if fires {
		in |= game.Fire
	}
	if held(h.down&Special != 0, &h.special) {
		in |= game.Special
	}
	return in
}

// held reports whether a button counts as down, and counts its rest.
func held(down bool, rest *uint8) bool {
	if *rest > 0 {
		*rest--
		return true
	}
	return down
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
	*t = turn{to: aim, left: leastHeld - 1, rest: patience}
	return aim
}
