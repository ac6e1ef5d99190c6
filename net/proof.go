package net

import (
	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// proof is the replay of a match from its first tick, where what players did in it is to be proven: laps of races, and scenarios, which
// are the same for everybody. A match that was taken over in the middle has none.
type proof struct {
	w     *replay.Writer // nil: nothing is kept
	setup *game.Setup
	began game.Tick
	bytes []byte
}

const (
	// longestProof is how long a match may be that is proven.
	longestProof = 2 * 3600 * game.TickRate
	// mostProof is how many bytes it may have.
	mostProof = 8 << 20
)

// start begins to keep a match if it is one that is proven, and anybody wants to know.
func (p *proof) start(m *liveMatch) {
	*p = proof{}
	if m.ended == nil || m.World.Tick != m.Began || m.Setup.Mode != game.Race && m.Scenario == nil {
		return
	}
	head := replay.NewHead(m.Setup, m.Began)
	head.Program, head.Number, head.Whole, head.Seed = m.camera.conf.Program, m.Number, true, m.Seed
	*p = proof{w: replay.NewWriter(head, m.Setup, &m.World), setup: m.Setup, began: m.Began}
}

// add keeps a tick. A match that gets too long proves nothing.
func (p *proof) add(orders []game.Order, w *game.World, hash uint64, events []game.Event) {
	if p.w == nil {
		return
	}
	p.w.Tick(p.setup, orders, w, hash, events)
	if (w.Tick-p.began)%replay.KeyframeEvery == 0 {
		p.bytes = p.w.Take(p.bytes)
	}
	if w.Tick-p.began > longestProof || len(p.bytes) > mostProof {
		*p = proof{}
	}
}

// cast notes who is in the match, by rising ids.
func (p *proof) cast(roster []proto.Pilot) {
	if p.w != nil {
		p.w.Roster(roster)
	}
}

// take ends the replay of a match that went like that, and returns it, or nil.
func (p *proof) take(r *Result, w *game.World) []byte {
	if p.w == nil {
		return nil
	}
	err := p.w.End(r.Replayed(), w, nil, nil)
	b := p.w.Take(p.bytes)
	*p = proof{}
	if err != nil {
		return nil
	}
	return b
}
