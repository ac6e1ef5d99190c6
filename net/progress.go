package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// progress tells strangers how far the match is, as spectators see it.
func (h *Host) progress() proto.Progress {
	w, setup, number := &h.match.World, h.match.Setup, h.match.Number
	if h.late != nil {
		w, setup, number = &h.late.world, h.late.setup, h.late.number
	}
	p := proto.Progress{Number: number, Left: proto.NoLimit}
	p.Resumed = h.conf.Resumed != nil && h.conf.Resumed.Match.Number == number
	if setup.TimeLimit > 0 {
		p.Left = uint32((w.TimeLeft(setup) + game.TickRate - 1) / game.TickRate)
	}
	return p
}

// matchOver tells players that the match is over, and when the next begins: of the last one that there is none.
func (h *Host) matchOver() *proto.MatchOver {
	if h.match.last {
		return &proto.MatchOver{}
	}
	return &proto.MatchOver{NextIn: uint16(h.match.nextIn() * 10 / game.TickRate)}
}
