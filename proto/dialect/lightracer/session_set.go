package lightracer

import (
	"errors"

	"dogfight/proto/dialect"
)

var errTooManySets = errors.New("SET must be at most one a second")

// set takes a request to change a setting. Before the WELCOME it is not
// known which player leads, so it waits; the budget bounds how many do.
func (s *Session) set(m *Set) error {
	switch {
	case s.config.Set == nil:
		return errors.New("SET: this host does not allow changes")
	case s.id != 0:
		return s.change(m)
	case len(s.waiting) == s.sets.most:
		return errTooManySets
	}
	s.waiting = append(s.waiting, m)
	return nil
}

// changeWaiting does what waited for the WELCOME.
func (s *Session) changeWaiting(send dialect.Send) {
	for _, m := range s.waiting {
		if err := s.change(m); err != nil {
			s.say(&Error{err.Error()}, send)
		}
	}
	s.waiting = nil
}

// change changes a setting, if the player may.
func (s *Session) change(m *Set) error {
	switch {
	case !s.leads:
		return errors.New("SET is for the first player to join")
	case !s.sets.spend():
		return errTooManySets
	}
	return s.config.Set(m.Key, m.Value)
}
