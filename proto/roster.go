package proto

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
)

// MaxPilots is the longest roster: so many people, and a bot in each ship.
const MaxPilots = MaxPeople + game.MaxShips

// MaxPeople is how many players and spectators may be in a match.
const MaxPeople = 256

// Roster lists all pilots and spectators in the match. It replaces the one before.
type Roster struct {
	Pilots []Pilot // by rising ids; at most MaxPilots
}

// Type returns RosterType.
func (*Roster) Type() Type { return RosterType }

// Append appends the message. Pilots beyond MaxPilots are left out.
func (m *Roster) Append(b []byte) []byte {
	pilots := m.Pilots[:min(len(m.Pilots), MaxPilots)]
	b = binary.BigEndian.AppendUint16(append(b, byte(RosterType)), uint16(len(pilots)))
	for i := range pilots {
		b = pilots[i].append(b)
	}
	return b
}

func (m *Roster) parse(r *reader) {
	n := r.Within("pilots", uint32(r.U16("pilots")), 0, MaxPilots)
	if int(n)*leastPilot > len(r.Left) {
		r.Fail("pilots", "no more than the bytes left can hold", n)
		return
	}
	m.Pilots = make([]Pilot, n)
	for i := range m.Pilots {
		m.Pilots[i].parse(r)
		if i > 0 && m.Pilots[i].ID <= m.Pilots[i-1].ID {
			r.Fail("pilot id", fmt.Sprintf("one above %d", m.Pilots[i-1].ID), m.Pilots[i].ID)
		}
	}
}

// leastPilot is the length of a Pilot with the shortest name.
const leastPilot = 9

func (p *Pilot) append(b []byte) []byte { return p.appendRest(binary.BigEndian.AppendUint16(b, p.ID)) }

// appendRest appends all but the ID.
func (p *Pilot) appendRest(b []byte) []byte {
	b = append(b, p.Slot, byte(p.Flags), p.Colour)
	b = binary.BigEndian.AppendUint16(b, p.Ping)
	return appendText(b, p.Name, maxName)
}

func (p *Pilot) parse(r *reader) {
	p.ID = r.U16("pilot id")
	p.parseRest(r)
}

func (p *Pilot) parseRest(r *reader) {
	p.Slot = r.slot("pilot slot")
	p.Flags = r.pilotFlags()
	p.Colour = r.pilotColour()
	p.Ping = r.U16("pilot ping")
	p.Name = r.pilotName()
}

func (r *reader) pilotFlags() PilotFlags {
	return PilotFlags(r.UpTo("pilot flags", uint8(BotPilot|Ready|Away)))
}

func (r *reader) pilotColour() uint8 { return r.UpTo("pilot colour", Colours) }

// pilotName reads the name of a pilot in the match.
func (r *reader) pilotName() string {
	name := r.text("pilot name", maxName)
	if clean, err := legibleName(name); r.Err == nil && (err != nil || clean != name) {
		r.Fail("pilot name", "a clean name", fmt.Sprintf("%q", name))
	}
	return name
}

func validSlot(slot uint8) bool { return slot < game.MaxShips || slot == NoSlot }
