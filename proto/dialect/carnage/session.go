package carnage

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
	"dogfight/proto"
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

	owed  bool        // a HelloResponse, until there is a Setup for it
	setup *game.Setup // of the match, once there is one

	ticks int // of the session
	quiet int // ticks since the last message
	grace int // ticks in which Inputs of the ship that exploded may still come

	// granted is set while a good SpawnRequest waits for its answer: the ship is out of its round. A client with an answer sees
	// no other ships until its own is there.
	granted bool

	out proto.FieldCoder // reused
}

// Times, in ticks.
const (
	inputsGrace = 2 * game.TickRate
	maxSilence  = 30 * game.TickRate
	menuSilence = 5 * 60 * game.TickRate // for players that wait for a ship: they have nothing to send
)

// LongestRequest bounds a client's message: room for names that are refused politely. With its length it fills 4096 bytes, and
// a session holds no more.
const LongestRequest = 4092

// state is the document's ServerState: the message that the host waits for.
type state uint8

// The states.
const (
	waitingForHello state = 0
	waitingForSpawn state = 1
	playing         state = 2
	closeOnMessage  state = 3
)

// states has of each state the document's name, the only message that does not end the connection, and the longest silence.
var states = [...]struct {
	name, accepts string
	silence       int
}{
	waitingForHello: {"SS_WAITING_FOR_HELLO_REQUEST", HelloRequestType.String(), maxSilence},
	waitingForSpawn: {"SS_WAITING_FOR_SPAWN_REQUEST", SpawnRequestType.String(), menuSilence},
	playing:         {"SS_PLAYING", InputsType.String(), maxSilence},
	closeOnMessage:  {"SS_CLOSE_ON_MESSAGE", "the end", maxSilence},
}

func (s state) String() string { return states[s].name }

// NewSession returns the session of a player on a TCP stream.
func NewSession() *Session { return newSession(false) }

// NewMessageSession returns the session for messages that travel one by one, without a length, as on a WebSocket. Each
// call of Receive and of a Send is one message.
func NewMessageSession() *Session { return newSession(true) }

func newSession(whole bool) *Session {
	return &Session{
		wire:   Wire{Whole: whole},
		in:     NewDecoder(LongestRequest),
		intent: dialect.Intent{Ready: true},
		out:    proto.FieldCoder{ByteReader: proto.ByteReader{LittleEndian: true}},
	}
}

// Intent returns the player's wishes. The caller takes Say.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Receive takes a piece of the stream, or one whole message of a session for those. An error ends the session.
func (s *Session) Receive(_ dialect.Channel, p []byte, send dialect.Send) error {
	if s.wire.Whole {
		var length [lengthSize]byte
		binary.LittleEndian.PutUint32(length[:], uint32(min(len(p), LongestRequest+1)))
		if err := s.feed(length[:], send); err != nil {
			return err
		}
	}
	return s.feed(p, send)
}

func (s *Session) feed(p []byte, send dialect.Send) error {
	for len(p) > 0 {
		left := s.in.Feed(p)
		if len(left) == len(p) {
			return fmt.Errorf("more than %d bytes before MT_HELLO_RESPONSE", LongestRequest)
		}
		p = left
		if err := s.drain(send); err != nil {
			return err
		}
	}
	return nil
}

// drain applies the whole messages. It stops after a HelloRequest, since the next ones can be judged only by a Setup.
func (s *Session) drain(send dialect.Send) error {
	for !s.owed {
		p, ok, err := s.in.Next()
		if !ok {
			return err
		}
		if err := s.apply(p, send); err != nil {
			return err
		}
	}
	return nil
}

// apply applies one message. A message that the state does not have is an error.
func (s *Session) apply(p []byte, send dialect.Send) error {
	if s.state == waitingForHello {
		s.wire.Wide = len(p) == wideHello
	}
	m, err := s.wire.Parse(p)
	if err != nil {
		return err
	}
	s.quiet = 0
	switch m := m.(type) {
	case *HelloRequest:
		if s.state == waitingForHello {
			s.hello(m, send)
			return nil
		}
	case *SpawnRequest:
		if s.state == waitingForSpawn {
			s.spawn(m, send)
			return nil
		}
	case *Inputs:
		if s.state == playing {
			s.controls.apply(m)
			return nil
		}
		if s.grace > 0 || s.granted {
			return nil
		}
	}
	return fmt.Errorf("%v: message must be %s, got %v", s.state, states[s.state].accepts, m.Type())
}

