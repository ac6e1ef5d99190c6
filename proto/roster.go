package proto

import (
	"cmp"
	"fmt"
	"slices"

	"dogfight/game"
)

// Pilot is one entry of the roster: a player, spectator or bot in the match.
type Pilot struct {
	ID    uint16 // as long as the pilot is in the match; not reused before all others were
	Slot  uint8  // of the ship, or NoSlot for a spectator
	Flags PilotFlags
	// Colour is the ship's where there are no teams, 1 to Colours; 0 for none. Two ships have the same only where there are
	// more ships than colours.
	Colour uint8
	Ping   uint16 // round trip in milliseconds; 0 for bots
	Name   string // 1 to MaxName runes
}

// Colours is the number of colours that ships may have. The screen chooses how they look.
const Colours = 8

// NoSlot is the slot of a pilot without a ship.
const NoSlot = 255

// PilotFlags describe the state of a Pilot.
type PilotFlags uint8

// The flags.
const (
	BotPilot PilotFlags = 1 << 0 // flown by the host
	Ready    PilotFlags = 1 << 1 // wants the waiting match to start
	Away     PilotFlags = 1 << 2 // the link is down; the seat is kept for a while
)

// MaxPilots is the length of the longest roster: MaxPeople, and a bot in each ship.
const MaxPilots = MaxPeople + game.MaxShips

// MaxPeople is the most players and spectators of a match.
const MaxPeople = 256

func validSlot(slot uint8) bool { return slot < game.MaxShips || slot == NoSlot }

// pilotID codes the id of a pilot, which must be above the last.
func (c *FieldCoder) pilotID(id *uint16, last int) {
	if U16(c, "pilot id", id); int(*id) <= last {
		c.Fail("pilot id", fmt.Sprintf("one above %d", last), *id)
	}
}

// pilot codes a pilot without the id.
func (c *FieldCoder) pilot(p *Pilot) {
	c.pilotSlot(p)
	c.pilotFlags(p)
	c.pilotColour(p)
	U16(c, "pilot ping", &p.Ping)
	c.pilotName(p)
}

func (c *FieldCoder) pilotSlot(p *Pilot) { c.Slot("pilot slot", &p.Slot) }

func (c *FieldCoder) pilotFlags(p *Pilot) {
	Range8(c, "pilot flags", &p.Flags, 0, uint32(BotPilot|Ready|Away))
}

func (c *FieldCoder) pilotColour(p *Pilot) { Range8(c, "pilot colour", &p.Colour, 0, Colours) }

func (c *FieldCoder) pilotName(p *Pilot) {
	if c.Text("pilot name", &p.Name, maxName); !c.Reading {
		return
	}
	if clean, err := legibleName(p.Name); c.Err == nil && (err != nil || clean != p.Name) {
		c.Fail("pilot name", "a clean name", fmt.Sprintf("%q", p.Name))
	}
}

// Roster lists all pilots and spectators in the match. It replaces the one before.
type Roster struct {
	Pilots []Pilot // by rising ids; at most MaxPilots
}

func (*Roster) Type() Type               { return RosterType }
func (m *Roster) Append(b []byte) []byte { return encode(b, RosterType, m, (*Roster).fields) }
func (m *Roster) fields(c *FieldCoder) {
	const size = 9 // of a pilot with the shortest name
	last := -1
	pilots := list16(c, "pilots", &m.Pilots, MaxPilots, size)
	for i := range pilots {
		c.pilotID(&pilots[i].ID, last)
		last = int(pilots[i].ID)
		c.pilot(&pilots[i])
	}
}

// RosterChange lists the changes since the Roster, or the RosterChange, before it.
type RosterChange struct {
	List []PilotChange // by rising ids; at most maxChanges
}

// PilotChange describes the change of one pilot.
type PilotChange struct {
	Change Changed
	Pilot  // the ID, and the fields that have changed
}

// Changed lists the changed fields of a Pilot: SlotChanged, FlagsChanged, NameChanged and ColourChanged, added up, or one of
// the others.
type Changed uint8

// The changes.
const (
	HasLeft       Changed = 0
	SlotChanged   Changed = 1 << 0
	FlagsChanged  Changed = 1 << 1
	NameChanged   Changed = 1 << 2
	ColourChanged Changed = 1 << 3
	IsNew         Changed = 1 << 4 // all fields are set
)

