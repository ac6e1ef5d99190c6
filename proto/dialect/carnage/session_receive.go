package carnage

import (
	"encoding/binary"
	"fmt"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Receive takes a piece of the stream, or one whole message of a session that was made
// for those. An error ends the session.
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
		if p = left; s.owed {
			continue
		}
		if err := s.drain(send); err != nil {
			return err
		}
	}
	return nil
}

// drain applies the messages that are there. It stops behind a HelloRequest, since what
// comes after it can be judged only by a Setup.
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

// apply applies one message. Any that the state does not have is an error.
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
			s.greet(m, send)
			return nil
		}
	case *SpawnRequest:
		if s.state == waitingForSpawn {
			s.spawn(m, send)
			return nil
		}
	case *Inputs:
		if s.state == playing {
			s.controls.take(m)
			return nil
		}
		if s.grace > 0 || s.granted {
			return nil
		}
	}
	return fmt.Errorf("%v: message must be %s, got %v", s.state, s.state.takes(), m.Type())
}

func (s *Session) greet(m *HelloRequest, send dialect.Send) {
	if m.Version != version {
		s.state = closeOnMessage
		s.say(&HelloResponse{}, send)
		return
	}
	s.state, s.owed = waitingForSpawn, true
	s.intent.Presence = dialect.Watching
}

// answer gives the HelloResponse that is owed, and then hears what came meanwhile.
func (s *Session) answer(send dialect.Send) error {
	if !s.owed {
		return nil
	}
	s.owed = false
	s.writer.tables.told = s.setup
	s.say(welcome(s.setup), send)
	return s.drain(send)
}

func (s *Session) spawn(m *SpawnRequest, send dialect.Send) {
	status := m.status(s.setup)
	s.granted = false // what was, this request takes the place of
	if status != Spawned {
		s.say(&SpawnResponse{status}, send)
		return
	}
	s.intent.Name, _ = dialect.NameOf(m.Name) // which status has looked at
	s.intent.Class, s.intent.Weapon = m.ClassIndex, m.WeaponIndex
	s.intent.Presence = dialect.Flying
	if s.granted = s.setup.Mode.Rounds() || s.setup.Mode == game.Waves; !s.granted {
		s.letPlay(send)
	}
}

// letPlay answers a good SpawnRequest.
func (s *Session) letPlay(send dialect.Send) {
	s.say(&SpawnResponse{Spawned}, send)
	s.state, s.granted = playing, false
	s.writer.introduce, s.writer.unasked = true, false
}
