package carnage

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one player. Only one goroutine may use it at a time.
type Session struct {
	wire     Wire
	in       Decoder
	state    state
	intent   dialect.Intent
	controls controls
	writer   recordWriter

	owed  bool        // a HelloResponse, until there is a Setup to fill it from
	setup *game.Setup // of the match, once there is one

	ticks int // of the session
	quiet int // ticks since the last message
	grace int // ticks in which Inputs of the ship that exploded may still come

	// granted says that a SpawnRequest is to be answered as soon as the ship may come, which is
	// out of its round. A client to which it was answered is told of no other ship meanwhile.
	granted bool

	out []byte // the packet that is being made
}

// Times, in ticks.
const (
	inputsGrace = 2 * game.TickRate
	silent      = 30 * game.TickRate
	atMenu      = 5 * 60 * game.TickRate
)

// LongestRequest is how long a client's message may be: room for names that are
// refused politely. With its length it fills 4096 bytes, and no more is ever held.
const LongestRequest = 4092

// NewSession returns the session of a player on a TCP stream.
func NewSession() *Session { return newSession(false) }

// NewMessageSession returns the session of a player whose messages travel one by
// one, without a length before them, as on a WebSocket. Each call of Receive and of a
// Send is one message.
func NewMessageSession() *Session { return newSession(true) }

func newSession(whole bool) *Session {
	return &Session{
		wire:   Wire{Whole: whole},
		in:     NewDecoder(LongestRequest),
		intent: dialect.Intent{Ready: true},
	}
}

// Intent returns what the player wants. The caller takes Say.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Tick lets a tick pass, and tells the player what there is to see. An error ends
// the session.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	s.ticks++
	s.grace = max(s.grace-1, 0)
	if s.quiet++; s.granted {
		s.quiet = 0 // it is the host who owes an answer
	}
	if s.quiet > s.state.silence() {
		return fmt.Errorf("%v: nothing received for %d s", s.state, s.state.silence()/game.TickRate)
	}
	if scene.Setup == nil {
		return nil
	}
	s.enter(scene.Setup)
	if err := s.answer(send); err != nil {
		return err
	}
	if scene.World != nil && s.intent.Presence != dialect.Absent {
		s.watch(scene, send)
	}
	return nil
}

// End says the last words. The document has none but a HelloResponse that is not okay.
func (s *Session) End(_ string, send dialect.Send) {
	if s.state == waitingForHello || s.owed {
		s.say(&HelloResponse{}, send)
	}
}

// say sends one message.
func (s *Session) say(m Message, send dialect.Send) {
	s.out = s.wire.Append(s.out[:0], m)
	send(dialect.Main, s.out)
}

// enter notes that another match is on. The player keeps the seat, but nothing known to them
// is there any more, not even the ship.
func (s *Session) enter(setup *game.Setup) {
	if s.setup == setup {
		return
	}
	s.setup = setup
	if s.knowsShip() {
		s.returnToMenu()
	}
	if !setup.PilotClass(s.intent.Class) {
		s.intent.Class = 0
	}
	if !setup.PilotWeapon(s.intent.Weapon) {
		s.intent.Weapon = 0
	}
}

// watch looks at the match, steers, and tells what there is to see twenty times a second.
func (s *Session) watch(scene *dialect.Scene, send dialect.Send) {
	s.writer.look(scene)
	telling := s.ticks%ticksPerRecord == 0
	if telling {
		s.checkDeath(scene)
	}
	if s.granted && !scene.Out() {
		s.letPlay(send)
	}
	s.steer(scene)
	if telling {
		s.say(s.writer.tell(scene), send)
	}
}

// checkDeath notices that the player's ship exploded. It looks only when a Record is due, which tells
// the player: a World is foreseen, and may take a death back, and whoever was not told of one would
// never ask for the next ship.
func (s *Session) checkDeath(scene *dialect.Scene) {
	if s.knowsShip() && !scene.Alive() {
		s.returnToMenu()
	}
}

// knowsShip reports whether the player flies and was told which ship is theirs. Before
// that they cannot see that they lost it.
func (s *Session) knowsShip() bool { return s.state == playing && !s.writer.introduce }

// returnToMenu sends a player whose ship is gone back to the menu. What they send before they
// learn of it is ignored.
func (s *Session) returnToMenu() {
	s.state, s.grace = waitingForSpawn, inputsGrace
	s.controls = controls{}
	s.writer.unasked = true
}

func (s *Session) steer(scene *dialect.Scene) {
	facing := game.Idle
	if scene.Alive() {
		facing = scene.Ship().Facing
	}
	s.intent.Input = s.controls.hold(facing)
}
