package dialect

import (
	"dogfight/game"
	"dogfight/proto"
)

// Scene is what a player can see of the match at one moment. It is good only
// during the call that hands it over.
type Scene struct {
	Setup *game.Setup
	World *game.World // nil until there is something to see
	Me    int         // slot of the player's ship, or -1

	Pilot  uint16 // the player's id in Roster
	Roster []proto.Pilot
	Leads  bool // the player may change the settings of the match

	Events []game.Event // decided since the last Scene
	Chat   []Line       // said since the last Scene
}

// Line is something that was said.
type Line struct {
	Pilot uint16 // that said it; proto.Notice is the host
	From  string // the name, or ""
	Text  string
}

// Ship returns the player's ship, or nil if there is none.
func (s *Scene) Ship() *game.Ship {
	if s.World == nil || s.Me < 0 {
		return nil
	}
	return &s.World.Ships[s.Me]
}

// Alive reports whether the player's ship flies.
func (s *Scene) Alive() bool {
	ship := s.Ship()
	return ship != nil && ship.State == game.Flying
}

// PilotAt returns the pilot in a slot, or nil.
func (s *Scene) PilotAt(slot int) *proto.Pilot {
	for i := range s.Roster {
		if int(s.Roster[i].Slot) == slot {
			return &s.Roster[i]
		}
	}
	return nil
}
