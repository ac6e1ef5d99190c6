package warworlds

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one player.
type Session struct {
	Dropped int // invalid packets

	palette *Palette
	intent  dialect.Intent
	wanted  Colour
	colour  Colour // granted
	joined  bool   // a join_response was sent
	pilot   uint16 // of the last seat
	slot    int    // likewise
	unsent  bool   // no join_response was sent for that seat
	answer  bool   // a join_request waits for its answer
	setup   *game.Setup
	playing bool // the match was under way at the last Tick
	started bool // a start_game was sent

	ours     bool // the player has sent a command of ours, numbered from 100 on
	asked    bool // for State
	original bool // the player has sent a command of the original's own

	age int // ticks since the join_response

	tracker dialect.Tracker
	command Command // reused
	state   State   // reused
	out     []byte  // reused
}

// In ticks.
const (
	turn       = game.TickRate / 5
	stateEvery = game.TickRate / 10
)

// NewSession returns the session of a new player.
func NewSession(p *Palette) *Session {
	return &Session{palette: p, intent: dialect.Intent{Ready: true}}
}

// Intent returns the player's wishes.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Receive takes a packet. It never fails.
func (s *Session) Receive(_ dialect.Channel, p []byte, _ dialect.Send) error {
	packet, err := Parse(p)
	if err != nil || !s.apply(packet) {
		s.Dropped++
	}
	return nil
}

// apply applies a packet, and reports whether it was valid.
func (s *Session) apply(packet Packet) bool {
	if join, ok := packet.(*JoinRequest); ok {
		if s.intent.Presence == dialect.Absent {
			s.wanted = join.Colour
		}
		s.intent.Presence, s.answer = dialect.Flying, true
		return true
	}
	if s.intent.Presence == dialect.Absent {
		return false
	}
	switch packet := packet.(type) {
	case *Chat:
		s.intent.Speak(packet.Text)
	case *Command:
		return s.obey(packet)
	case *StartGame: // all players in the match are ready
	default:
		return false
	}
	return true
}

// Tick sends the packets that are due. It never fails: ENet knows whether the player is there.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if scene.World == nil {
		return nil
	}
	if scene.Me >= 0 && (s.answer || s.joined && (scene.Me != s.slot || s.asked && s.unsent)) {
		s.seat(scene, send)
	}
	if !s.joined {
		return nil
	}
	s.start(scene, send)
	s.sendChat(scene, send)
	if s.started && s.age%turn == 0 {
		s.sendTurn(scene, send)
	}
	if s.asked && s.age%stateEvery == 0 {
		s.sendState(scene, send)
	}
	s.age++
	return nil
}

// End does nothing: ENet disconnects the player.
func (s *Session) End(string, dialect.Send) {}

func (s *Session) send(p Packet, send dialect.Send) {
	s.out = p.Append(s.out[:0])
	send(dialect.Main, s.out)
}

// Leave releases the player's colour. Nothing may be called after it.
func (s *Session) Leave() {
	if s.joined {
		s.palette.Release(s.pilot)
	}
}

// seat answers a join_request, or announces another seat. An original asks once, and would take a second answer for another
// game.
func (s *Session) seat(scene *dialect.Scene, send dialect.Send) {
	s.colour = s.palette.Grant(scene.Me, scene.Pilot, s.wanted)
	s.pilot, s.slot, s.unsent = scene.Pilot, scene.Me, true
	if s.answer || s.asked {
		s.respond(scene, send)
		s.joined, s.answer, s.unsent = true, false, false
	}
}

func (s *Session) respond(scene *dialect.Scene, send dialect.Send) {
	response := JoinResponse{Map: scene.Setup.Arena.Name, MyColour: HostColour, YourColour: s.colour}
	for i := range scene.Roster {
		if id := scene.Roster[i].ID; id != scene.Pilot {
			response.Users = append(response.Users, uint32(id))
		}
	}
	s.send(&response, send)
}

// start announces each match once, and the one that is under way at once.
func (s *Session) start(scene *dialect.Scene, send dialect.Send) {
	if scene.Setup != s.setup {
		s.setup, s.playing = scene.Setup, false
	}
	if playing := scene.World.Status == game.InProgress; playing != s.playing {
		s.playing = playing
		if playing {
			s.started = true
			s.send(&StartGame{}, send)
		}
	}
}

// obey applies the commands of a player, and reports whether all were valid.
func (s *Session) obey(c *Command) bool {
	if !s.ours && s.fromOriginal(c) {
		s.original = true
		return true
	}
	if c.Foreign != nil || !c.own() {
		return false
	}
	s.ours = s.ours || !c.former()
	for _, command := range c.Commands {
		if command.Number == AskState {
			s.asked = true
		} else {
			s.intent.Input = command.Input
		}
	}
	return true
}

// fromOriginal reports whether a turn is one of the original's, to be ignored. The player has not sent commands of ours.
func (s *Session) fromOriginal(c *Command) bool {
	return c.Foreign != nil || c.former() && (s.original || !c.own())
}

// sendChat sends the chat of the others.
func (s *Session) sendChat(scene *dialect.Scene, send dialect.Send) {
	for _, line := range scene.Chat {
		switch {
		case line.Pilot == scene.Pilot:
		case line.Name == "":
			s.send(&Chat{line.Text}, send)
		default:
			s.send(&Chat{fmt.Sprintf("%s: %s", line.Name, line.Text)}, send)
		}
	}
}

// sendTurn sends the inputs of all flying pilots; drones have none. An original does not know the command input.
func (s *Session) sendTurn(scene *dialect.Scene, send dialect.Send) {
	s.command.Commands = s.command.Commands[:0]
	for i := range scene.World.Ships {
		if s.asked && scene.Shows(i) && scene.Drone(i) == nil {
			s.command.Commands = append(s.command.Commands, PlayerCommand{Input, uint8(i + 1), scene.World.Ships[i].Input})
		}
	}
	s.send(&s.command, send)
}

// sendState sends everything in space.
func (s *Session) sendState(scene *dialect.Scene, send dialect.Send) {
	s.tracker.Update(scene)
	var colours [game.MaxShips]Colour
	for i := range colours {
		colours[i] = ownColour(i) // of a drone, or of a pilot that is not in the roster yet
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
