package lightracer

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dogfight/game"
)

// Input is what a player holds down from now on. An update from a client has one, and
// nothing else.
type Input struct {
	Player int32 // id of the own Player
	Held   game.Input
}

const inputSize = 4

// Append appends the object.
func (m *Input) Append(b []byte) []byte {
	return appendInt(appendHeaderData(b, inputType, m.Player, inputSize), int32(m.Held))
}

// Parse reads the object.
func (m *Input) Parse(n *NOD) error {
	get, err := n.open("input", inputType, inputSize)
	if err != nil {
		return err
	}
	held := get.int()
	if held < 0 || held > 255 || !game.Input(held).Valid() {
		return fmt.Errorf("input must be a course of 0 to 8, plus 16 and 32, got %d", held)
	}
	*m = Input{Player: n.ID, Held: game.Input(held)}
	return nil
}

// AppendUpdate appends an update that is the Input alone.
func (m *Input) AppendUpdate(b []byte) []byte { return m.Append(AppendPacketHeader(b, 1)) }

// ParseUpdate reads a datagram: an update that has an Input, and nothing else.
func (m *Input) ParseUpdate(p []byte) error {
	if len(p) < packetHeaderSize || binary.BigEndian.Uint32(p) != 1 {
		return errors.New("input must be an update of one object")
	}
	n, rest, err := ParseNOD(p[packetHeaderSize:])
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return fmt.Errorf("input: bytes left over must be 0, got %d", len(rest))
	}
	return m.Parse(&n)
}
