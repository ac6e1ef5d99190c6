package model

import (
	"cmp"
	"slices"
	"strconv"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// Pilots are the pilots with a ship, by slot, with clean names.
type Pilots [game.MaxShips]proto.Pilot

func (p *Pilots) Read(v *net.View) {
	*p = Pilots{}
	for _, pilot := range v.Roster {
		if int(pilot.Slot) < len(p) {
			pilot.Name = canvas.Clean(pilot.Name)
			p[pilot.Slot] = pilot
		}
	}
}

func (p *Pilots) Name(slot int) string {
	if uint(slot) >= uint(len(p)) {
		return "unknown"
	}
	if name := p[slot].Name; name != "" {
		return name
	}
	return "ship " + strconv.Itoa(slot+1)
}

// Colour returns the colour number of a ship: the host's choice, or without one (on foreign servers) a different one
// for neighbouring slots.
func (p *Pilots) Colour(slot int) uint8 {
	if p != nil && p[slot].Colour != 0 {
		return p[slot].Colour
	}
	return uint8(slot%canvas.FoeRamps) + 1
}

func (p *Pilots) Has(slot int, flag proto.PilotFlags) bool { return p[slot].Flags&flag != 0 }

// TeamLetter identifies a team without colour.
func TeamLetter(team uint8) string {
	const letters = "ABCD"
	if team == 0 || int(team) > len(letters) {
		return " "
	}
	return letters[team-1 : team]
}

// TeamName returns the name of a team of pilots.
func (m *Match) TeamName(team uint8) string {
	if m.Setup.PilotTeams() == 1 {
		return "pilots"
	}
	return "team " + TeamLetter(team)
}

// ShortName returns a pilot's name cut to so many columns, with a mark if muted.
func (m *Match) ShortName(slot, columns int) string {
	const sign = " muted"
	if m.muted(slot) {
		return canvas.Cut(m.Pilots.Name(slot), columns-len(sign)) + sign
	}
	return canvas.Cut(m.Pilots.Name(slot), columns)
}

// againstBots reports whether there are other pilots and all are bots.
func (m *Match) againstBots() (bots bool) {
	for slot := range m.Pilots {
		switch bot := m.Pilots.Has(slot, proto.BotPilot); {
		case slot == m.Me, m.World.Ships[slot].State == game.Empty, m.OfDrones(slot):
		case !bot:
			return false
		default:
			bots = true
		}
	}
	return bots && !m.Foreign && m.Me >= 0
}

// PingTitle is the title of Ping's column.
func (m *Match) PingTitle() string {
	if m.againstBots() {
		return "kind"
	}
	return "ping"
}

// Ping returns a pilot's round trip, "bot" or, if all others are bots, their kinds.
func (m *Match) Ping(slot int) string {
	switch {
	case m.Pilots.Has(slot, proto.Away): // a bot may fly meanwhile
		return "away"
	case m.Pilots.Has(slot, proto.BotPilot):
		if like, ok := net.Personality(&m.Pilots[slot]); ok && m.againstBots() {
			return like.String()
		}
		return "bot"
	case m.againstBots():
		return "you"
	case m.Foreign && m.Pilots[slot].Ping == 0:
		return Untold
	}
	return strconv.Itoa(int(m.Pilots[slot].Ping))
}

// Untold replaces an unknown figure.
const Untold = "-"

// Mutes are the pilots with hidden chat. The zero value and nil are empty.
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

// Rank returns the pilots' slots, the best first. It reuses a slice; the last ranks sort fastest.
func (m *Match) Rank(ranks []int) []int {
	var ranked [game.MaxShips]bool
	for _, slot := range ranks {
		ranked[slot] = true
	}
	for slot := range m.World.Ships {
		if !ranked[slot] {
			ranks = append(ranks, slot)
		}
	}
	ranks = slices.DeleteFunc(ranks, func(slot int) bool {
		ship := &m.World.Ships[slot]
		return ship.State == game.Empty || m.Class(ship).Drone
	})
	slices.SortFunc(ranks, m.Compare)
	if winner := m.Setup.Winner(m.World); m.World.Status == game.Closed && winner.Decided && winner.Team == 0 {
		m.putFirst(ranks, int(winner.Slot))
	}
	return ranks
}

// putFirst puts the winner before equal scores: some modes decide by more than the score.
func (m *Match) putFirst(ranks []int, winner int) {
	if at := slices.Index(ranks, winner); at > 0 && m.World.Ships[ranks[0]].Score == m.World.Ships[winner].Score {
		copy(ranks[1:at+1], ranks[:at])
		ranks[0] = winner
	}
}

// Compare orders slots by score, then by fewer deaths, then by number.
func (m *Match) Compare(a, b int) int {
	first, second := &m.World.Ships[a], &m.World.Ships[b]
	return cmp.Or(
		cmp.Compare(second.Score, first.Score),
		cmp.Compare(first.Deaths, second.Deaths),
		cmp.Compare(a, b))
}

// PlaceOf returns the place of a slot in the ranks of all or of its team. Equal scores share a place.
func (m *Match) PlaceOf(ranks []int, slot int) (place int, shared bool) {
	place = 1
	own := m.World.Ships[slot].Score
	for _, other := range ranks {
		switch score := m.World.Ships[other].Score; {
		case score > own:
			place++
		case score == own && other != slot:
			shared = true
		}
	}
	return place, shared
}

// Members returns the ranks of a team.
func (m *Match) Members(ranks []int, team uint8) (slots []int) {
	for _, slot := range ranks {
		if m.World.Ships[slot].Team == team {
			slots = append(slots, slot)
		}
	}
	return slots
}
