package proto

import "dogfight/game"

func (c *worldCoder) assault(a *game.Assault) {
	small(&c.coder, &a.Wave, 3)
	small(&c.coder, &a.Lives, 2)
	small(&c.coder, &a.Pilots, 2)
	rare(&c.coder, &a.Timer, 8)
	fixed(&c.coder, &a.Began, 32)
	for i := range a.Sent {
		rare(&c.coder, &a.Sent[i], 2)
	}
}

func (c *worldCoder) drone(d *game.Drone) {
	if rare(&c.coder, &d.Wave, 3); d.Wave == 0 {
		return
	}
	small(&c.coder, &d.Group, 2)
	small(&c.coder, &d.Step, 2)
	rare(&c.coder, &d.Timer, 6)
	if rare(&c.coder, &d.Veer, 4); d.Veer != 0 {
		fixed(&c.coder, &d.Turn, courseBits)
	}
	if rare(&c.coder, &d.Link, 4); d.Link != 0 {
		offset := [2]int32{int32(d.X), int32(d.Y)}
		signed(&c.coder, &offset[0], 8)
		signed(&c.coder, &offset[1], 8)
		if c.reading {
			d.X, d.Y = int8(offset[0]), int8(offset[1])
		}
	}
}
