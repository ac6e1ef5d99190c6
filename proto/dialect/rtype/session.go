package rtype

import (
	"errors"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one client. It answers what it hears, and tells the
// client's own address of the match once that is proven.
type Session struct {
	// Dropped counts what was received malformed, out of turn or of an entity that
	// is not the client's.
	Dropped int

	// Room is how many bytes may go to the client now, while its address is not proven.
	// Its owner sets it before each Tick.
	Room int

	wire Wire // static after construction

	id     uint32
	local  bool
	stage  stage
	quiet  int // ticks since an INPUT or a PING came
	intent dialect.Intent

	held    game.Input // by the last INPUT
	lasts   int        // ticks until it is let go
	presses dialect.Presses

	flown   bool        // it had a ship
	playing bool        // something was shown of the match
	setup   *game.Setup // of that match
	waits   int         // ticks until the next SNAPSHOT
	damages int         // told of others since the last
	tracker dialect.Tracker
	told    Snapshot           // the last; its entities are what the client knows
	shown   [game.MaxShips]int // ticks for which the client is still told the damage of a ship that was in a SNAPSHOT
	now     Snapshot
	buf     []byte
}

// Config is what a Session is made for.
type Config struct {
	// ID is the client's, and that of its ship: at least MinID. It must be hard to
	// guess, as a client that knows it may take over the ship.
	ID uint32
	// Local says that the client's address is near. There what has nothing to echo is
	// believed, and a client of the code is told of the match from its CONNECT on.
	Local           bool
	BigEndianFloats bool // see Wire
	Code            bool // the flavour rtype-code; see Wire
}

// MinID is the least id of a client. Those of all other entities are below it.
const MinID = 1 << 31

// stage says how far a client has come.
type stage uint8

const (
	unconnected stage = 0 // no CONNECT came, or none since it moved
	accepted    stage = 1
	believed    stage = 2 // it plays, and is told as much as Room, for its flavour can prove nothing
	proven      stage = 3 // the ACCEPT arrived where the client speaks from
)

// Times, in ticks.
const (
	silence       = 5 * game.TickRate   // after which a client is gone
	streamLasts   = 60 * game.TickRate  // after which a client of the code that is local is told no more
	seatLasts     = 120 * game.TickRate // and then gone
	moveSilence   = 2 * game.TickRate   // after which it may speak from elsewhere: two PINGs are missing
	inputLasts    = game.TickRate / 2
	snapshotEvery = game.TickRate / 20
	// shownLasts is longer than a hit is decided after it was foreseen: a ship that it destroys
	// is in no SNAPSHOT by then.
	shownLasts = game.TickRate
)

// NewSession returns a session that waits for its CONNECT.
func NewSession(c Config) *Session {
	s := &Session{id: c.ID, local: c.Local, wire: Wire{Code: c.Code, BigEndianFloats: c.BigEndianFloats}}
	s.intent.Ready = true // the protocol has no word for it
	s.told.Entities = make([]SnapshotEntity, 0, MaxEntities)
	s.now.Entities = make([]SnapshotEntity, 0, MaxEntities)
	s.buf = make([]byte, 0, s.wire.snapshotSize(MaxEntities))
	return s
}

// Intent returns what the client wants. It is the session's own, and good after each Tick.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Tick passes a sixtieth of a second. The error says that the client has been silent
// for too long.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if s.quiet++; s.quiet > s.patience() {
		return errSilent
	}
	s.hold()
	s.flown = s.flown || scene.Me >= 0 && scene.World != nil
	if s.stage >= believed && s.quiet <= streamLasts && scene.World != nil {
		s.show(scene, send)
	}
	return nil
}

// keepsStill reports whether the client may be one of the original program, that sends
// nothing while no key goes down.
func (s *Session) keepsStill() bool { return s.wire.Code && s.local }

// patience is how many ticks the client may be silent.
func (s *Session) patience() int {
	if s.keepsStill() {
		return seatLasts
	}
	return silence
}

var errSilent = errors.New("nothing was heard for too long")

// Refused says that the client's machine refuses what is sent to it: no program listens there.
// That can be forged, so an INPUT is believed more: it has the client told of the match again.
func (s *Session) Refused() {
	if s.keepsStill() {
		s.lasts, s.quiet = 0, max(s.quiet, seatLasts-silence)
	}
}

// ErrLeft is what Receive returns when the client has said that it leaves.
var ErrLeft = errors.New("the client disconnected")

// hold puts into the intent what is held now.
func (s *Session) hold() {
	if s.lasts == 0 {
		s.held = game.Steer(game.Idle)
	} else {
		s.lasts--
	}
	s.intent.Input = s.presses.Next(s.held)
}

// Silent reports whether the client has been silent for so long that a CONNECT with its id
// from another address is taken for its own. Before that, such a
// CONNECT gets a REJECT.
func (s *Session) Silent() bool { return s.quiet >= moveSilence }

// Moved says that the client is heard from another address from now on, and that it has
// another id: the one that it had is no proof that anything arrives there. Nothing is
// told of the match until that is proven too.
func (s *Session) Moved(id uint32, local bool) {
	s.id, s.local = id, local
	s.stage, s.quiet = unconnected, 0
}

// Proven reports whether the client has shown that what is sent to it arrives.
func (s *Session) Proven() bool { return s.stage == proven }

// End tells the client that it is out, or was never let in, if it played:
// what goes to another may be no answer. The reason has no place in the protocol.
func (s *Session) End(_ string, send dialect.Send) {
	switch {
	case s.stage < believed:
	case s.flown:
		s.say(GameOverType, send)
	default:
		s.say(RejectType, send)
	}
}

func (s *Session) say(t Type, send dialect.Send) {
	m := Signal{Type: t}
	s.send(m.Append(s.buf[:0], s.wire), send)
}

// send sends what was appended to buf.
func (s *Session) send(p []byte, send dialect.Send) {
	s.buf = p[:0]
	send(dialect.Main, p)
}
