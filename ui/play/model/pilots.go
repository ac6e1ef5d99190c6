package model

import (
	"strconv"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// Pilots are those of the roster that have a ship, by slot, with names that are
// fit to be drawn.
type Pilots [game.MaxShips]proto.Pilot

// Read takes over the roster.
func (p *Pilots) Read(v *net.View) {
	*p = Pilots{}
	for _, pilot := range v.Roster {
		if int(pilot.Slot) < len(p) {
			pilot.Name = canvas.Clean(pilot.Name)
			p[pilot.Slot] = pilot
		}
	}
}

// Name returns what to call the pilot in a slot.
func (p *Pilots) Name(slot int) string {
	if uint(slot) >= uint(len(p)) {
		return "unknown"
	}
	if name := p[slot].Name; name != "" {
		return name
	}
	return "ship " + strconv.Itoa(slot+1)
}

// Colour returns the number of a ship's colour: the one that the host has given it or, where it gives none, as a server that
// is none of ours, another for each of those beside one another.
func (p *Pilots) Colour(slot int) uint8 {
	if p != nil && p[slot].Colour != 0 {
		return p[slot].Colour
	}
	return uint8(slot%canvas.FoeRamps) + 1
}

// Has reports whether the pilot in a slot has one of the flags.
func (p *Pilots) Has(slot int, flag proto.PilotFlags) bool { return p[slot].Flags&flag != 0 }

// TeamLetter tells the teams apart where colour does not.
func TeamLetter(team uint8) string {
	const letters = "ABCD"
	if team == 0 || int(team) > len(letters) {
		return " "
	}
	return letters[team-1 : team]
}

// ShortName returns as much of a pilot's name as fits, with a sign if the
// pilot is muted.
func (m *Match) ShortName(slot, columns int) string {
	const sign = " muted"
	if m.muted(slot) {
		return canvas.Cut(m.Pilots.Name(slot), columns-len(sign)) + sign
	}
	return canvas.Cut(m.Pilots.Name(slot), columns)
}

// Ping returns a pilot's round trip, or why there is none: what kind of bot it is.
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

// Untold stands where there would be a figure.
const Untold = "-"
