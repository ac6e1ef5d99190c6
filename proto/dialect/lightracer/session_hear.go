package lightracer

import (
	"errors"

	"dogfight/proto"
	"dogfight/proto/dialect"
)

// hearLines takes a piece of the control connection. Of a line that makes no sense
// the player is told; what is no line ends the session.
func (s *Session) hearLines(p []byte, send dialect.Send) error {
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
			continue // which says that he is still there
		}
		request, err := ParseRequest(string(line))
		if err == nil {
			err = s.obey(request)
		}
		if err == errLeft {
			s.done = true // he does not wait for words
			return err
		}
		if err != nil {
			s.say(&Error{err.Error()}, send)
		}
	}
	return nil
}

// obey does what a line asks for. An error other than errLeft is for the player.
func (s *Session) obey(request Request) error {
	switch m := request.(type) {
	case *Leave:
		return errLeft
	case *Join:
		return s.join(m)
	}
	if s.wish.Presence == dialect.Absent {
		return errors.New("expected JOIN first")
	}
	switch m := request.(type) {
	case *Say:
		return s.speak(m)
	case *Ready:
		s.wish.Ready = true
	case *Set:
		return s.set(m)
	}
	return nil
}

func (s *Session) join(m *Join) (err error) {
	if s.wish.Presence != dialect.Absent {
		return errors.New("expected one JOIN, another came")
	}
	if m.Name != "" {
		if s.wish.Name, err = dialect.NameOf(m.Name); err != nil {
			return err
		}
	}
	s.wish.Presence = dialect.Flying
	return nil
}

func (s *Session) speak(m *Say) error {
	if err := proto.ValidChat(m.Text); err != nil {
		return err
	}
	s.wish.Speak(m.Text)
	return nil
}

func (s *Session) set(m *Set) error {
	switch {
	case s.config.Set == nil:
		return errors.New("SET: this host lets nobody change settings")
	case s.id == 0:
		return errors.New("SET: expected it after the WELCOME")
	case !s.leads:
		return errors.New("SET: expected it from the first to join")
	case !s.sets.spend():
		return errors.New("SET: expected at most one a second, more came")
	}
	return s.config.Set(m.Key, m.Value)
}
