package dogfight

import "fmt"

// How long the states of a classic session are. The original client reads up to 1,024 bytes at a time.
const (
	classicLong  = 1024 // room for ten ships
	classicShort = 512  // and for five
)

// The original client takes a power-up and a ship for longer than they are when it counts ships, though not when it
// reads them.
const (
	classicPowerUp = 12
	classicShip    = 112
)

// AppendClassic appends the state as the original client needs it, with zeros up to the size, which must have room for it.
func (s *State) AppendClassic(b []byte, size int) []byte {
	end := len(b) + size
	b = s.append(b, headSize+len(s.PowerUps)*classicPowerUp+len(s.Ships)*classicShip)
	for len(b) < end {
		b = append(b, 0)
	}
	return b
}

// ParseClassic reads a state as the original client does in what one read has given it: from the first byte, as many ships
// as it counts, whatever comes after them. What is an error here ends that client; it is a *proto.SyntaxError.
func (s *State) ParseClassic(p []byte) error {
	c := newCursor(p, "classic state")
	total := int64(c.U32("total_length"))
	s.Status = Status(c.UpTo("status", uint8(InProgress)))
	size := int(c.U16("power_ups_size"))
	powerUps := size / powerUpSize
	counted := total - headSize - int64(powerUps)*classicPowerUp
	ships := counted / classicShip
	switch {
	case c.Err != nil:
		return c.Err
	case size%powerUpSize != 0:
		return wrong("classic state", "power_ups_size", fmt.Sprintf("a multiple of %d", powerUpSize), size)
	case counted < 0:
		return wrong("classic state", "total_length", fmt.Sprintf("%d or more", total-counted), total)
	case int64(size)+ships*int64(shipSize(Bullets)) > int64(len(c.Left)):
		return wrong("classic state", "ships", fmt.Sprintf("those of the %d bytes that were read", len(p)), ships)
	}
	s.SixBullets, s.PowerUps, s.Ships = false, s.PowerUps[:0], s.Ships[:0]
	for range powerUps {
		s.PowerUps = append(s.PowerUps, c.powerUp())
	}
	for range ships {
		s.Ships = append(s.Ships, c.ship(Bullets))
	}
	return c.Err
}
