package rivals_test

import (
	"fmt"

	"dogfight/game"
	"dogfight/proto"
)

// ours sends the orders since the base, by which the client steps its World on. It
// is the whole message, the report to one client and all.
type ours struct {
	match   *match
	message proto.Orders
	got     game.World
}

func (c *ours) encode(b []byte, base, now *frame) []byte {
	baseline := proto.BaselineOf(&base.world)
	message := proto.Orders{Decided: proto.Decided{
		Base: base.world.Tick, Hash: now.hash, Ticks: c.match.between(base, now),
	}}
	return message.Append(b, &baseline)
}

func (c *ours) decode(b []byte, base *frame) error {
	if err := c.message.Parse(b, base.world.Tick); err != nil {
		return err
	}
	baseline := proto.BaselineOf(&base.world)
	if err := c.message.Open(&baseline); err != nil {
		return err
	}
	c.got = base.world
	for _, orders := range c.message.Ticks {
		c.got.Step(c.match.setup, orders, nil)
	}
	if hash := uint16(c.got.Hash()); hash != c.message.Hash {
		return fmt.Errorf("expected a World with hash %x, %x came", c.message.Hash, hash)
	}
	return nil
}

func (c *ours) arrived(now *frame) bool { return c.got == now.world }

// keyframe sends the whole World, of which a client needs to know nothing.
type keyframe struct {
	setup *game.Setup
	got   game.World
}

func (c *keyframe) encode(b []byte, _, now *frame) []byte {
	return proto.AppendWorld(b, c.setup, &now.world)
}

func (c *keyframe) decode(b []byte, _ *frame) (err error) {
	c.got, err = proto.ParseWorld(c.setup, b)
	return err
}

func (c *keyframe) arrived(now *frame) bool { return c.got == now.world }
