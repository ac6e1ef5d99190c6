package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// Welcome answers a Hello: the client is in. A Keyframe follows.
type Welcome struct {
	Version  uint16 // likewise a *VersionError if it is not ours
	Token    Token  // takes the seat back after the link was lost
	Pilot    uint16 // the client's id in the Roster
	Slot     uint8  // of the seat taken back, or NoSlot
	TickRate uint8  // ticks a second; never 0
	Epoch    uint32 // another in each life of the host: ticks may have gone back since the last
	Title    string
	Setup    *game.Setup
}

// Type returns WelcomeType.
func (*Welcome) Type() Type { return WelcomeType }

// Append appends the message.
func (m *Welcome) Append(b []byte) []byte {
	b = append(b, byte(WelcomeType))
	b = binary.BigEndian.AppendUint16(b, m.Version)
	b = append(b, m.Token[:]...)
	b = binary.BigEndian.AppendUint16(b, m.Pilot)
	b = append(b, m.Slot, m.TickRate)
	b = binary.BigEndian.AppendUint32(b, m.Epoch)
	b = appendText(b, m.Title, MaxTitle)
	return appendSetup(b, m.Setup)
}

func (m *Welcome) parse(r *reader) {
	m.Version = r.version()
	copy(m.Token[:], r.Take("token", len(m.Token)))
	m.Pilot = r.U16("pilot")
	m.Slot = r.slot("slot")
	m.TickRate = uint8(r.Within("tick rate", uint32(r.U8("tick rate")), 1, 255))
	m.Epoch = r.U32("epoch")
	m.Title = r.text("title", MaxTitle)
	m.Setup = parseSetup(r)
}
