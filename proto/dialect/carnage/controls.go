package carnage

import (
	"fmt"
	"math"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// Inputs are the buttons that the player holds down, and the direction in which they point.
type Inputs struct {
	Angle float32 // radians, clockwise from the right; finite
	Down  Buttons
}

// Buttons is the document's Bitset<6>.
type Buttons uint8

// The buttons.
const (
	Up      Buttons = 1 << 0
	Left    Buttons = 1 << 1
	Down    Buttons = 1 << 2
	Right   Buttons = 1 << 3
	Fire    Buttons = 1 << 4
	Special Buttons = 1 << 5

	allButtons Buttons = 1<<6 - 1
)

// Type returns InputsType.
func (*Inputs) Type() Type { return InputsType }

func (m *Inputs) fields(c *proto.FieldCoder) {
	proto.Finite(c, "angle", &m.Angle)
	down := m.Down & allButtons
	if proto.U8(c, "inputs", &down); !c.Reading {
		return
	}
	if m.Down = down; down&^allButtons != 0 {
		c.Fail("inputs", "six bits", fmt.Sprintf("%08b", down))
	}
	if n := len(c.Left); n == 3 || n == 7 { // a std::bitset has 4 or 8 bytes
		for _, b := range c.Take("inputs", n) {
			if b != 0 {
				c.Fail("inputs", "six bits", fmt.Sprintf("a byte %08b behind them", b))
			}
		}
	}
}

// Course returns the course of the direction buttons. Opposite ones cancel each other.
func (b Buttons) Course() game.Course {
	return game.CourseOf(b.bit(Right)-b.bit(Left), b.bit(Down)-b.bit(Up))
}

// triggers returns the buttons beside the course.
func (b Buttons) triggers() (in game.Input) {
	if b&Fire != 0 {
		in |= game.Fire
	}
	if b&Special != 0 {
		in |= game.Special
	}
	return in
}

func (b Buttons) bit(button Buttons) int32 {
	if b&button != 0 {
		return 1
	}
	return 0
}

// aim returns the course of shots: that of the buttons, or else that of the angle.
func (m *Inputs) aim() game.Course {
	if c := m.Down.Course(); c != game.Idle {
		return c
	}
	sin, cos := math.Sincos(float64(m.Angle))
	return dialect.CourseOf(float32(cos), float32(sin))
}

// controls turns the player's Inputs into the input of their ship.
type controls struct {
	down    Buttons     // of the last Inputs
	aim     game.Course // of the last shot wanted
	presses dialect.Presses
	turn    turn
}

// patience is the number of ticks until a turn is tried again, as the World may be seen late.
const patience = 15

// apply takes Inputs of the player. A button pressed and released before the next tick counts.
func (h *controls) apply(m *Inputs) {
	h.presses.Press((m.Down &^ h.down).triggers())
	if m.Down&Fire != 0 {
		h.aim = m.aim()
	}
	h.down = m.Down
}

// next returns the input of this tick, for a ship that has the facing or, with Idle, is not in space.
func (h *controls) next(facing game.Course) game.Input {
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

// turn turns a ship without a course to face its aim. A ship faces its last course, so it flies there for a twentieth of a second.
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
