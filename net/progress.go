package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// progress tells strangers how far the match is.
func (h *Host) progress() *proto.Progress {
	m := &h.match
	p := &proto.Progress{Number: m.Number, Left: proto.NoLimit, Resumed: h.conf.Resumed != nil && h.conf.Resumed.Match.Number == m.Number}
	if limit := m.Setup.TimeLimit; limit > 0 {
		p.Left = uint32((m.World.TimeLeft(m.Setup) + game.TickRate - 1) / game.TickRate)
	}
	return p
}
