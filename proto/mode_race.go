package proto

import "dogfight/game"

func (c *worldCoder) heat(h *game.Heat) {
	if !c.flag(*h != (game.Heat{})) {
		return
	}
	fixed(&c.coder, &h.Called, 32)
	fixed(&c.coder, &h.Go, 32)
	rare(&c.coder, &h.Won, 31)
	small(&c.coder, &h.Placed, 1)
}

func (c *worldCoder) racer(r *game.Racer) {
	if !c.flag(*r != (game.Racer{})) {
		return
	}
	rare(&c.coder, &r.Late, 0)
	small(&c.coder, &r.Lap, 1)
	small(&c.coder, &r.Gate, 2)
	rare(&c.coder, &r.Place, 2)
	rare(&c.coder, &r.Began, 31)
	rare(&c.coder, &r.Best, 11)
	rare(&c.coder, &r.Done, 31)
}
