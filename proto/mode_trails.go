package proto

import (
	"math/bits"

	"dogfight/game"
)

// trail sends the trail of a ship: its corners from the tail on, each as the way from the one
// before.
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

// way sends where a corner is, along one of the four courses from another.
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

// corner returns the one at a place in units, or has that be wrong.
func (c *worldCoder) corner(x, y int32) game.Corner {
	if !c.inside(x*game.One, y*game.One) {
		c.bad = true
		return game.Corner{}
	}
	return game.Corner{X: int16(x), Y: int16(y)}
}

// trail looks whether a trail is one that a ship can have left.
func (c *worldCheck) trail(t *game.Trail, ship *game.Ship) {
	if ship.State == game.Empty {
		c.that(*t == (game.Trail{}), "corners", uint64(t.Count))
		return
	}
	c.that(t.Held < game.Courses, "course", uint64(t.Held))
	straight := ship.Facing >= game.Up && ship.Facing <= game.Right
	c.that(ship.State != game.Flying || straight, "facing", uint64(ship.Facing))
	c.that(int(t.Count) <= game.MaxCorners && bits.Len32(t.Gaps) <= int(t.Count), "gaps", uint64(t.Gaps))
	if c.err != nil || t.Count == 0 {
		return
	}
	for k, at := range t.Corners[:t.Count] {
		c.place(int32(at.X)*game.One, int32(at.Y)*game.One)
		c.that(k == 0 || at.X == t.Corners[k-1].X || at.Y == t.Corners[k-1].Y, "corner", uint64(k))
	}
	last := t.Corners[t.Count-1].Point()
	c.that(last.X == ship.X || last.Y == ship.Y, "last corner", uint64(last.X))
}
