package dogfight

// Ship is what a player flies, with the bullets in flight.
type Ship struct {
	X, Y      int32
	HP        uint8
	Alive     bool
	Direction Direction
	PlayerID  ID
	Bullets   [MaxBullets]Bullet // of which Bullets are sent, or all
}

// How many bullets a ship has on the wire.
const (
	Bullets    = 5
	MaxBullets = 6 // in states of a later version of the original
)

const idAt = 4 + 4 + 3 // of the player_id in a ship

// shipSize returns the bytes of a ship with so many bullets.
func shipSize(bullets int) int { return idAt + idSize + bullets*bulletSize }

func (ship *Ship) append(b []byte, bullets int) []byte {
	b = append(appendI32(appendI32(b, ship.X), ship.Y), ship.HP)
	b = append(appendFlag(b, ship.Alive), byte(ship.Direction))
	b = append(b, ship.PlayerID[:]...)
	for i := range bullets {
		b = ship.Bullets[i].append(b)
	}
	return b
}

func (c *cursor) ship(bullets int) (ship Ship) {
	ship.X, ship.Y = c.i32("ship pos_x"), c.i32("ship pos_y")
	ship.HP = c.U8("hp")
	ship.Alive = c.Flag("alive")
	ship.Direction = c.direction()
	ship.PlayerID = c.id()
	for i := range bullets {
		ship.Bullets[i] = c.bullet()
	}
	return ship
}
