package proto

import (
	"bytes"
	"math/bits"

	"dogfight/game"
)

// AppendWorld appends the World of a match that is played with the Setup. Fields that the match does not use are taken to be
// zero, as the rules leave them.
func AppendWorld(b []byte, s *game.Setup, w *game.World) []byte {
	c := worldCoder{coder: coder{b: b}}
	c.prepare(s)
	c.world(w)
	c.finish()
	return c.b
}

// ParseWorld reads a World, which must fill b. It is safe to play on any result. The error is a *SyntaxError.
func ParseWorld(s *game.Setup, b []byte) (game.World, error) {
	var w game.World
	c := worldCoder{coder: coder{b: b, reading: true}}
	c.prepare(s)
	c.world(&w)
	c.finish()
	if c.bad {
		return game.World{}, &SyntaxError{Message: "keyframe", Field: "world", Want: "the bits of a World", Got: "others"}
	}
	if err := checkWorld(s, &w); err != nil {
		return game.World{}, err
	}
	// Some parts could be written in two ways; only ours is accepted.
	if again := AppendWorld(make([]byte, 0, len(b)), s, &w); !bytes.Equal(again, b) {
		return game.World{}, &SyntaxError{Message: "keyframe", Field: "world", Want: "in its shortest form", Got: "another"}
	}
	return w, nil
}

// worldCoder is a coder for the Worlds of one Setup, on which the bits of some fields depend.
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

// scoredTeams returns the number of teams with a score in the World, at least two.
func scoredTeams(s *game.Setup) int { return max(s.Teams(), 2) }

// bitsBelow returns the number of bits for numbers below n.
func bitsBelow(n int) uint { return uint(bits.Len(uint(n - 1))) }

// world codes a World in the order of the package comment.
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

// place codes a position inside the arena.
func (c *worldCoder) place(x, y *int32) {
	c.raw(x, c.xBits)
	c.raw(y, c.yBits)
}

// raw codes a number that is not negative.
func (c *worldCoder) raw(v *int32, n uint) {
	if got := c.bits(uint64(*v), n); c.reading {
		*v = int32(got)
	}
}

func (c *worldCoder) inside(x, y int32) bool {
	return x >= 0 && x < c.width && y >= 0 && y < c.height
}

// usually codes a field that mostly is as expected: one bit for that, n bits for any other value.
func usually[T unsigned](c *worldCoder, field *T, expected T, n uint) {
	if !c.flag(*field == expected) {
		fixed(&c.coder, field, n)
	} else if c.reading {
		*field = expected
	}
}
