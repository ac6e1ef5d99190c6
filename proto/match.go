package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// MatchStart tells that another match begins. A Keyframe follows.
type MatchStart struct {
	Number uint16 // counts the host's matches
	Slot   uint8  // of the client's ship in it, or NoSlot
	Setup  *game.Setup
}

// Type returns MatchStartType.
func (*MatchStart) Type() Type { return MatchStartType }

// Append appends the message.
func (m *MatchStart) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(MatchStartType)), m.Number)
	return appendSetup(append(b, m.Slot), m.Setup)
}

func (m *MatchStart) parse(r *reader) {
	m.Number = r.U16("number")
	m.Slot = r.slot("slot")
	m.Setup = parseSetup(r)
}

// MatchOver tells that the match is decided and the results stand.
type MatchOver struct {
	NextIn uint16 // until the next match, in 1/10 s
}

// Type returns MatchOverType.
func (*MatchOver) Type() Type { return MatchOverType }

// Append appends the message.
func (m *MatchOver) Append(b []byte) []byte {
	return binary.BigEndian.AppendUint16(append(b, byte(MatchOverType)), m.NextIn)
}

func (m *MatchOver) parse(r *reader) {
	m.NextIn = r.U16("next in")
}
