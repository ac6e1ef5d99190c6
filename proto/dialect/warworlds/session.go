package warworlds

import (
	"errors"
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one player.
type Session struct {
	Dropped int // packets that made no sense

	palette *Palette
	wish    dialect.Wish
	wanted  Colour
	colour  Colour // granted
	joined  bool   // the join_response is sent
	slot    int    // that it was for
	answer  bool   // it is wanted
	setup   *game.Setup
	playing bool // that match was under way at the last Tick

	age     int // ticks since the join_response
	silence int // ticks since the player said anything

	census  dialect.Census
	command Command // reused
	state   State   // reused
	out     []byte  // reused
}

// In ticks.
const (
	turn       = game.TickRate / 5
	stateEvery = game.TickRate / 10
	maxSilence = 300 * game.TickRate
)

var errSilent = errors.New("silent for too long")

// NewSession returns the session of a player who has connected.
func NewSession(p *Palette) *Session {
	return &Session{palette: p, wish: dialect.Wish{Ready: true}}
}

// Wish is what the player wants.
func (s *Session) Wish() *dialect.Wish { return &s.wish }

// Hear takes a packet. It never fails.
func (s *Session) Hear(_ dialect.Channel, p []byte, _ dialect.Send) error {
	packet, err := Parse(p)
	if err != nil || !s.take(packet) {
		s.Dropped++
		return nil
	}
	s.silence = 0
	return nil
}

// take reports whether the packet made sense.
func (s *Session) take(packet Packet) bool {
	if join, ok := packet.(*JoinRequest); ok {
		if s.wish.Presence == dialect.Absent {
			s.wanted = join.Colour
		}
		s.wish.Presence, s.answer = dialect.Flying, true
		return true
	}
	if s.wish.Presence == dialect.Absent {
		return false
	}
	switch packet := packet.(type) {
	case *Chat:
		s.wish.Speak(packet.Text)
	case *Command:
		return s.obey(packet.Inputs)
	case *StartGame: // everybody is ready who has joined
	default:
		return false
	}
	return true
}

// obey takes the player's own input, and nobody else's.
func (s *Session) obey(inputs []PlayerInput) bool {
	for _, in := range inputs {
		if in.Player != 0 {
			return false
		}
	}
	for _, in := range inputs {
		s.wish.Input = in.Input
	}
	return true
}

// Tick sends what is due.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if s.silence++; s.silence > maxSilence {
		return errSilent
	}
	if scene.World == nil {
		return nil
	}
	if scene.Me >= 0 && (s.answer || s.joined && scene.Me != s.slot) {
		s.respond(scene, send)
	}
	if !s.joined {
		return nil
	}
	if scene.Setup != s.setup {
		s.setup, s.playing = scene.Setup, false
	}
	if playing := scene.World.Status == game.InProgress; playing != s.playing {
		s.playing = playing
		if playing {
			s.send(&StartGame{}, send)
		}
	}
	s.tell(scene, send)
	if s.age%turn == 0 {
		s.sendInputs(scene, send)
	}
	if s.age%stateEvery == 0 {
		s.sendState(scene, send)
	}
	s.age++
	return nil
}

// End does nothing: that the match is over for the player, ENet says.
func (s *Session) End(string, dialect.Send) {}

func (s *Session) send(p Packet, send dialect.Send) {
	s.out = p.Append(s.out[:0])
	send(dialect.Main, s.out)
}

// respond answers a join_request.
func (s *Session) respond(scene *dialect.Scene, send dialect.Send) {
	s.colour = s.palette.Grant(scene.Me, scene.Pilot, s.wanted)
	response := JoinResponse{Map: scene.Setup.Arena.Name, MyColour: HostColour, YourColour: s.colour}
	for i := range scene.Roster {
		if id := scene.Roster[i].ID; id != scene.Pilot {
			response.Users = append(response.Users, uint32(id))
		}
	}
	s.send(&response, send)
	s.joined, s.answer, s.slot = true, false, scene.Me
}

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

// sendInputs sends what every pilot does who flies.
func (s *Session) sendInputs(scene *dialect.Scene, send dialect.Send) {
	s.command.Inputs = s.command.Inputs[:0]
	for i := range scene.World.Ships {
		if ship := &scene.World.Ships[i]; ship.State == game.Flying {
			s.command.Inputs = append(s.command.Inputs, PlayerInput{uint8(i + 1), ship.Input})
		}
	}
	s.send(&s.command, send)
}

// sendState sends all that is in space.
func (s *Session) sendState(scene *dialect.Scene, send dialect.Send) {
	s.census.Take(scene)
	var colours [game.MaxShips]Colour
	for i := range scene.Roster {
		if p := &scene.Roster[i]; p.Slot < game.MaxShips {
			colours[p.Slot] = s.palette.Of(int(p.Slot), p.ID)
		}
	}
	s.state.Tick, s.state.Entities = uint32(scene.World.Tick), s.state.Entities[:0]
	for i := range s.census.Things {
		t := &s.census.Things[i]
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
