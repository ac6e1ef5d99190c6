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
	// Room returns how many bytes would reach the player in one piece if they were sent now, and how many ever would. Only a
	// classic session asks, before each state. Nil: it takes all.
	Room func() (now, most int)

	classic *classic // nil for one that is not

	intent   dialect.Intent
	events   eventReader
	controls controls
	id       ID   // the player's
	joined   bool // the player was sent it

	wait   uint8 // ticks until the next state is due
	answer bool  // it is due now, for something has happened

	state State
	out   []byte
}

const stateTicks = game.TickRate / 20

var errLeft = errors.New("the player has left")

// NewSession returns the Session of a player who has just connected. A classic one
// sends what the original client can read.
func NewSession(asClassic bool) *Session {
	s := &Session{
		intent:   dialect.Intent{Presence: dialect.Flying, Ready: true},
		controls: controls{lasts: dialect.LeastHeld},
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
	if e.PlayerID != s.id { // which is zero before the handshake
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

// due reports whether a state is to be sent in this tick. Each call is a tick.
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

// join sends the player the id as soon as they are in the match, and reports whether they
// are.
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

// Intent returns what the player wants.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// End says that it is over; there is no word for the reason. Before the handshake there
// is none for anything.
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
