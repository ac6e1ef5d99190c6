package model

import (
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

// ShortName returns a pilot's name cut to so many columns, with a mark if muted.
func (m *Match) ShortName(slot, columns int) string {
	const sign = " muted"
	if m.muted(slot) {
		return canvas.Cut(m.Pilots.Name(slot), columns-len(sign)) + sign
	}
	return canvas.Cut(m.Pilots.Name(slot), columns)
}

// Ping returns a pilot's round trip or, for a bot, its kind.
func (m *Match) Ping(slot int) string {
	switch {
	case m.Pilots.Has(slot, proto.Away): // a bot may fly meanwhile
		return "away"
	case m.Pilots.Has(slot, proto.BotPilot):
		if like, ok := net.Personality(&m.Pilots[slot]); ok {
			return like.Tag()
		}
		return "bot"
	case m.Foreign && m.Pilots[slot].Ping == 0:
		return Untold
	}
	return strconv.Itoa(int(m.Pilots[slot].Ping))
}

// Untold replaces an unknown figure.
const Untold = "-"
