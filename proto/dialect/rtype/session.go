package rtype

import (
	"errors"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one client. It answers the client's packets, and sends the match to its address once that is
// proven.
type Session struct {
	// Dropped counts packets that were malformed, out of turn or of an entity that is not the client's.
	Dropped int

	// Room is the number of bytes that may go to the client now, while its address is not proven. The owner sets it before each
	// Tick.
	Room int

	wire Wire // static after construction

	id     uint32
	local  bool
	stage  stage
	quiet  int // ticks since the last INPUT or PING
	intent dialect.Intent

	held    game.Input // by the last INPUT
	left    int        // ticks until it is released
	presses dialect.Presses

	flown   bool        // it had a ship
	playing bool        // a SNAPSHOT of the match was sent
	setup   *game.Setup // of that match
	waits   int         // ticks until the next SNAPSHOT
	damages int         // DAMAGE_EVENTs of others since the last
	tracker dialect.Tracker
	sent    Snapshot           // the last; the client knows its entities
	shown   [game.MaxShips]int // ticks in which the client still gets DAMAGE_EVENTs of a ship that was in a SNAPSHOT
	now     Snapshot
	buf     []byte
}

// Config describes the client of a Session.
type Config struct {
	// ID is the client's, and that of its ship: at least MinID. It must be hard to
	// guess, as a client that knows it may take over the ship.
	ID uint32
	// Local is set for a near address. There a packet without an id to echo is proof enough, and a client of the code gets the
	// match from its CONNECT on.
	Local           bool
	BigEndianFloats bool // see Wire
	Code            bool // the flavour rtype-code; see Wire
}

// MinID is the least id of a client. Those of all other entities are below it.
const MinID = 1 << 31

// stage is the progress of a client.
type stage uint8

const (
	unconnected stage = 0 // no CONNECT came, or none since it moved
	accepted    stage = 1
	trusted     stage = 2 // it plays, and gets no more than Room, for its flavour can prove nothing
	proven      stage = 3 // the ACCEPT arrived at the client's address
)

// Times, in ticks.
const (
	maxSilence    = 5 * game.TickRate   // of a client
	maxIdle       = 60 * game.TickRate  // of a local client of the code, until it gets no more
	maxSeat       = 120 * game.TickRate // and until its session ends
	moveSilence   = 2 * game.TickRate   // until it may send from elsewhere: two PINGs are missing
	maxInput      = game.TickRate / 2
	snapshotEvery = game.TickRate / 20
	// shownTime is longer than the time from the prediction of a hit to its decision: the destroyed ship is in no SNAPSHOT by
	// then.
	shownTime = game.TickRate
)

// NewSession returns a session that waits for its CONNECT.
func NewSession(c Config) *Session {
	s := &Session{id: c.ID, local: c.Local, wire: Wire{Code: c.Code, BigEndianFloats: c.BigEndianFloats}}
	s.intent.Ready = true // the protocol has no word for it
	s.sent.Entities = make([]SnapshotEntity, 0, MaxEntities)
	s.now.Entities = make([]SnapshotEntity, 0, MaxEntities)
	s.buf = make([]byte, 0, s.wire.snapshotSize(MaxEntities))
	return s
}

// Intent returns the client's wishes. It belongs to the session, and is good after each Tick.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Tick passes a sixtieth of a second. It returns an error once the client has been silent for too long.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if s.quiet++; s.quiet > s.patience() {
		return errSilent
	}
	if s.left == 0 {
		s.held = game.Steer(game.Idle)
	} else {
		s.left--
	}
	s.intent.Input = s.presses.Next(s.held)
	s.flown = s.flown || scene.Me >= 0 && scene.World != nil
	if s.stage >= trusted && s.quiet <= maxIdle && scene.World != nil {
		s.show(scene, send)
	}
	return nil
}

// quietClient reports whether the client may be the original program, which sends nothing until a key goes down.
func (s *Session) quietClient() bool { return s.wire.Code && s.local }

// patience returns the number of ticks that the client may be silent.
func (s *Session) patience() int {
	if s.quietClient() {
		return maxSeat
	}
	return maxSilence
}

var errSilent = errors.New("received nothing for too long")

// Refused reports that the client's machine refuses packets: no program listens there. That can be forged, so an INPUT restarts
// the stream.
func (s *Session) Refused() {
	if s.quietClient() {
		s.left, s.quiet = 0, max(s.quiet, maxSeat-maxSilence)
	}
}

// ErrLeft is returned by Receive after a DISCONNECT.
var ErrLeft = errors.New("the client disconnected")

// Silent reports whether the client has been silent for so long that a CONNECT with its id from another address counts as its
// own. Before that, such a CONNECT gets a REJECT.
func (s *Session) Silent() bool { return s.quiet >= moveSilence }

