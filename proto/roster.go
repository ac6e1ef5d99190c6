package proto

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
)

// MaxPilots is the longest roster: so many people, and a bot in each ship.
const MaxPilots = MaxPeople + game.MaxShips

// MaxPeople is how many may be in a match who are no bots, with ships or without.
const MaxPeople = 256

// Roster lists everybody in the match. It replaces the one before.
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
	n := r.within("pilots", uint32(r.u16("pilots")), 0, MaxPilots)
	if int(n)*leastPilot > len(r.left) {
		r.fail("pilots", "bytes for all of them", len(r.left))
		return
	}
	m.Pilots = make([]Pilot, n)
	for i := range m.Pilots {
		m.Pilots[i].parse(r)
		if i > 0 && m.Pilots[i].ID <= m.Pilots[i-1].ID {
			r.fail("pilot id", fmt.Sprintf("one above %d", m.Pilots[i-1].ID), m.Pilots[i].ID)
		}
	}
}

// leastPilot is the length of a Pilot with the shortest name.
const leastPilot = 8

func (p *Pilot) append(b []byte) []byte { return p.appendRest(binary.BigEndian.AppendUint16(b, p.ID)) }

// appendRest appends all but the ID.
func (p *Pilot) appendRest(b []byte) []byte {
	b = append(b, p.Slot, byte(p.Flags))
	b = binary.BigEndian.AppendUint16(b, p.Ping)
	return appendText(b, p.Name, maxName)
}

func (p *Pilot) parse(r *reader) {
	p.ID = r.u16("pilot id")
	p.parseRest(r)
}

func (p *Pilot) parseRest(r *reader) {
	p.Slot = r.slot("pilot slot")
	p.Flags = r.pilotFlags()
	p.Ping = r.u16("pilot ping")
	p.Name = r.pilotName()
}

func (r *reader) pilotFlags() PilotFlags {
	return PilotFlags(r.upTo("pilot flags", uint8(BotPilot|Ready|Away)))
}

// pilotName reads a name that somebody has.
func (r *reader) pilotName() string {
	name := r.text("pilot name", maxName)
	if clean, err := legibleName(name); r.err == nil && (err != nil || clean != name) {
		r.fail("pilot name", "a name", fmt.Sprintf("%q", name))
	}
	return name
}

func validSlot(slot uint8) bool { return slot < game.MaxShips || slot == NoSlot }
