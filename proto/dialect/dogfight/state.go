package dogfight

import (
	"encoding/binary"
	"fmt"
)

// State is what the host tells all clients again and again.
type State struct {
	Status     Status
	PowerUps   []PowerUp // at most MaxPowerUps
	Ships      []Ship    // at most MaxShips
	SixBullets bool      // they have MaxBullets each
}

// Status says where the match stands.
type Status uint8

// The statuses.
const (
	Nil        Status = 0 // it has not begun
	InProgress Status = 1
	Closed     Status = 2
)

// The most that a State holds.
const (
	MaxPowerUps = 64
	MaxShips    = 64
)

const (
	headSize = 4 + 1 + 2

	// surplus is by how much the original's total_length is more than the size: it
	// adds the bits of the head, 56, where its bytes, 7, should be.
	surplus = 56 - headSize
)

// MaxState is the size of the largest State, in bytes.
const maxState = headSize + MaxPowerUps*powerUpSize + MaxShips*(idAt+idSize+MaxBullets*bulletSize)

// Append appends the state, with the surplus in its total_length.
func (s *State) Append(b []byte) []byte {
	return s.append(b, layout{len(s.PowerUps), len(s.Ships), s.bullets()}.size()+surplus)
}

// append appends the state with a total_length.
func (s *State) append(b []byte, total int) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(total))
	b = binary.BigEndian.AppendUint16(append(b, byte(s.Status)), uint16(len(s.PowerUps)*powerUpSize))
	for i := range s.PowerUps {
		b = s.PowerUps[i].append(b)
	}
	for i := range s.Ships {
		b = s.Ships[i].append(b, s.bullets())
	}
	return b
}

// bullets returns how many each ship has.
func (s *State) bullets() int {
	if s.SixBullets {
		return MaxBullets
	}
	return Bullets
}

// Parse reads a state, which p must hold from its first byte to its last, into the
// room that s has already. The error is a *proto.SyntaxError.
func (s *State) Parse(p []byte) error {
	l, more, err := layoutOf(p)
	if err != nil {
		return err
	}
	if size := max(l.size(), more); size != len(p) {
		return wrong("state", "length", fmt.Sprintf("%d bytes", size), len(p))
	}
	c := newCursor(p[4:], "state")
	s.Status = Status(c.UpTo("status", uint8(Closed)))
	s.SixBullets = l.bullets == MaxBullets
	s.PowerUps, s.Ships = s.PowerUps[:0], s.Ships[:0]
	c.Take("power_ups_size", 2)
	for range l.powerUps {
		s.PowerUps = append(s.PowerUps, c.powerUp())
	}
	for range l.ships {
		s.Ships = append(s.Ships, c.ship(l.bullets))
	}
	return c.End()
}
