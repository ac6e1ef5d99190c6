package proto

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// RosterChange tells what has changed since the Roster, or the RosterChange, before it.
type RosterChange struct {
	List []PilotChange // by rising ids; at most maxChanges
}

// PilotChange is what has changed of one pilot.
type PilotChange struct {
	What  Changed
	Pilot // the ID, and of the rest what has changed
}

// Changed says what of a Pilot has: SlotChanged, FlagsChanged, NameChanged and ColourChanged, added up, or one of the others.
type Changed uint8

// What may have changed.
const (
	HasLeft       Changed = 0
	SlotChanged   Changed = 1 << 0
	FlagsChanged  Changed = 1 << 1
	NameChanged   Changed = 1 << 2
	ColourChanged Changed = 1 << 3
	IsNew         Changed = 1 << 4 // all of the pilot is told
)

// maxChanges is reached when all leave and as many come.
const maxChanges = 2 * MaxPilots

// Type returns RosterChangeType.
func (*RosterChange) Type() Type { return RosterChangeType }

// Append appends the message. Changes beyond maxChanges are left out.
func (m *RosterChange) Append(b []byte) []byte {
	list := m.List[:min(len(m.List), maxChanges)]
	b = binary.BigEndian.AppendUint16(append(b, byte(RosterChangeType)), uint16(len(list)))
	for i := range list {
		b = list[i].append(b)
	}
	return b
}

func (c *PilotChange) append(b []byte) []byte {
	b = append(binary.BigEndian.AppendUint16(b, c.ID), byte(c.What))
	if c.What == IsNew {
		return c.Pilot.appendRest(b)
	}
	if c.What&SlotChanged != 0 {
		b = append(b, c.Slot)
	}
	if c.What&FlagsChanged != 0 {
		b = append(b, byte(c.Flags))
	}
	if c.What&NameChanged != 0 {
		b = appendText(b, c.Name, maxName)
	}
	if c.What&ColourChanged != 0 {
		b = append(b, c.Colour)
	}
	return b
}

func (m *RosterChange) parse(r *reader) {
	n := r.Within("changes", uint32(r.U16("changes")), 0, maxChanges)
	if int(n)*leastChange > len(r.Left) {
		r.Fail("changes", "no more than the bytes left can hold", n)
		return
	}
	m.List = make([]PilotChange, n)
	for i := range m.List {
		m.List[i].parse(r)
		if i > 0 && m.List[i].ID <= m.List[i-1].ID {
			r.Fail("pilot id", fmt.Sprintf("one above %d", m.List[i-1].ID), m.List[i].ID)
		}
	}
}

// leastChange is the length of a PilotChange of a pilot who has left.
const leastChange = 3

func (c *PilotChange) parse(r *reader) {
	c.ID = r.U16("pilot id")
	c.What = Changed(r.UpTo("what", uint8(IsNew)))
	if c.What == IsNew {
		c.Pilot.parseRest(r)
		return
	}
	if c.What&SlotChanged != 0 {
		c.Slot = r.slot("pilot slot")
	}
	if c.What&FlagsChanged != 0 {
		c.Flags = r.pilotFlags()
	}
	if c.What&NameChanged != 0 {
		c.Name = r.pilotName()
	}
	if c.What&ColourChanged != 0 {
		c.Colour = r.pilotColour()
	}
}

// ChangesOf appends to list what leads from one roster to another, both by rising ids. Round trips are left to RTTs.
func ChangesOf(list []PilotChange, from, to []Pilot) []PilotChange {
	for len(from) > 0 || len(to) > 0 {
		switch {
		case len(to) == 0 || len(from) > 0 && from[0].ID < to[0].ID:
			list = append(list, PilotChange{HasLeft, Pilot{ID: from[0].ID}})
			from = from[1:]
		case len(from) == 0 || to[0].ID < from[0].ID:
			list = append(list, PilotChange{IsNew, to[0]})
			to = to[1:]
		default:
			if c := changeOf(&from[0], &to[0]); c.What != HasLeft {
				list = append(list, c)
			}
			from, to = from[1:], to[1:]
		}
	}
	return list
}

// changeOf returns what has changed of a pilot; its What is 0 if nothing has.
func changeOf(from, to *Pilot) PilotChange {
	c := PilotChange{Pilot: Pilot{ID: to.ID}}
	if from.Slot != to.Slot {
		c.What |= SlotChanged
		c.Slot = to.Slot
	}
	if from.Flags != to.Flags {
		c.What |= FlagsChanged
		c.Flags = to.Flags
	}
	if from.Name != to.Name {
		c.What |= NameChanged
		c.Name = to.Name
	}
	if from.Colour != to.Colour {
		c.What |= ColourChanged
		c.Colour = to.Colour
	}
	return c
}

// Apply brings a roster, by rising ids, up to date and returns it. It changes the roster that it is given. A pilot
// who is told as new and is there already is replaced; what is told of an unknown one is ignored.
func (m *RosterChange) Apply(roster []Pilot) []Pilot {
	for i := range m.List {
		c := &m.List[i]
		at, there := slices.BinarySearchFunc(roster, c.ID, func(p Pilot, id uint16) int { return int(p.ID) - int(id) })
		switch {
		case there && c.What == HasLeft:
			roster = slices.Delete(roster, at, at+1)
		case there:
			roster[at].change(c)
		case c.What == IsNew && len(roster) < MaxPilots:
			roster = slices.Insert(roster, at, c.Pilot)
		}
	}
	return roster
}

func (p *Pilot) change(c *PilotChange) {
	if c.What == IsNew {
		*p = c.Pilot
	}
	if c.What&SlotChanged != 0 {
		p.Slot = c.Slot
	}
	if c.What&FlagsChanged != 0 {
		p.Flags = c.Flags
	}
	if c.What&NameChanged != 0 {
		p.Name = c.Name
	}
	if c.What&ColourChanged != 0 {
		p.Colour = c.Colour
	}
	if p.Flags&BotPilot != 0 {
		p.Ping = 0
	}
}
