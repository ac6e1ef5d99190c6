package warworlds

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one player.
type Session struct {
	Dropped int // packets that made no sense

	palette *Palette
	intent  dialect.Intent
	wanted  Colour
	colour  Colour // granted
	joined  bool   // the join_response is sent
	pilot   uint16 // that it was for
	slot    int    // likewise
	untold  bool   // the player has had no join_response for that slot
	answer  bool   // it is wanted
	setup   *game.Setup
	playing bool // that match was under way at the last Tick
	started bool // some match was, since the join_response

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

// NewSession returns the session of a player who has connected.
func NewSession(p *Palette) *Session {
	return &Session{palette: p, intent: dialect.Intent{Ready: true}}
}

// Intent is what the player wants.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Receive takes a packet. It never fails.
func (s *Session) Receive(_ dialect.Channel, p []byte, _ dialect.Send) error {
	packet, err := Parse(p)
	if err != nil || !s.take(packet) {
		s.Dropped++
	}
	return nil
}

// take reports whether the packet made sense.
func (s *Session) take(packet Packet) bool {
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
	case *StartGame: // all who have joined are ready
	default:
		return false
	}
	return true
}

// Tick sends what is due. It never fails: whether the player is there, ENet knows.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if scene.World == nil {
		return nil
	}
	if scene.Me >= 0 && (s.answer || s.joined && (scene.Me != s.slot || s.asked && s.untold)) {
		s.seat(scene, send)
	}
	if !s.joined {
		return nil
	}
	s.start(scene, send)
	s.tell(scene, send)
	if s.started && s.age%turn == 0 {
		s.sendTurn(scene, send)
	}
	if s.asked && s.age%stateEvery == 0 {
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

// Leave gives back what the player has of what the sessions share. Nothing is called after it.
func (s *Session) Leave() {
	if s.joined {
		s.palette.Release(s.pilot)
	}
}

// seat answers a join_request, or tells of another seat. An original asks once, and would
// take a second answer for another game.
func (s *Session) seat(scene *dialect.Scene, send dialect.Send) {
	s.colour = s.palette.Grant(scene.Me, scene.Pilot, s.wanted)
	s.pilot, s.slot, s.untold = scene.Pilot, scene.Me, true
	if s.answer || s.asked {
		s.respond(scene, send)
		s.joined, s.answer, s.untold = true, false, false
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

// start tells that the match has begun: each once, and the one that is under way at once.
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
