package carnage

import (
	"fmt"
	"math"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Inputs is what the player holds down, and where they point.
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

func (m *Inputs) append(b []byte) []byte {
	return append(appendFloats(b, m.Angle), byte(m.Down&allButtons))
}

func (m *Inputs) parse(r *reader) {
	m.Angle = r.Finite("angle")
	m.Down = Buttons(r.U8("inputs"))
	if m.Down&^allButtons != 0 {
		r.Fail("inputs", "six bits", fmt.Sprintf("%08b", m.Down))
	}
	if n := len(r.Left); n == 3 || n == 7 { // a std::bitset has 4 or 8 bytes
		for _, b := range r.Take("inputs", n) {
			if b != 0 {
				r.Fail("inputs", "six bits", fmt.Sprintf("a byte %08b behind them", b))
			}
		}
	}
}

// Course returns where the direction buttons steer. Opposite ones cancel each other.
func (b Buttons) Course() game.Course {
	return game.CourseOf(b.bit(Right)-b.bit(Left), b.bit(Down)-b.bit(Up))
}

// triggers returns what is held besides the course.
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

// aim returns where shots go: along the course, or where the player points.
func (m *Inputs) aim() game.Course {
	if c := m.Down.Course(); c != game.Idle {
		return c
	}
	sin, cos := math.Sincos(float64(m.Angle))
	return dialect.CourseOf(float32(cos), float32(sin))
}
