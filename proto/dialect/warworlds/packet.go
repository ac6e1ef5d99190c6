package warworlds

import (
	"encoding/binary"
	"fmt"

	"dogfight/proto"
)

// Packet is one packet, parsed. The receiver of its methods is a pointer to one of
// the types of this package.
type Packet interface {
	// Identifier is the number that the packet begins with.
	Identifier() uint16
	// Append appends the packet.
	Append(b []byte) []byte

	parse(r *reader)
}

// The packets that there are.
const (
	joinRequestID  = 1
	joinResponseID = 2
	chatID         = 3
	startGameID    = 4
	commandID      = 5
	stateID        = 100
)

// constructor makes an empty packet of a type.
type constructor struct {
	id  uint16
	new func() Packet
}

var registry = mustRegister(
	constructor{joinRequestID, func() Packet { return new(JoinRequest) }},
	constructor{joinResponseID, func() Packet { return new(JoinResponse) }},
	constructor{chatID, func() Packet { return new(Chat) }},
	constructor{startGameID, func() Packet { return new(StartGame) }},
	constructor{commandID, func() Packet { return new(Command) }},
	constructor{stateID, func() Packet { return new(State) }},
)

// register refuses two constructors with one number.
func register(all ...constructor) ([]constructor, error) {
	for i, c := range all {
		for _, other := range all[:i] {
			if other.id == c.id {
				return nil, fmt.Errorf("packet type %d has two constructors", c.id)
			}
		}
	}
	return all, nil
}

func mustRegister(all ...constructor) []constructor {
	all, err := register(all...)
	if err != nil {
		panic(err)
	}
	return all
}

// Parse parses a whole packet. It keeps nothing of b.
func Parse(b []byte) (Packet, error) {
	r := &reader{proto.ByteReader{Left: b, Message: "packet", LittleEndian: true}}
	id := r.U16("type")
	if r.Err != nil {
		return nil, r.Err
	}
	for _, c := range registry {
		if c.id == id {
			p := c.new()
			p.parse(r)
			if err := r.End(); err != nil {
				return nil, err
			}
			return p, nil
		}
	}
	return nil, fmt.Errorf("packet type must be a known one, got %d", id)
}

func begin(b []byte, id uint16) []byte { return binary.LittleEndian.AppendUint16(b, id) }

// Colour is red, green, blue and opacity, from the highest byte to the lowest.
type Colour uint32

func appendColour(b []byte, c Colour) []byte {
	return binary.LittleEndian.AppendUint32(b, uint32(c))
}

// appendString appends as much of s as its length can tell.
func appendString(b []byte, s string) []byte {
	s = s[:min(len(s), 1<<16-1)]
	return append(binary.LittleEndian.AppendUint16(b, uint16(len(s))), s...)
}
