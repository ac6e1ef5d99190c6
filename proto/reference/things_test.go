package reference

import (
	"math"

	"dogfight/game"
)

func (c *canvas) barrel(barrel *game.Barrel, middle game.Point) {
	barrel.HP, barrel.Timer = uint8(c.upTo(2, math.MaxUint8)), uint16(c.rare(10, math.MaxUint16))
	if c.flag() {
		return
	}
	width, height := c.room()
	barrel.VX, barrel.X = c.drift(int(middle.X), width)
	barrel.VY, barrel.Y = c.drift(int(middle.Y), height)
	somewhere := barrel.X != 0 || barrel.Y != 0 || barrel.VX != 0 || barrel.VY != 0
	demand(somewhere, "expected a barrel that is somewhere, got zeros")
}

// drift reads a barrel's velocity and place along an axis, of which there are
// room places and where the middle of its tile is at middle.
func (c *canvas) drift(middle, room int) (v, place int32) {
	velocity := c.either(5, -1023, 1023)
	if !c.flag() {
		at := c.below(room)
		demand(!steps(at-middle, velocity), "expected no whole steps of %d from %d, got %d", velocity, middle, at)
		return int32(velocity), int32(at)
	}
	if velocity == 0 {
		return 0, int32(middle)
	}
	step := max(velocity, -velocity)
	// The most there can be is taken to be that of the edge, which is outside.
	at := int(c.u(width(room/step)))*step + middle%step
	demand(at < room, "expected a place below %d, got %d", room, at)
	return int32(velocity), int32(at)
}

// steps reports whether the way is whole steps of the velocity.
func steps(way, velocity int) bool {
	if velocity == 0 {
		return way == 0
	}
	return way%velocity == 0
}

func (c *canvas) padItem(item *game.Item, middle game.Point) {
	item.Kind = game.ItemKind(c.u(4))
	demand(item.Kind < game.ItemKinds, "expected an item 0 to 9, got %d", item.Kind)
	item.Timer = uint16(c.rare(9, math.MaxUint16))
	if c.flag() {
		item.X, item.Y = middle.X, middle.Y
		return
	}
	item.X, item.Y = c.x(), c.y()
	demand(item.X != middle.X || item.Y != middle.Y, "expected a place off the pad's middle, got that")
}

func (c *canvas) drop(item *game.Item) {
	item.Kind = game.ItemKind(c.rare(2, game.ItemKinds-1))
	if item.Kind == game.NoItem {
		return
	}
	item.X, item.Y = c.x(), c.y()
	item.Timer = uint16(c.upTo(10, math.MaxUint16))
}
