package rtype

import (
	"errors"
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one client. It answers what it hears, and tells the
// client's own address of the match once that is proven.
type Session struct {
	// Dropped counts what was heard and malformed, out of turn or of an entity that
	// is not the client's.
	Dropped int

	// Room is how many bytes may go to the client now, while its address is not proven.
	// Its owner sets it before each Tick.
	Room int

	wire Wire // static after construction

	id    uint32
	local bool
	stage stage
	quiet int // ticks since an INPUT or a PING came
	wish  dialect.Wish

	held    game.Input // by the last INPUT
	lasts   int        // ticks until it is forgotten
	trigger int        // ticks that a shot is still wanted for

	flown   bool        // it had a ship
	playing bool        // something was shown of the match
	setup   *game.Setup // of that match
	waits   int         // ticks until the next SNAPSHOT
	damages int         // told of others since the last
	census  dialect.Census
	told    Snapshot // the last; its entities are what the client knows
	now     Snapshot
	buf     []byte
}

// Config is what a Session is made for.
type Config struct {
	// ID is the client's, and that of its ship: at least MinID. Nobody should be
	// able to guess it, for who tells it may take the ship over.
	ID uint32
	// Local says that the client's address is on a network of this machine. There what
	// has nothing to echo is believed.
	Local           bool
	BigEndianFloats bool // see Wire
	Code            bool // the flavour rtype-code; see Wire
}

// MinID is the least id of a client. Those of all other entities are below it.
const MinID = 1 << 31

// stage says how far a client has come.
type stage uint8

const (
	strange  stage = 0 // no CONNECT came, or none since it moved
	accepted stage = 1
	heard    stage = 2 // it plays, and is told as much as Room, for its flavour can prove nothing
	proven   stage = 3 // the ACCEPT arrived where the client speaks from
)

// Times, in ticks.
const (
	silence       = 5 * game.TickRate // after which a client is gone
	hush          = 2 * game.TickRate // after which it may speak from elsewhere: two PINGs are missing
	inputLasts    = game.TickRate / 2
	triggerLasts  = 3
	snapshotEvery = game.TickRate / 20
)

// NewSession returns a session that waits for its CONNECT.
func NewSession(c Config) *Session {
	s := &Session{id: c.ID, local: c.Local, wire: Wire{Code: c.Code, BigEndianFloats: c.BigEndianFloats}}
	s.wish.Ready = true // the protocol has no word for it
	s.told.Entities = make([]SnapshotEntity, 0, MaxEntities)
	s.now.Entities = make([]SnapshotEntity, 0, MaxEntities)
	s.buf = make([]byte, 0, s.wire.snapshotSize(MaxEntities))
	return s
}

// Wish returns what the client wants. It is the session's own, and good after each Tick.
func (s *Session) Wish() *dialect.Wish { return &s.wish }

// Tick passes a sixtieth of a second. The error says that the client has been silent
// for too long.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if s.quiet++; s.quiet > silence {
		return errSilent
	}
	s.hold()
	s.flown = s.flown || scene.Me >= 0 && scene.World != nil
	if s.stage >= heard && scene.World != nil {
		s.show(scene, send)
	}
	return nil
}

var errSilent = fmt.Errorf("no INPUT or PING for %d s", silence/game.TickRate)

// ErrLeft is what Hear returns when the client has said that it leaves.
var ErrLeft = errors.New("the client disconnected")

// hold puts into the wish what is held now.
func (s *Session) hold() {
	if s.lasts == 0 {
		s.held = game.Steer(game.Idle)
	} else {
		s.lasts--
	}
	s.wish.Input = s.held
	if s.trigger > 0 {
		s.trigger--
		s.wish.Input |= game.Fire
	}
}

// Silent reports whether the client has said nothing for so long that somebody who
// says CONNECT with its id from another address is taken for it. Before that, such a
// CONNECT is best left without an answer.
func (s *Session) Silent() bool { return s.quiet >= hush }

// Moved says that the client is heard from another address from now on, and that it has
// another id: the one that it had is no proof that anything arrives there. Nothing is
// told of the match until that is proven too.
func (s *Session) Moved(id uint32, local bool) {
	s.id, s.local = id, local
	s.stage, s.quiet = strange, 0
}

// Proven reports whether the client has shown that what is sent to it arrives.
func (s *Session) Proven() bool { return s.stage == proven }

// End tells the client that it is out, or was never let in, if it played:
// what goes to another may be no answer. The reason has no place in the protocol.
func (s *Session) End(_ string, send dialect.Send) {
	switch {
	case s.stage < heard:
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
