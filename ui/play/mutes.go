package play

import (
	"slices"

	"dogfight/proto"
)

// mutes are the pilots whom the player does not want to read. The zero value
// has nobody, and so does nil.
type mutes struct {
	list []mute
}

// mute is one of them, with all the ids that he had.
type mute struct {
	name string
	ids  []uint16 // the present one last
}

// has reports whether the lines of a pilot are not to be shown.
func (m *mutes) has(pilot uint16) bool { return m.find(pilot) >= 0 }

func (m *mutes) find(pilot uint16) int {
	if m == nil || pilot == proto.Notice {
		return -1
	}
	return slices.IndexFunc(m.list, func(who mute) bool { return slices.Contains(who.ids, pilot) })
}

// toggle mutes a pilot or, if he was, lets him be read again, with what he said
// before.
func (m *mutes) toggle(pilot uint16, name string) {
	if i := m.find(pilot); i >= 0 {
		m.list = slices.Delete(m.list, i, i+1)
	} else {
		m.list = append(m.list, mute{name, []uint16{pilot}})
	}
}

// follow finds the muted in a roster. Who left and came back has another id,
// and is known by his name.
func (m *mutes) follow(roster []proto.Pilot) {
	for i := range m.list {
		m.list[i].follow(roster)
	}
}

func (m *mute) follow(roster []proto.Pilot) {
	id := m.ids[len(m.ids)-1]
	same := slices.IndexFunc(roster, func(p proto.Pilot) bool { return p.ID == id })
	named := slices.IndexFunc(roster, func(p proto.Pilot) bool { return p.Name == m.name })
	switch {
	case same >= 0 && (named < 0 || named == same):
		m.name = roster[same].Name // he may have changed it
	case same >= 0:
		m.ids = []uint16{roster[named].ID} // the host is another: its ids are others'
	case named >= 0:
		m.ids = append(m.ids, roster[named].ID)
	}
}
