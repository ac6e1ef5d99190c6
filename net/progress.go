package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// progress tells strangers how far the match is, as spectators see it.
func (h *Host) progress() *proto.Progress {
	number, setup, world := h.match.Number, h.match.Setup, &h.match.World
	if h.late != nil {
		number, setup, world = h.late.number, h.late.setup, &h.late.world
	}
	p := &proto.Progress{Number: number, Left: proto.NoLimit, Resumed: h.conf.Resumed != nil && h.conf.Resumed.Match.Number == number}
	if limit := setup.TimeLimit; limit > 0 {
		p.Left = uint32((world.TimeLeft(setup) + game.TickRate - 1) / game.TickRate)
	}
	return p
}
