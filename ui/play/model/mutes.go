package model

import (
	"slices"

	"dogfight/proto"
)

// Mutes are the pilots whose chat the player hides. The zero value and nil are empty.
type Mutes struct {
	List []mute
}

// mute is one pilot with all ids so far.
type mute struct {
	Name string
	IDs  []uint16 // the current one last
}

func (m *Mutes) Has(pilot uint16) bool { return m.find(pilot) >= 0 }

func (m *Mutes) find(pilot uint16) int {
	if m == nil || pilot == proto.Notice {
		return -1
	}
	return slices.IndexFunc(m.List, func(who mute) bool { return slices.Contains(who.IDs, pilot) })
}

// Toggle mutes or unmutes a pilot. Unmuting also shows earlier lines.
func (m *Mutes) Toggle(pilot uint16, name string) {
	if i := m.find(pilot); i >= 0 {
		m.List = slices.Delete(m.List, i, i+1)
	} else {
		m.List = append(m.List, mute{name, []uint16{pilot}})
	}
}

// Follow finds the muted in a roster. A pilot that reconnects has another id, and is recognised by name.
func (m *Mutes) Follow(roster []proto.Pilot) {
	for i := range m.List {
		m.List[i].follow(roster)
	}
}

func (m *mute) follow(roster []proto.Pilot) {
	id := m.IDs[len(m.IDs)-1]
	same := slices.IndexFunc(roster, func(p proto.Pilot) bool { return p.ID == id })
	named := slices.IndexFunc(roster, func(p proto.Pilot) bool { return p.Name == m.Name })
	switch {
	case same >= 0 && (named < 0 || named == same):
		m.Name = roster[same].Name // may have changed
	case same >= 0:
		m.IDs = []uint16{roster[named].ID} // another host has other ids
	case named >= 0:
		m.IDs = append(m.IDs, roster[named].ID)
	}
}
