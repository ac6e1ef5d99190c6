package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// Figures is what a Host tells of itself once a second: how many are there, and what it has counted since it was made.
type Figures struct {
	Players    int  // with a ship, or whose seat waits for them
	Bots       int  // that fly for themselves
	Spectators int  // in the match without a ship
	Visitors   int  // linked, and not in the match yet
	Standing   bool // still, on purpose: the only player is in a menu, or another host is about to go on with the match

	Skipped   uint64 // ticks that were given up because the host was too far behind
	Keyframes uint64 // whole Worlds that were sent
	Desyncs   uint64 // times that a client in the match asked for one: its World was another, or it had lost too much

	Refused   [Refusals]uint64 // visitors, by the proto.RejectCode that they were told
	Malformed uint64           // peers that were thrown out for a message that is none
	Flooded   uint64           // and for more messages than a peer may send
}

// Refusals is how long a table is that proto.RejectCodes are looked up in.
const Refusals = int(proto.RejectRelayed) + 1

// figuresEvery is how often a host tells its figures.
const figuresEvery = game.TickRate

// hostCounts are what a host counts for its Figures.
type hostCounts struct {
	keyframes, desyncs, malformed, flooded uint64
	refused                                [Refusals]uint64
}

// refuse sends a visitor away.
func (c *hostCounts) refuse(p *peer, m *proto.Reject) {
	c.refused[m.Code]++
	p.dismiss(m)
}

// tellFigures tells who wants to know how the match fares.
func (h *Host) tellFigures() {
	if h.conf.Figures == nil {
		return
	}
	f := Figures{
		Standing: h.clock.paused() || !h.stoodSince.IsZero(), Skipped: uint64(h.clock.Slips),
		Keyframes: h.counts.keyframes, Desyncs: h.counts.desyncs,
		Refused: h.counts.refused, Malformed: h.counts.malformed, Flooded: h.counts.flooded,
	}
	f.Players, f.Bots = h.match.count()
	for _, p := range h.match.pilots {
		if !p.seated() && !p.isBot() {
			f.Spectators++
		}
	}
	for _, p := range h.peers.all {
		if p.pilot == nil {
			f.Visitors++
		}
	}
	h.conf.Figures(f)
}