// maxChanges is reached when all pilots leave and as many join.
const maxChanges = 2 * MaxPilots

func (*RosterChange) Type() Type { return RosterChangeType }

func (m *RosterChange) Append(b []byte) []byte {
	return encode(b, RosterChangeType, m, (*RosterChange).fields)
}

func (m *RosterChange) fields(c *FieldCoder) {
	const size = 3 // of a change to HasLeft
	last := -1
	list := list16(c, "changes", &m.List, maxChanges, size)
	for i := range list {
		c.pilotID(&list[i].ID, last)
		last = int(list[i].ID)
		list[i].fields(c)
	}
}

// fields codes all but the id.
func (p *PilotChange) fields(c *FieldCoder) {
	if Range8(c, "change", &p.Change, 0, uint32(IsNew)); p.Change == IsNew {
		c.pilot(&p.Pilot)
		return
	}
	if p.Change&SlotChanged != 0 {
		c.pilotSlot(&p.Pilot)
	}
	if p.Change&FlagsChanged != 0 {
		c.pilotFlags(&p.Pilot)
	}
	if p.Change&NameChanged != 0 {
		c.pilotName(&p.Pilot)
	}
	if p.Change&ColourChanged != 0 {
		c.pilotColour(&p.Pilot)
	}
}

// ChangesOf appends to list the changes that lead from one roster to another, both by rising ids. Round trips are left to RTTs.
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
			if c := changeOf(&from[0], &to[0]); c.Change != 0 {
				list = append(list, c)
			}
			from, to = from[1:], to[1:]
		}
	}
	return list
}

// changeOf returns the change of a pilot; its What is 0 if nothing has changed.
func changeOf(from, to *Pilot) PilotChange {
	c := PilotChange{Pilot: Pilot{ID: to.ID}}
	if from.Slot != to.Slot {
		c.Change |= SlotChanged
		c.Slot = to.Slot
	}
	if from.Flags != to.Flags {
		c.Change |= FlagsChanged
		c.Flags = to.Flags
	}
	if from.Name != to.Name {
		c.Change |= NameChanged
		c.Name = to.Name
	}
	if from.Colour != to.Colour {
		c.Change |= ColourChanged
		c.Colour = to.Colour
	}
	return c
}

// Apply changes a roster, by rising ids, and returns it. A new pilot replaces one of the same id; changes of unknown pilots are
// ignored.
func (m *RosterChange) Apply(roster []Pilot) []Pilot {
	for i := range m.List {
		c := &m.List[i]
		at, found := slices.BinarySearchFunc(roster, c.ID, func(p Pilot, id uint16) int { return cmp.Compare(p.ID, id) })
		switch {
		case found && c.Change == HasLeft:
			roster = slices.Delete(roster, at, at+1)
		case found:
			roster[at].change(c)
		case c.Change == IsNew && len(roster) < MaxPilots:
			roster = slices.Insert(roster, at, c.Pilot)
		}
	}
	return roster
}

func (p *Pilot) change(c *PilotChange) {
	if c.Change == IsNew {
		*p = c.Pilot
	}
	if c.Change&SlotChanged != 0 {
		p.Slot = c.Slot
	}
	if c.Change&FlagsChanged != 0 {
		p.Flags = c.Flags
	}
	if c.Change&NameChanged != 0 {
		p.Name = c.Name
	}
	if c.Change&ColourChanged != 0 {
		p.Colour = c.Colour
	}
	if p.Flags&BotPilot != 0 {
		p.Ping = 0
	}
}

// RTTs updates the round trips in the roster.
type RTTs struct {
	List []uint8 // of its pilots, in its order, in RTTUnit; 255 for all above
}

// RTTUnit is the unit of an RTT in milliseconds.
const RTTUnit = 4

func (*RTTs) Type() Type               { return RTTsType }
func (m *RTTs) Append(b []byte) []byte { return encode(b, RTTsType, m, (*RTTs).fields) }
func (m *RTTs) fields(c *FieldCoder) {
	if !c.Reading {
		c.Out = append(c.Out, m.List[:min(len(m.List), MaxPilots)]...)
		return
	}
	if n := len(c.Left); n > MaxPilots {
		c.Fail("list", fmt.Sprintf("at most %d bytes", MaxPilots), n)
	}
	m.List = append([]byte{}, c.Rest()...)
}
