package proto

import "dogfight/game"

// mode codes the parts of a World that the mode of the match uses.
func (c *worldCoder) mode(w *game.World) {
	if c.setup.Mode.Rounds() {
		c.rounds(&w.Rounds)
	}
	switch c.setup.Mode.State() {
	case game.ZoneState:
		c.zone(&w.Zone)
	case game.OrbState:
		c.orb(&w.Orb)
	case game.RaceState:
		c.heat(&w.Heat)
		for i := range w.Racers {
			c.racer(&w.Racers[i])
		}
	case game.TrailState:
		for i := range w.Trails {
			if ship := &w.Ships[i]; ship.State != game.Empty {
				c.trail(&w.Trails[i], ship)
			}
		}
	case game.AssaultState:
		c.assault(&w.Assault)
		for i := range w.Drones {
			c.drone(&w.Drones[i])
		}
	}
}

func (c *worldCoder) rounds(r *game.Rounds) {
	small(&c.coder, &r.Number, 2)
	rare(&c.coder, &r.Began, 31)
	rare(&c.coder, &r.Pause, 7)
}

// zone codes the zone. Its radius may be larger than the arena.
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

func (c *worldCoder) orb(o *game.Orb) {
	c.place(&o.X, &o.Y)
	fixed(&c.coder, &o.Carrier, slotBits+1)
	rare(&c.coder, &o.Timer, 9)
}

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

// trail codes the trail of a ship: its corners from the tail on, each relative to the one before.
func (c *worldCoder) trail(t *game.Trail, ship *game.Ship) {
	small(&c.coder, &t.Count, 1)
	if t.Count > game.MaxCorners {
		c.bad, t.Count = true, 0
	}
	rare(&c.coder, &t.Jump, 5)
	usually(c, &t.Held, ship.Input.Course(), courseBits)
	if t.Count == 0 {
		return
	}
	if c.flag(t.Gaps != 0) {
		fixed(&c.coder, &t.Gaps, uint(t.Count))
	}
	x, y := int32(t.Corners[0].X), int32(t.Corners[0].Y)
	c.raw(&x, c.xBits-unitBits)
	c.raw(&y, c.yBits-unitBits)
	t.Corners[0] = c.corner(x, y)
	for i := 1; i < int(t.Count); i++ {
		c.way(&t.Corners[i], t.Corners[i-1])
	}
}

// way codes the place of a corner, along one of the four courses from another.
func (c *worldCoder) way(at *game.Corner, from game.Corner) {
	dx, dy := int32(at.X)-int32(from.X), int32(at.Y)-int32(from.Y)
	course := game.CourseOf(dx, dy) - game.Up
	far := uint16(max(dx, -dx, dy, -dy) - 1)
	fixed(&c.coder, &course, 2)
	small(&c.coder, &far, wayOrder)
	if c.reading {
		x, y := (game.Up + course).Vector()
		*at = c.corner(int32(from.X)+x/game.One*(int32(far)+1), int32(from.Y)+y/game.One*(int32(far)+1))
	}
}

// wayOrder suits ways of some tens of units.
const wayOrder = 5

// corner returns the corner at a place in units, and sets bad outside the arena.
func (c *worldCoder) corner(x, y int32) game.Corner {
	if !c.inside(x*game.One, y*game.One) {
		c.bad = true
		return game.Corner{}
	}
	return game.Corner{X: int16(x), Y: int16(y)}
}

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
