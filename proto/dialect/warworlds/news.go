package warworlds

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// tell hands on what the others said.
func (s *Session) tell(scene *dialect.Scene, send dialect.Send) {
	for _, line := range scene.Chat {
		switch {
		case line.Pilot == scene.Pilot:
		case line.From == "":
			s.send(&Chat{line.Text}, send)
		default:
			s.send(&Chat{fmt.Sprintf("%s: %s", line.From, line.Text)}, send)
		}
	}
}

// sendTurn sends the inputs of all pilots that fly; drones have none. To an original, input would be a command
// that it does not know.
func (s *Session) sendTurn(scene *dialect.Scene, send dialect.Send) {
	s.command.Commands = s.command.Commands[:0]
	for i := range scene.World.Ships {
		if s.asked && scene.Shows(i) && scene.Drone(i) == nil {
			s.command.Commands = append(s.command.Commands, PlayerCommand{Input, uint8(i + 1), scene.World.Ships[i].Input})
		}
	}
	s.send(&s.command, send)
}

// sendState sends all that is in space.
func (s *Session) sendState(scene *dialect.Scene, send dialect.Send) {
	s.tracker.Update(scene)
	var colours [game.MaxShips]Colour
	for i := range colours {
		colours[i] = ownColour(i) // of a drone, or of a pilot whom the roster does not have yet
	}
	for i := range scene.Roster {
		if p := &scene.Roster[i]; p.Slot < game.MaxShips && scene.Drone(int(p.Slot)) == nil {
			colours[p.Slot] = s.palette.Of(int(p.Slot), p.ID)
		}
	}
	s.state.Tick, s.state.Entities = uint32(scene.World.Tick), s.state.Entities[:0]
	for i := range s.tracker.Things {
		t := &s.tracker.Things[i]
		s.state.Entities = append(s.state.Entities, Entity{
			ID: t.ID, Kind: uint8(t.Kind), X: dialect.Unit(t.X), Y: dialect.Unit(t.Y), Colour: colourOf(t, &colours),
		})
	}
	s.send(&s.state, send)
}

func colourOf(t *dialect.Thing, ships *[game.MaxShips]Colour) Colour {
	switch t.Kind {
	case dialect.PowerUp:
		return powerUpColour
	case dialect.Barrel:
		return barrelColour
	case dialect.Orb:
		return orbColour
	}
	return ships[t.Slot]
}
