package dogfight

import (
	"errors"
	"fmt"
	"slices"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// Session is the host's end of one connection.
type Session struct {
	// Room returns the number of bytes that would reach the player in one segment now, and the most that ever would. Only a
	// classic session calls it, before each state. Nil: there is no bound.
	Room func() (now, most int)

	classic *classic // or nil

	intent   dialect.Intent
	events   eventReader
	controls controls
	id       ID   // the player's
	joined   bool // the id was sent

	wait   uint8 // ticks until the next state is due
	answer bool  // it is due now, after an event

	state State
	out   []byte
}

const stateTicks = game.TickRate / 20

var errLeft = errors.New("the player has left")

// NewSession returns the Session of a new player. A classic one sends states that the original client can
// read.
func NewSession(asClassic bool) *Session {
	s := &Session{
		intent:   dialect.Intent{Presence: dialect.Flying, Ready: true},
		controls: controls{moveTime: dialect.LeastHeld},
	}
	if asClassic {
		s.classic = newClassic()
	}
	return s
}

// Receive takes any piece of the stream. An error ends the session.
func (s *Session) Receive(_ dialect.Channel, p []byte, _ dialect.Send) error {
	for len(p) > 0 {
		e, rest, err := s.events.Take(p)
		if e != nil {
			err = s.apply(e)
		}
		if err != nil {
			return err
		}
		p = rest
	}
	return nil
}

func (s *Session) apply(e *Event) error {
	if e.Action == PlayerConnection {
		return nil
	}
	if e.PlayerID != s.id { // zero before the handshake
		return wrong("event", "player_id", s.wantID(), e.PlayerID)
	}
	switch e.Action {
	case PlayerDisconnection:
		return errLeft
	case Move:
		s.controls.move(e.Direction)
	case Shoot:
		s.controls.shoot()
	}
	s.answer = true
	if s.classic != nil {
		s.classic.hush, s.classic.full = 0, 0
	}
	return nil
}

func (s *Session) wantID() string {
	if s.joined {
		return fmt.Sprintf("the player's own, %v", s.id)
	}
	return "none before the handshake"
}

// Tick is called sixty times a second. An error ends the session.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	s.intent.Input = s.controls.tick(scene)
	if scene.World == nil || !s.join(scene, send) {
		return nil
	}
	if due, err := s.due(); !due {
		return err
	}
	s.wait, s.answer = stateTicks-1, false
	s.state.see(scene)
	if s.classic != nil {
		s.classic.fit(&s.state, s.id, scene)
	}
	s.send(send)
	return nil
}

// due reports whether a state is to be sent in this tick. It is called once a tick.
func (s *Session) due() (bool, error) {
	if s.classic != nil {
		return s.classicDue()
	}
	if s.wait > 0 && !s.answer {
		s.wait--
		return false, nil
	}
	return true, nil
}

// join sends the id as soon as the player is in the match, and reports whether it is.
func (s *Session) join(scene *dialect.Scene, send dialect.Send) bool {
	if s.joined {
		return true
	}
	if !slices.ContainsFunc(scene.Roster, func(p proto.Pilot) bool { return p.ID == scene.Pilot }) {
		return false
	}
	s.id, s.joined = IDOf(scene.Pilot), true
	send(dialect.Main, s.id[:])
	return true
}

func (s *Session) send(send dialect.Send) {
	if s.classic != nil {
		s.out = s.state.AppendClassic(s.out[:0], s.classic.size)
	} else {
		s.out = s.state.Append(s.out[:0])
	}
	send(dialect.Main, s.out)
}

// Intent returns the player's wishes.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// End sends the last state, once the player has joined. The protocol has no place for the reason.
func (s *Session) End(_ string, send dialect.Send) {
	switch {
	case !s.joined:
	case s.classic == nil:
		s.state = State{Status: Closed}
		s.send(send)
	case s.classic.hush == 0 && s.classicFits():
		s.state = State{Status: Nil}
		s.send(send)
	}
}

// classic is the state of a session of the original client. That client reads up to 1,024 bytes once a frame, takes them for a
// state from its beginning on, and dies if they are not. So the unread bytes must be whole states of a size that divides 1,024.
type classic struct {
	size int    // of all states from now on
	full uint32 // ticks in which there was no room for a state that was due
	hush uint32 // ticks until the first state, unless an event proves that the client has read its id
}

const (
	// classicHush keeps the first state out of the read of the id.
	classicHush = game.TickRate
	// answerWait is the longest time to the next state at which an event gets one at once: states are at least 33 ms apart, so
	// that a client of sixty frames a second catches up after late frames.
	answerWait = stateTicks - 2
	// maxFull is the longest time without room. A system may report none until a read of many states has made some.
	maxFull = 5 * 60 * game.TickRate
)

var errFull = errors.New("the player has read and sent nothing for five minutes")

func newClassic() *classic { return &classic{size: classicLong, hush: classicHush} }

// fit changes a State of a Scene to one that the original client can read.
func (c *classic) fit(s *State, player ID, scene *dialect.Scene) {
	s.Status = Nil
	w, h := scene.Setup.Arena.Size()
	s.shrink(c.size, player, point{dialect.Whole(w / 2), dialect.Whole(h / 2)})
}

// classicDue is due for a classic session. A state without room stays due: the one sent later is newer.
func (s *Session) classicDue() (bool, error) {
	switch c := s.classic; {
	case c.hush > 0:
		c.hush--
	case s.wait > 0 && !(s.answer && s.wait <= answerWait):
		s.wait--
	case s.classicFits():
		c.full = 0
		return true, nil
	case c.full == maxFull:
		return false, errFull
	default:
		c.full++
	}
	return false, nil
}

// classicFits reports whether a state can be sent in one segment. If segments are too short, all later states are short: any
// reader finds a short state after long ones, but a long one after a short one only if it has read the short one.
func (s *Session) classicFits() bool {
	if s.Room == nil {
		return true
	}
	now, most := s.Room()
	if most < classicLong {
		s.classic.size = classicShort
	}
	return now >= s.classic.size
}
