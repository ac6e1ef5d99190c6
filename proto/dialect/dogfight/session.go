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
	classic bool

	wish   dialect.Wish
	events EventReader
	helm   helm
	id     ID   // the player's
	joined bool // he was told it

	spoke   bool   // a byte came
	silence uint32 // ticks since then, or since the start
	wait    uint8  // ticks until the next state is due
	answer  bool   // it is due now, for something has happened

	state State
	out   []byte
}

const (
	stateTicks  = game.TickRate / 20
	mostSilence = 5 * 60 * game.TickRate // clients speak only when a key is pressed
	greeting    = 10 * game.TickRate     // who takes a ship has to press one soon
)

var (
	errLeft   = errors.New("the player has left")
	errSilent = errors.New("nothing came for five minutes")
	errMute   = errors.New("nothing came in the first ten seconds")
)

// NewSession returns the Session of somebody who has just connected. A classic one
// sends no more than the original client can read.
func NewSession(classic bool) *Session {
	return &Session{
		classic: classic,
		wish:    dialect.Wish{Presence: dialect.Flying, Ready: true},
		helm:    helm{lasts: leastHeld},
	}
}

// Hear takes any piece of the stream. An error ends the session.
func (s *Session) Hear(_ dialect.Channel, p []byte, _ dialect.Send) error {
	if len(p) > 0 {
		s.spoke, s.silence = true, 0
	}
	for len(p) > 0 {
		e, rest, err := s.events.Take(p)
		if e != nil {
			err = s.obey(e)
		}
		if err != nil {
			return err
		}
		p = rest
	}
	return nil
}

func (s *Session) obey(e *Event) error {
	if e.Action == PlayerConnection {
		return nil
	}
	if e.PlayerID != s.id { // which is nobody's before the handshake
		return wrong("event", "player_id", s.expected(), e.PlayerID)
	}
	switch e.Action {
	case PlayerDisconnection:
		return errLeft
	case Move:
		s.helm.move(e.Direction)
	case Shoot:
		s.helm.shoot()
	}
	s.answer = true
	return nil
}

func (s *Session) expected() string {
	if s.joined {
		return fmt.Sprintf("the player's own, %v", s.id)
	}
	return "none before the handshake"
}

// Tick is called sixty times a second. An error ends the session.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	switch s.silence++; {
	case s.silence > mostSilence:
		return errSilent
	case !s.spoke && s.silence > greeting:
		return errMute
	}
	s.wish.Input = s.helm.tick(scene)
	if scene.World == nil || !s.join(scene, send) {
		return nil
	}
	if s.wait > 0 && !s.answer {
		s.wait--
		return nil
	}
	s.wait, s.answer = stateTicks-1, false
	s.state.see(scene)
	if s.classic {
		w, h := scene.Setup.Arena.Size()
		s.state.shrink(s.id, point{dialect.Whole(w / 2), dialect.Whole(h / 2)})
	}
	s.send(send)
	return nil
}

// join tells the player his id as soon as he is in the match, and reports whether he
// is.
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
	s.out = s.state.Append(s.out[:0])
	send(dialect.Main, s.out)
}

// Wish returns what the player wants.
func (s *Session) Wish() *dialect.Wish { return &s.wish }

// End says that it is over; there is no word for the reason. Before the handshake there
// is none for anything.
func (s *Session) End(_ string, send dialect.Send) {
	if s.joined {
		s.state = State{Status: Closed}
		s.send(send)
	}
}
