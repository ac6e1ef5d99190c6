package play

import (
	"strconv"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// pilots are those of the roster who have a ship, by slot, with names that are
// fit to be drawn.
type pilots [game.MaxShips]proto.Pilot

// read takes over the roster.
func (p *pilots) read(v *net.View) {
	*p = pilots{}
	for _, pilot := range v.Roster {
		if int(pilot.Slot) < len(p) {
			pilot.Name = canvas.Clean(pilot.Name)
			p[pilot.Slot] = pilot
		}
	}
}

// name returns what to call the pilot in a slot.
func (p *pilots) name(slot int) string {
	if uint(slot) >= uint(len(p)) {
		return "somebody"
	}
	if name := p[slot].Name; name != "" {
		return name
	}
	return "ship " + strconv.Itoa(slot+1)
}

func (p *pilots) has(slot int, flag proto.PilotFlags) bool { return p[slot].Flags&flag != 0 }

// teamLetter tells the teams apart where colour does not.
func teamLetter(team uint8) string {
	switch team {
	case 1:
		return "A"
	case 2:
		return "B"
	}
	return " "
}
