package dogfight

import (
	"encoding/binary"
	"fmt"

	"dogfight/proto"
)

// State is the state of the match. The host sends it to all clients repeatedly.
type State struct {
	Status     Status
	PowerUps   []PowerUp // at most MaxPowerUps
	Ships      []Ship    // at most MaxShips
	SixBullets bool      // they have MaxBullets each
}

// Status is the status of the match.
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

	// surplus is the difference of the original's total_length and the size: it adds the bits of the head, 56, instead of its
	// bytes, 7.
	surplus = 56 - headSize
)

// maxState is the size of the largest State, in bytes.
const maxState = headSize + MaxPowerUps*powerUpSize + MaxShips*(idAt+idSize+MaxBullets*bulletSize)

// PowerUp lies in space for the first ship to touch it.
type PowerUp struct {
	X, Y int32
	Kind Kind
}

// Kind is the effect of a PowerUp.
type Kind uint8

// The kinds.
const (
	None        Kind = 0 // one without a word in the document
	HPPlusOne   Kind = 1
	HPPlusThree Kind = 2
	AmmoPlusOne Kind = 3
)

const powerUpSize = 9

func (p *PowerUp) fields(c *coder) {
	c.i32("power_up pos_x", &p.X)
	c.i32("power_up pos_y", &p.Y)
	proto.Range8(&c.FieldCoder, "power_up kind", &p.Kind, 0, uint32(AmmoPlusOne))
}

// Ship is a player's ship, with its bullets in flight.
type Ship struct {
	X, Y      int32
	HP        uint8
	Alive     bool
	Direction Direction
	PlayerID  ID
	Bullets   [MaxBullets]Bullet // Bullets or all of them are sent
}

// The number of bullets of a ship on the wire.
const (
	Bullets    = 5
	MaxBullets = 6 // in states of a later version of the original
)

const idAt = 4 + 4 + 3 // of the player_id in a ship

// shipSize returns the size of a ship with that many bullets.
func shipSize(bullets int) int { return idAt + idSize + bullets*bulletSize }

func (s *Ship) fields(c *coder, bullets int) {
	c.i32("ship pos_x", &s.X)
	c.i32("ship pos_y", &s.Y)
	proto.U8(&c.FieldCoder, "hp", &s.HP)
	c.Bool("alive", &s.Alive)
	c.direction(&s.Direction)
	c.id(&s.PlayerID)
	for i := range bullets {
		s.Bullets[i].fields(c)
	}
}

// Bullet is a bullet of a ship. One that is not in flight is all zero.
type Bullet struct {
	X, Y      int32
	Active    bool
	Direction Direction // Idle: a mine
}

const bulletSize = 10

func (b *Bullet) fields(c *coder) {
	c.i32("bullet pos_x", &b.X)
	c.i32("bullet pos_y", &b.Y)
	c.Bool("bullet active", &b.Active)
	c.direction(&b.Direction)
}

// Append appends the state, with the surplus in its total_length.
func (s *State) Append(b []byte) []byte {
	return s.append(b, layout{len(s.PowerUps), len(s.Ships), s.bullets()}.size()+surplus)
}

// append appends the state with a total_length.
func (s *State) append(b []byte, total int) []byte {
	c := coder{proto.FieldCoder{Out: binary.BigEndian.AppendUint32(b, uint32(total))}}
	powerUps := len(s.PowerUps) * powerUpSize
	proto.U8(&c.FieldCoder, "status", &s.Status)
	proto.U16(&c.FieldCoder, "power_ups_size", &powerUps)
	for i := range s.PowerUps {
		s.PowerUps[i].fields(&c)
	}
	for i := range s.Ships {
		s.Ships[i].fields(&c, s.bullets())
	}
	return c.Out
}

// bullets returns the number of bullets of each ship.
func (s *State) bullets() int {
	if s.SixBullets {
		return MaxBullets
	}
	return Bullets
}

// Parse reads a state, which must fill p, and reuses the lists of s. The error is a *proto.SyntaxError.
func (s *State) Parse(p []byte) error {
	l, more, err := layoutOf(p)
	if err != nil {
		return err
	}
	if size := max(l.size(), more); size != len(p) {
		return wrong("state", "length", fmt.Sprintf("%d bytes", size), len(p))
	}
	c := read(p[4:], "state")
	s.Status = Status(c.UpTo("status", uint8(Closed)))
	c.Take("power_ups_size", 2)
	s.read(&c, l)
	return c.End()
}

// read reads the power-ups and ships.
func (s *State) read(c *coder, l layout) {
	s.SixBullets = l.bullets == MaxBullets
	s.PowerUps, s.Ships = s.PowerUps[:0], s.Ships[:0]
	for i := range l.powerUps {
		s.PowerUps = append(s.PowerUps, PowerUp{})
		s.PowerUps[i].fields(c)
	}
	for i := range l.ships {
		s.Ships = append(s.Ships, Ship{})
		s.Ships[i].fields(c, l.bullets)
	}
}

// The size of the states of a classic session. The original client reads up to 1,024 bytes at a time.
const (
	classicLong  = 1024 // room for ten ships
	classicShort = 512  // and for five
)

// The sizes of a power-up and a ship by which the original client counts ships, though not those by which it reads them.
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

// ParseClassic reads a state as the original client does from the bytes of one read: from the first byte, as many ships as it
// counts, with any bytes after them. An error here ends that client; it is a *proto.SyntaxError.
func (s *State) ParseClassic(p []byte) error {
	c := read(p, "classic state")
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
	s.read(&c, layout{powerUps, int(ships), Bullets})
	return c.Err
}
