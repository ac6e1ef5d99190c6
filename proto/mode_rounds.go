package proto

import "dogfight/game"

func (c *worldCoder) rounds(r *game.Rounds) {
	small(&c.coder, &r.Number, 2)
	rare(&c.coder, &r.Began, 31)
	rare(&c.coder, &r.Pause, 7)
}

// zone sends the zone, of which its radius may be larger than the arena.
func (c *worldCoder) zone(z *game.Zone) {
	if !c.flag(*z != (game.Zone{})) {
		return
	}
	c.place(&z.X, &z.Y)
	c.raw(&z.Radius, radiusBits)
	c.place(&z.NextX, &z.NextY)
	c.raw(&z.NextRadius, radiusBits)
	small(&c.coder, &z.Step, 1)
	rare(&c.coder, &z.Wait, 8)
	rare(&c.coder, &z.Closes, 8)
}

// radiusBits hold the radius of a zone around all of the largest arena.
const radiusBits = 20
