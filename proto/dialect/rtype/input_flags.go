package rtype

import "dogfight/game"

// InputFlags is what a pilot holds, as the code has it. The document knows it too.
type InputFlags struct {
	Flags Flags
}

// Flags are buttons. Bits that have no name mean nothing.
type Flags uint8

// The buttons.
const (
	Up    Flags = 1 << 0
	Down  Flags = 1 << 1
	Left  Flags = 1 << 2
	Right Flags = 1 << 3
	Shoot Flags = 1 << 4
)

const inputFlagsSize = headerSize + 1

// Append appends the packet.
func (m *InputFlags) Append(b []byte, w Wire) []byte {
	return append(w.appendHeader(b, InputType, inputFlagsSize), uint8(m.Flags))
}

// Parse reads the packet from p, which must hold nothing else.
func (m *InputFlags) Parse(p []byte, w Wire) error {
	r := w.open(p, InputType)
	m.Flags = Flags(r.U8("flags"))
	return r.End()
}

// Held returns the buttons as the game has them. Opposite ones cancel out.
func (m *InputFlags) Held() game.Input {
	in := game.Steer(game.CourseOf(m.Flags.pull(Right, Left), m.Flags.pull(Down, Up)))
	if m.Flags&Shoot != 0 {
		in |= game.Fire
	}
	return in
}

// pull returns 1, -1 or 0 by which of two buttons is down.
func (f Flags) pull(to, from Flags) (v int32) {
	if f&to != 0 {
		v++
	}
	if f&from != 0 {
		v--
	}
	return v
}
