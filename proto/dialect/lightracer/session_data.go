package lightracer

// DataOpen says that the player has a data connection, over which the token came, and nothing
// more yet. A player who has had datagrams keeps to them.
func (s *Session) DataOpen() {
	if !s.feed.datagrams {
		s.feed.open, s.feed.due, s.feed.nods = true, 0, scanner{}
	}
}

// DataOpenDatagrams says that the player wants datagrams.
func (s *Session) DataOpenDatagrams() {
	s.feed.open, s.feed.datagrams, s.feed.due = true, true, 0
}

// receiveData takes a piece of the data connection, or a datagram.
func (s *Session) receiveData(p []byte) error {
	if s.feed.datagrams {
		var m Input
		if m.ParseUpdate(p) == nil { // a malformed one may be of any sender
			s.steer(&m)
		}
		return nil
	}
	for len(p) > 0 {
		rest, found, err := s.feed.nods.Next(p)
		if err != nil {
			return err
		}
		if p = rest; !found || s.feed.nods.NOD.Type != inputType {
			continue
		}
		var m Input
		if err := m.Parse(&s.feed.nods.NOD); err != nil {
			return err
		}
		s.steer(&m)
	}
	return nil
}

// steer takes an Input if it is for the own player.
func (s *Session) steer(m *Input) {
	if s.id != 0 && m.Player == s.id {
		s.silent = 0
		s.held = m.Held
		s.presses.Press(m.Held)
	}
}
