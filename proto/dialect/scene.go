package dialect

import (
	"dogfight/game"
	"dogfight/proto"
)

// Scene is a player's view of the match at one moment. It is good only during the call that passes it.
type Scene struct {
	Setup *game.Setup
	World *game.World // or nil, before the first one
	Me    int         // slot of the player's ship, or -1

	Pilot  uint16 // the player's id in Roster
	Roster []proto.Pilot
	Leads  bool // the player may change the settings of the match

	Events []game.Event // decided since the last Scene
	Chat   []Line       // new since the last Scene
}

// Line is a line of chat.
type Line struct {
	Pilot uint16 // the author; proto.Notice is the host
	Name  string // the name, or ""
	Text  string
}

// Ship returns the player's ship, or nil if there is none.
func (s *Scene) Ship() *game.Ship {
	if s.World == nil || s.Me < 0 {
		return nil
	}
	return &s.World.Ships[s.Me]
}

// eye returns the last place of the player's ship, or the middle of the arena if there is none.
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

// Shows reports whether the player can see a flying ship in the slot. Programs get no ships that a nebula or a cloak hides.
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

// Out reports whether the player's ship does not come back by itself in two seconds: it has no life left, or joined in the
// middle of a round.
func (s *Scene) Out() bool {
	if !s.Setup.Mode.Rounds() && s.Setup.Mode.State() != game.AssaultState {
		return false
	}
	ship := s.Ship()
	switch {
	case ship == nil || ship.State == game.Empty:
		return true // or perhaps not: it has no seat yet
	case ship.State == game.Flying:
		return false
	case s.Setup.Mode.State() == game.AssaultState:
		return s.World.Assault.Wave > 0 && s.World.Assault.Lives == 0
	}
	return ship.Lives == 0
}

// PilotAt returns the pilot in a slot, or nil. A drone has none, even if an older Roster has one there.
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

// Thing is anything in space that a dialect can show.
type Thing struct {
	ID    uint32 // of a ship: its slot and one. Of other things: never reused
	Kind  Kind
	New   bool          // it was not in the Update before
	Team  uint8         // of a ship, or of a shot's owner; 0 for none
	Slot  uint8         // of a ship, or of a shot's owner
	Index uint8         // into World.Shots[Slot], World.Items or World.Barrels
	Item  game.ItemKind // of a power-up or an orb
	X, Y  int32         // 1/256 unit
	VX    int32         // 1/256 unit a tick
	VY    int32
}

// Kind is the kind of a Thing.
type Kind uint8

// The kinds.
const (
	Ship    Kind = 1
	Shot    Kind = 2
	PowerUp Kind = 3
	Barrel  Kind = 4
	Orb     Kind = 5
)

// MaxThings is the most things at a time.
const MaxThings = maxShips + maxShips*maxShots + maxItems + maxBarrels + 1

// Unit converts a position or velocity of a World to arena units.
func Unit(v int32) float32 { return float32(v) / game.One }

// Whole converts a position of a World to whole arena units.
func Whole(v int32) int32 { return v >> 8 } // by game.One, rounded down where a division rounds to 0

// Send sends a packet of a session: a piece of a stream, in one write if possible, or a datagram. It must not keep p.
type Send func(ch Channel, p []byte)

// Channel is one of the connections of a player.
type Channel uint8

// The channels. All dialects have the first; only one has the second.
const (
	Main Channel = 0
	Data Channel = 1
)

// tan is that of 22.5 degrees: directions further from both axes are diagonal.
const tan = 0.41421356

// CourseOf returns the course nearest to a direction, or Idle for (0,0). It is
// Idle too if either number is NaN.
func CourseOf(x, y float32) game.Course {
	if x != x || y != y {
		return game.Idle
	}
	ax, ay := max(x, -x), max(y, -y)
	if ax < ay*tan {
		x = 0
	}
	if ay < ax*tan {
		y = 0
	}
	return game.CourseOf(sign(x), sign(y))
}

func sign(v float32) int32 {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}
