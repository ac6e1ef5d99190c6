package proto

import (
	"math/bits"

	"dogfight/game"
)

// worldCoder is a coder for the Worlds of one Setup, which says how many bits
// some things need.
type worldCoder struct {
	coder
	setup         *game.Setup
	width, height int32 // of the arena in 1/256 unit

	xBits, yBits, teamBits, classBits, weaponBits uint
}

func (c *worldCoder) prepare(s *game.Setup) {
	c.setup = s
	c.width, c.height = s.Arena.Size()
	c.xBits, c.yBits = bitsBelow(int(c.width)), bitsBelow(int(c.height))
	c.teamBits = bitsBelow(s.Teams() + 1)
	c.classBits, c.weaponBits = bitsBelow(len(s.Classes)), bitsBelow(len(s.Weapons))
}

// scoredTeams returns how many teams' scores are sent: those of two teams always are.
func scoredTeams(s *game.Setup) int { return max(s.Teams(), 2) }

// bitsBelow returns how many bits a number below n needs.
func bitsBelow(n int) uint { return uint(bits.Len(uint(n - 1))) }

// world sends everything in a World, in the order of the package documentation.
func (c *worldCoder) world(w *game.World) {
	fixed(&c.coder, &w.Tick, 32)
	fixed(&c.coder, &w.Status, 2)
	fixed(&c.coder, &w.Started, 32)
	c.rand(&w.Rand)
	for team := 1; team <= scoredTeams(c.setup); team++ {
		balanced(&c.coder, &w.TeamScores[team], 6)
	}
	for i := range w.Ships {
		c.ship(&w.Ships[i])
		c.shots(&w.Ships[i], &w.Shots[i])
	}
	for i, at := range c.setup.Arena.Barrels {
		c.barrel(&w.Barrels[i], at)
	}
	pads := c.setup.Arena.Pads
	for i := range w.Items {
		if i < len(pads) {
			c.pad(&w.Items[i], pads[i])
		} else {
			c.drop(&w.Items[i])
		}
	}
	c.mode(w)
}

func (c *worldCoder) rand(v *game.Chance) {
	high, low := c.bits(uint64(*v>>32), 32), c.bits(uint64(*v), 32)
	if c.reading {
		*v = game.Chance(high<<32 | low)
	}
}

// place sends a position inside the arena.
func (c *worldCoder) place(x, y *int32) {
	c.raw(x, c.xBits)
	c.raw(y, c.yBits)
}

// raw sends a number that is not negative.
func (c *worldCoder) raw(v *int32, n uint) {
	if got := c.bits(uint64(*v), n); c.reading {
		*v = int32(got)
	}
}

func (c *worldCoder) inside(x, y int32) bool {
	return x >= 0 && x < c.width && y >= 0 && y < c.height
}

// usually sends a field that mostly is as expected: one bit for that, n bits for
// anything else.
func usually[T unsigned](c *worldCoder, field *T, expected T, n uint) {
	if !c.flag(*field == expected) {
		fixed(&c.coder, field, n)
	} else if c.reading {
		*field = expected
	}
}
