package rtype

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// Hear takes one datagram. What is no packet of a client, or not its turn, is dropped
// and counted. The error is ErrLeft.
func (s *Session) Hear(_ dialect.Channel, p []byte, send dialect.Send) error {
	t, err := s.wire.TypeOf(p)
	if err != nil || !s.heed(t, p, send) {
		s.Dropped++
		return nil
	}
	if t == DisconnectType {
		return ErrLeft
	}
	return nil
}

// heed does what the packet says, and reports whether that made sense.
func (s *Session) heed(t Type, p []byte, send dialect.Send) bool {
	if s.stage == strange && t != ConnectType {
		return false
	}
	switch t {
	case ConnectType:
		return s.connect(p, send)
	case InputType:
		return s.input(p)
	case PingType:
		return s.ping(p, send)
	case DisconnectType:
		return s.disconnect(p, send)
	}
	return false
}

// connect answers with what is as long. It does not count as a sign of life: that
// address may be somebody else's.
func (s *Session) connect(p []byte, send dialect.Send) bool {
	var m Connect
	if m.Parse(p, s.wire) != nil {
		return false
	}
	s.stage = max(s.stage, accepted)
	answer := Accept{AssignedID: s.id}
	s.send(answer.Append(s.buf[:0], s.wire), send)
	return true
}

func (s *Session) input(p []byte) bool {
	in, echoes, ok := s.parseInput(p)
	if !ok || !s.live(echoes) {
		return false
	}
	s.held, s.lasts = in, inputLasts
	if in.Holds(game.Fire) {
		s.trigger = triggerLasts
	}
	return true
}

// parseInput also reports whether the packet has the entity that only the ACCEPT told.
func (s *Session) parseInput(p []byte) (in game.Input, echoes, ok bool) {
	if s.wire.Code || len(p) == inputFlagsSize {
		var m InputFlags
		err := m.Parse(p, s.wire)
		return m.Held(), false, err == nil
	}
	var m Input
	err := m.Parse(p, s.wire)
	return m.Held(), true, err == nil && m.Entity == s.id
}

func (s *Session) ping(p []byte, send dialect.Send) bool {
	var m Signal
	if m.Parse(p, s.wire) != nil {
		return false
	}
	if s.wire.Code || s.stage == proven {
		s.live(false)
	}
	s.say(PongType, send)
	return true
}

func (s *Session) disconnect(p []byte, send dialect.Send) bool {
	var m Signal
	if m.Parse(p, s.wire) != nil {
		return false
	}
	s.say(GameOverType, send)
	return true
}

// live notes that the client lives, and how far what it said proves its address. It
// reports whether the client may play.
func (s *Session) live(echoes bool) bool {
	switch {
	case echoes || s.local:
		s.stage = proven
	case s.wire.Code:
		s.stage = max(s.stage, heard)
	case s.stage != proven: // it could echo, and does not
		return false
	}
	s.quiet = 0
	s.wish.Presence = dialect.Flying
	return true
}