func (s *Session) hello(m *HelloRequest, send dialect.Send) {
	if m.Version != version {
		s.state = closeOnMessage
		s.send(&HelloResponse{}, send)
		return
	}
	s.state, s.owed = waitingForSpawn, true
	s.intent.Presence = dialect.Watching
}

func (s *Session) spawn(m *SpawnRequest, send dialect.Send) {
	status := m.status(s.setup)
	s.granted = false // this request replaces the one before
	if status != Spawned {
		s.send(&SpawnResponse{status}, send)
		return
	}
	s.intent.Name, _ = dialect.NameOf(m.Name) // checked by status
	s.intent.Class, s.intent.Weapon = m.ClassIndex, m.WeaponIndex
	s.intent.Presence = dialect.Flying
	if s.granted = s.setup.Mode.Rounds() || s.setup.Mode.State() == game.AssaultState; !s.granted {
		s.play(send)
	}
}

// play answers a good SpawnRequest.
func (s *Session) play(send dialect.Send) {
	s.send(&SpawnResponse{Spawned}, send)
	s.state, s.granted = playing, false
	s.writer.introduce, s.writer.unasked = true, false
}

// Tick passes a tick, and sends the player the messages that are due. An error ends the session.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	s.ticks++
	s.grace = max(s.grace-1, 0)
	if s.quiet++; s.granted {
		s.quiet = 0 // the host owes an answer
	}
	if silence := states[s.state].silence; s.quiet > silence {
		return fmt.Errorf("%v: nothing received for %d s", s.state, silence/game.TickRate)
	}
	if scene.Setup == nil {
		return nil
	}
	s.enter(scene.Setup)
	if s.owed {
		s.owed = false
		s.writer.tables.sent = s.setup
		s.send(welcome(s.setup), send)
		if err := s.drain(send); err != nil {
			return err
		}
	}
	if scene.World != nil && s.intent.Presence != dialect.Absent {
		s.watch(scene, send)
	}
	return nil
}

// End sends the last message. The document has none but a HelloResponse that is not okay.
func (s *Session) End(_ string, send dialect.Send) {
	if s.state == waitingForHello || s.owed {
		s.send(&HelloResponse{}, send)
	}
}

func (s *Session) send(m Message, send dialect.Send) {
	s.out.Out = s.out.Out[:0]
	s.wire.append(&s.out, m)
	send(dialect.Main, s.out.Out)
}

// enter enters another match. The player keeps the seat, but no entity is the same, not even the ship.
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

// watch follows the match, steers, and sends a Record twenty times a second.
func (s *Session) watch(scene *dialect.Scene, send dialect.Send) {
	s.writer.update(scene)
	due := s.ticks%ticksPerRecord == 0
	// A death counts only if a Record is due to report it: a World is predicted, and may take it back. A player without a report
	// would never ask for the next ship.
	if due && s.knowsShip() && !scene.Alive() {
		s.returnToMenu()
	}
	if s.granted && !scene.Out() {
		s.play(send)
	}
	facing := game.Idle
	if scene.Alive() {
		facing = scene.Ship().Facing
	}
	s.intent.Input = s.controls.next(facing)
	if due {
		s.send(s.writer.next(scene), send)
	}
}

// knowsShip reports whether the player flies and knows its ship. Before that it cannot see that it lost it.
func (s *Session) knowsShip() bool { return s.state == playing && !s.writer.introduce }

// returnToMenu sends a player without a ship back to the menu. Inputs that are still under way are ignored.
func (s *Session) returnToMenu() {
	s.state, s.grace = waitingForSpawn, inputsGrace
	s.controls = controls{}
	s.writer.unasked = true
}
