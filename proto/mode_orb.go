package proto

import "dogfight/game"

func (c *worldCoder) orb(o *game.Orb) {
	c.place(&o.X, &o.Y)
	fixed(&c.coder, &o.Carrier, slotBits+1)
	rare(&c.coder, &o.Timer, 9)
}
