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

// eye returns where the player's ship is or was, or the middle of the arena if there is none.
func (s *Scene) eye() game.Point {
	if ship := s.Ship(); ship != nil && ship.State != game.Empty {
		return game.Point{X: ship.X, Y: ship.Y}
	}
	w, h := s.Setup.Arena.Size()
	return game.Point{X: w / 2, Y: h / 2}
}

// Alive reports whether the player's ship flies.
func (s *Scene) Alive() bool {
	ship := s.Ship()
	return ship != nil && ship.State == game.Flying
}

// Shows reports whether a ship flies in the slot that the player can see. What a nebula or a
// cloak hides is told to no program.
func (s *Scene) Shows(slot int) bool {
	return s.World.Ships[slot].State == game.Flying && (s.Me < 0 || !s.World.Hidden(s.Setup, slot, s.Me))
}

// Drone returns the class of the drone in a slot, or nil if its ship is a pilot's or there is none.
func (s *Scene) Drone(slot int) *game.Class {
	if class := &s.Setup.Classes[s.World.Ships[slot].Class]; class.Drone {
		return class
	}
	return nil
}

// Out reports whether the player's ship does not come back by itself in two seconds: it has no
// life left, or came in the middle of a round.
func (s *Scene) Out() bool {
	if !s.Setup.Mode.Rounds() && s.Setup.Mode != game.Waves {
		return false
	}
	ship := s.Ship()
	switch {
	case ship == nil || ship.State == game.Empty:
		return true // or perhaps not: it is not seated yet
	case ship.State == game.Flying:
		return false
	case s.Setup.Mode == game.Waves:
		return s.World.Assault.Wave > 0 && s.World.Assault.Lives == 0
	}
	return ship.Lives == 0
}

// PilotAt returns the pilot in a slot, or nil. A drone has none, whatever an older Roster says.
func (s *Scene) PilotAt(slot int) *proto.Pilot {
	if s.World != nil && s.Drone(slot) != nil {
		return nil
	}
	for i := range s.Roster {
		if int(s.Roster[i].Slot) == slot {
			return &s.Roster[i]
		}
	}
	return nil
}
