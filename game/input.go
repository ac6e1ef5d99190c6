package game

// Input is what a pilot holds down in a tick, in one byte: bits 0-3 the course,
// bit 4 fire, bit 5 special.
type Input uint8

// The buttons beside the course.
const (
	Fire    Input = 1 << 4
	Special Input = 1 << 5
)

const courseBits Input = 1<<4 - 1

// Steer returns an Input that holds course c and no button.
func Steer(c Course) Input { return Input(c) }

// Course returns the course that is held.
func (in Input) Course() Course { return Course(in & courseBits) }

// Holds reports whether the button, Fire or Special, is down.
func (in Input) Holds(button Input) bool { return in&button != 0 }

// Valid reports whether in names one of the nine courses and no unknown button.
func (in Input) Valid() bool {
	return in&courseBits < Courses && in&^(courseBits|Fire|Special) == 0
}
