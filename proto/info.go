package proto

import (
	"encoding/binary"

	"dogfight/game"
)

// InfoQuery asks for an Info. It may be a connection's only message.
type InfoQuery struct{}

// Type returns InfoQueryType.
func (*InfoQuery) Type() Type { return InfoQueryType }

// Append appends the message.
func (*InfoQuery) Append(b []byte) []byte {
	return append(append(b, byte(InfoQueryType)), magic...)
}

func (*InfoQuery) parse(r *reader) {
	r.magic()
}

// Info describes a match to a program that may want to join.
type Info struct {
	Version  uint16 // the host's, be it ours or not
	Title    string
	Arena    string
	Mode     game.Mode
	Players  uint16 // with a ship, without the bots
	Bots     uint16
	Slots    uint16 // for players and bots together
	TickRate uint8
}

// Type returns InfoType.
func (*Info) Type() Type { return InfoType }

// Append appends the message.
func (m *Info) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(append(b, byte(InfoType)), m.Version)
	b = appendText(b, m.Title, MaxTitle)
	b = appendText(b, m.Arena, maxWord)
	b = append(b, byte(m.Mode))
	b = binary.BigEndian.AppendUint16(b, m.Players)
	b = binary.BigEndian.AppendUint16(b, m.Bots)
	b = binary.BigEndian.AppendUint16(b, m.Slots)
	return append(b, m.TickRate)
}

func (m *Info) parse(r *reader) {
	m.Version = r.U16("version")
	m.Title = r.text("title", MaxTitle)
	m.Arena = r.text("arena", maxWord)
	m.Mode = game.Mode(r.U8("mode")) // later versions may know more
	m.Players = r.U16("players")
	m.Bots = r.U16("bots")
	m.Slots = r.U16("slots")
	m.TickRate = r.U8("tick rate")
}
