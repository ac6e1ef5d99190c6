package dogfight

// Bullet is one of a ship's. One that is not in flight is all zero.
type Bullet struct {
	X, Y      int32
	Active    bool
	Direction Direction // Idle: it lies there
}

const bulletSize = 10

func (bullet *Bullet) append(b []byte) []byte {
	b = appendI32(appendI32(b, bullet.X), bullet.Y)
	return append(appendFlag(b, bullet.Active), byte(bullet.Direction))
}

func (c *cursor) bullet() (bullet Bullet) {
	bullet.X, bullet.Y = c.i32("bullet pos_x"), c.i32("bullet pos_y")
	bullet.Active = c.Flag("bullet active")
	bullet.Direction = c.direction()
	return bullet
}