// Moved gives the client another address and id: its old id does not prove that anything arrives there. The match is sent only
// after that proof.
func (s *Session) Moved(id uint32, local bool) {
	s.id, s.local = id, local
	s.stage, s.quiet = unconnected, 0
}

// Proven reports whether the client has proven its address.
func (s *Session) Proven() bool { return s.stage == proven }

// End sends GAMEOVER to a client that played, or REJECT if it never had a ship. Other addresses get nothing, as they may be
// forged. The protocol has no place for the reason.
func (s *Session) End(_ string, send dialect.Send) {
	switch {
	case s.stage < trusted:
	case s.flown:
		s.signal(GameOverType, send)
	default:
		s.signal(RejectType, send)
	}
}

func (s *Session) signal(t Type, send dialect.Send) {
	m := Signal{Type: t}
	s.send(m.Append(s.buf[:0], s.wire), send)
}

// send sends a packet that was appended to buf.
func (s *Session) send(p []byte, send dialect.Send) {
	s.buf = p[:0]
	send(dialect.Main, p)
}

// Receive takes one datagram. It drops and counts other than packets of a client, and those out of turn. The error is ErrLeft.
func (s *Session) Receive(_ dialect.Channel, p []byte, send dialect.Send) error {
	t, err := s.wire.TypeOf(p)
	if err != nil || !s.apply(t, p, send) {
		s.Dropped++
		return nil
	}
	if t == DisconnectType {
		return ErrLeft
	}
	return nil
}

// apply applies a packet, and reports whether it was valid.
func (s *Session) apply(t Type, p []byte, send dialect.Send) bool {
	if s.stage == unconnected && t != ConnectType && !(t == InputType && s.quietClient()) {
		return false
	}
	switch t {
	case ConnectType:
		return s.connect(p, send)
	case InputType:
		return s.input(p, send)
	case PingType:
		return s.ping(p, send)
	case DisconnectType:
		return s.disconnect(p, send)
	}
	return false
}

// connect answers with a packet of the same length. As the address may be forged, it is no sign of life, unless the client may
// send nothing else for long.
func (s *Session) connect(p []byte, send dialect.Send) bool {
	var m Connect
	if m.Parse(p, s.wire) != nil {
		return false
	}
	s.accept(send)
	if s.quietClient() {
		s.sent.Entities = s.sent.Entities[:0] // it may be another program at the same port
		s.alive(false)
	}
	return true
}

func (s *Session) accept(send dialect.Send) {
	s.stage = max(s.stage, accepted)
	answer := Accept{AssignedID: s.id}
	s.send(answer.Append(s.buf[:0], s.wire), send)
}

func (s *Session) input(p []byte, send dialect.Send) bool {
	in, echoes, ok := s.parseInput(p)
	if ok && s.stage == unconnected { // the CONNECT was lost
		s.accept(send)
	}
	if !ok || !s.alive(echoes) {
		return false
	}
	s.held, s.left = in, s.inputTime()
	s.presses.Press(in)
	return true
}

// inputTime returns the number of ticks that an INPUT holds. The original program does not report that a key goes up.
func (s *Session) inputTime() int {
	if s.quietClient() {
		return maxIdle
	}
	return maxInput
}

// parseInput also reports whether the packet echoes the entity of the ACCEPT.
func (s *Session) parseInput(p []byte) (in game.Input, echoes, ok bool) {
	if s.wire.Code || len(p) == inputFlagsSize {
		var m InputFlags
		err := m.Parse(p, s.wire)
		return m.Held(), false, err == nil
	}
	var m Input
	err := m.Parse(p, s.wire)
	return m.Held(), true, err == nil && m.Entity == s.id
}

func (s *Session) ping(p []byte, send dialect.Send) bool {
	var m Signal
	if m.Parse(p, s.wire) != nil {
		return false
	}
	if s.wire.Code || s.stage == proven {
		s.alive(false)
	}
	s.signal(PongType, send)
	return true
}

func (s *Session) disconnect(p []byte, send dialect.Send) bool {
	var m Signal
	if m.Parse(p, s.wire) != nil {
		return false
	}
	s.signal(GameOverType, send)
	return true
}

// alive records a sign of life, and the proof of the address that it gives. It reports whether the client may play.
func (s *Session) alive(echoes bool) bool {
	switch {
	case echoes || s.local:
		s.stage = proven
	case s.wire.Code:
		s.stage = max(s.stage, trusted)
	case s.stage != proven: // it could echo, but does not
		return false
	}
	s.quiet = 0
	s.intent.Presence = dialect.Flying
	return true
}
