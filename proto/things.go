package proto

import "dogfight/game"

// barrel sends a barrel whose tile is at home.
func (c *worldCoder) barrel(b *game.Barrel, home game.Point) {
	small(&c.coder, &b.HP, 2)
	rare(&c.coder, &b.Timer, 10)
	if c.flag(*b == game.Barrel{HP: b.HP, Timer: b.Timer}) {
		return // gone, and nowhere
	}
	c.drift(&b.X, &b.VX, home.X, c.width)
	c.drift(&b.Y, &b.VY, home.Y, c.height)
}

// drift sends one axis of a barrel. It drifts to and fro in steps of one size,
// which began at home, so that the number of steps says where it is.
func (c *worldCoder) drift(at, v *int32, home, size int32) {
	balanced(&c.coder, v, 5)
	if *v < -maxDrift || *v > maxDrift {
		c.bad = true
		return
	}
	step := max(*v, -*v)
	if !c.flag(inStep(*at-home, step)) {
		c.raw(at, bitsBelow(int(size)))
		return
	}
	steps := int32(0)
	if step > 0 {
		steps = *at / step
		c.raw(&steps, bitsBelow(int(size/step)+1))
		home %= step
	}
	if c.reading {
		*at = home + steps*step
	}
}

// maxDrift is the fastest that a barrel may be along an axis, less than half a
// tile a tick.
const maxDrift = game.TileSize*game.One/2 - 1

// inStep reports whether the distance is a whole number of steps.
func inStep(distance, step int32) bool {
	if step == 0 {
		return distance == 0
	}
	return distance%step == 0
}

// pad sends the item that belongs to the pad at home.
func (c *worldCoder) pad(item *game.Item, home game.Point) {
	fixed(&c.coder, &item.Kind, 4)
	rare(&c.coder, &item.Timer, 9)
	if !c.flag(item.X == home.X && item.Y == home.Y) {
		c.place(&item.X, &item.Y)
	} else if c.reading {
		item.X, item.Y = home.X, home.Y
	}
}

// drop sends an item that a barrel left.
func (c *worldCoder) drop(item *game.Item) {
	if rare(&c.coder, &item.Kind, 2); item.Kind == game.NoItem {
		return
	}
	c.place(&item.X, &item.Y)
	small(&c.coder, &item.Timer, 10)
}
