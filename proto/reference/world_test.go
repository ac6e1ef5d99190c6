package reference

import (
	"math"
	mathbits "math/bits"

	"dogfight/game"
)

// canvas is a World while it is read.
type canvas struct {
	*bits
	*game.Setup
	world game.World
}

// world reads a World, as a Keyframe holds it, for the Setup.
func world(b []byte, s *game.Setup) game.World {
	c := canvas{bits: newBits(b), Setup: s}
	w := &c.world
	w.Tick = game.Tick(c.u(32))
	w.Status = game.Status(c.u(2))
	demand(w.Status <= game.Closed, "expected a status 0 to 2, got %d", w.Status)
	w.Started = game.Tick(c.u(32))
	demand(w.Tick < 0xff000000, "expected a tick below ff000000, got %d", w.Tick)
	demand(w.Started <= w.Tick, "expected a start up to tick %d, got %d", w.Tick, w.Started)
	w.Rand = game.Chance(c.u(64))
	demand(w.Rand != 0, "expected chance, got 0")
	for team := 1; team <= max(2, s.Teams()); team++ {
		w.TeamScores[team] = int32(c.either(6, math.MinInt32, math.MaxInt32))
	}
	for slot := range w.Ships {
		c.ship(slot)
	}
	for i, middle := range s.Arena.Barrels {
		c.barrel(&w.Barrels[i], middle)
	}
	for i := range w.Items {
		if i < len(s.Arena.Pads) {
			c.padItem(&w.Items[i], s.Arena.Pads[i])
		} else {
			c.drop(&w.Items[i])
		}
	}
	c.mode()
	c.end()
	return *w
}

// width returns how many bits hold every number up to most.
func width(most int) int { return mathbits.Len(uint(most)) }

// below reads a number in as many bits as hold every one below n.
func (c *canvas) below(n int) int {
	v := int(c.u(width(n - 1)))
	demand(v < n, "expected a number below %d, got %d", n, v)
	return v
}

// room returns how many different x and y there are.
func (c *canvas) room() (x, y int) {
	w, h := c.Arena.Size()
	return int(w), int(h)
}

func (c *canvas) x() int32 {
	w, _ := c.room()
	return int32(c.below(w))
}

func (c *canvas) y() int32 {
	_, h := c.room()
	return int32(c.below(h))
}

// team reads a team, which needs no bits where there are none.
func (c *canvas) team() uint8 {
	team := uint8(c.u(width(c.Teams())))
	demand(int(team) <= c.Teams() && (team == 0) == (c.Teams() == 0), "expected a team of the mode, got %d", team)
	return team
}

// likeBelow reads a number below n that is often the usual one.
func (c *canvas) likeBelow(n int, usual uint8) uint8 {
	v := c.like(width(n-1), int(usual))
	demand(v < n, "expected a number below %d, got %d", n, v)
	return uint8(v)
}
