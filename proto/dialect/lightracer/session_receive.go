package lightracer

import (
	"errors"

	"dogfight/proto"
	"dogfight/proto/dialect"
)

// receiveLines takes a piece of the control connection. Of a line that makes no sense
// the player is told; what is no line ends the session. So does an unknown request before the WELCOME: it may be
// HTTP of a browser, and a web page may have chosen the next lines.
func (s *Session) receiveLines(p []byte, send dialect.Send) error {
	for len(p) > 0 {
		line, rest, found, err := s.lines.Next(p)
		if err != nil {
			return err
		}
		if p = rest; !found {
			return nil
		}
		if !s.said.spend() {
			return errTalk
		}
		s.silent = 0
		if len(line) == 0 {
			continue // which says that the player is still there
		}
		request, err := ParseRequest(string(line))
		if errors.Is(err, errUnknown) && s.id == 0 {
			return err
		}
		if err == nil {
			err = s.apply(request)
		}
		if err == errLeft {
			s.done = true // the player does not wait for an answer
			return err
		}
		if err != nil {
			s.say(&Error{err.Error()}, send)
		}
	}
	return nil
}

// apply does what a line asks for. An error other than errLeft is for the player.
func (s *Session) apply(request Request) error {
	switch m := request.(type) {
	case *Leave:
		return errLeft
	case *Join:
		return s.join(m)
	case *Set:
		return s.set(m)
	}
	if s.intent.Presence == dialect.Absent {
		return errors.New("JOIN must come first")
	}
	switch m := request.(type) {
	case *Say:
		return s.speak(m)
	case *Ready:
		s.intent.Ready = true
	}
	return nil
}

func (s *Session) join(m *Join) (err error) {
	if s.intent.Presence != dialect.Absent {
		return errors.New("unexpected second JOIN")
	}
	if s.intent.Name, err = dialect.NameOf(m.Name); err != nil {
		return err
	}
	s.intent.Presence = dialect.Flying
	return nil
}

func (s *Session) speak(m *Say) error {
	if err := proto.ValidChat(m.Text); err != nil {
		return err
	}
	s.intent.Speak(m.Text)
	return nil
}
