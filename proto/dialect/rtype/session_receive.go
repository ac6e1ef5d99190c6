package rtype

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// Receive takes one datagram. What is no packet of a client, or not its turn, is dropped
// and counted. The error is ErrLeft.
func (s *Session) Receive(_ dialect.Channel, p []byte, send dialect.Send) error {
	t, err := s.wire.TypeOf(p)
	if err != nil || !s.apply(t, p, send) {
		s.Dropped++
		return nil
	}
	if t == DisconnectType {
		return ErrLeft
	}
	return nil
}

// apply does what the packet says, and reports whether that made sense.
func (s *Session) apply(t Type, p []byte, send dialect.Send) bool {
	if s.stage == unconnected && t != ConnectType && !(t == InputType && s.keepsStill()) {
		return false
	}
	switch t {
	case ConnectType:
		return s.connect(p, send)
	case InputType:
		return s.input(p, send)
	case PingType:
		return s.ping(p, send)
	case DisconnectType:
		return s.disconnect(p, send)
	}
	return false
}

// connect answers with what is as long. It does not count as a sign of life, unless the
// client may send nothing else for long: that address may be forged.
func (s *Session) connect(p []byte, send dialect.Send) bool {
	var m Connect
	if m.Parse(p, s.wire) != nil {
		return false
	}
	s.accept(send)
	if s.keepsStill() {
		s.told.Entities = s.told.Entities[:0] // it may be another program, at the same port
		s.live(false)
	}
	return true
}

func (s *Session) accept(send dialect.Send) {
	s.stage = max(s.stage, accepted)
	answer := Accept{AssignedID: s.id}
	s.send(answer.Append(s.buf[:0], s.wire), send)
}

func (s *Session) input(p []byte, send dialect.Send) bool {
	in, echoes, ok := s.parseInput(p)
	if ok && s.stage == unconnected { // the CONNECT was lost
		s.accept(send)
	}
	if !ok || !s.live(echoes) {
		return false
	}
	s.held, s.lasts = in, s.inputLasts()
	s.presses.Press(in)
	return true
}

// inputLasts is how many ticks an INPUT holds. The original program does not send that a key
// goes up.
func (s *Session) inputLasts() int {
	if s.keepsStill() {
		return streamLasts
	}
	return inputLasts
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
		s.stage = max(s.stage, believed)
	case s.stage != proven: // it could echo, and does not
		return false
	}
	s.quiet = 0
	s.intent.Presence = dialect.Flying
	return true
}
