package net

import (
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// history keeps the orders of the last ticks, and encodes them once for all
// clients that are equally far behind.
type history struct {
	first, last game.Tick // the World is known after first; orders are those of first+1 to last
	orders      [keptTicks][]game.Order
	hashes      [keptTicks]uint16         // of the World after a tick
	held        [keptTicks]proto.Baseline // in it
	bodies      [keptTicks]body           // by how many ticks they go back; empty until asked for
	used        game.Tick                 // the first so many of bodies may not be empty
	run         [proto.MaxOrderTicks][]game.Order
}

// longestBody leaves room for a Report with a Pong.
const longestBody = proto.MaxDatagram - 10

// body is the part of a data packet that all clients with the same base share.
type body struct {
	bytes []byte
	now   game.Tick // up to which its orders go
}

// keptTicks is how far back a client may be and still be led on by orders,
// as many at a time as a message takes. A client that is farther gets a keyframe.
const keptTicks = 4 * game.TickRate

// restart forgets everything: the World is a new one.
func (h *history) restart(w *game.World) {
	h.first, h.last = w.Tick, w.Tick
	h.held[w.Tick%keptTicks] = proto.BaselineOf(w)
	h.forgetBodies()
	for i := range h.orders {
		h.orders[i] = slices.Grow(h.orders[i][:0], game.MaxShips) // and no tick has to
	}
}

// record takes the orders of the tick after the last, and the World that they
// led to, with its hash.
func (h *history) record(orders []game.Order, w *game.World, hash uint64) {
	h.last++
	kept := &h.orders[h.last%keptTicks]
	*kept = append((*kept)[:0], orders...)
	h.hashes[h.last%keptTicks] = uint16(hash)
	h.held[h.last%keptTicks] = proto.BaselineOf(w)
	if h.last-h.first >= keptTicks {
		h.first = h.last - keptTicks + 1
	}
	h.forgetBodies()
}

func (h *history) forgetBodies() {
	for i := range h.bodies[:h.used] {
		h.bodies[i].bytes = h.bodies[i].bytes[:0]
	}
	h.used = 0
}

// reaches reports whether the orders since base are all known.
func (h *history) reaches(base game.Tick) bool {
	return base >= h.first && base <= h.last
}

// since returns the orders since base, encoded: up to the last, or as many as
// one packet takes. It is good until the next record.
func (h *history) since(base game.Tick) *body {
	b := &h.bodies[h.last-base]
	if len(b.bytes) > 0 {
		return b
	}
	h.used = max(h.used, h.last-base+1)
	for n := min(h.last-base, proto.MaxOrderTicks); ; n = (n + 1) / 2 {
		h.encode(b, base, n)
		if len(b.bytes) <= longestBody || n <= 1 {
			return b
		}
	}
}

// encode makes the body with the orders of n ticks.
func (h *history) encode(b *body, base, n game.Tick) {
	b.now = base + n
	run := h.run[:n]
	for i := range run {
		run[i] = h.orders[(base+1+game.Tick(i))%keptTicks]
	}
	decided := proto.Decided{Base: base, Hash: h.hashes[b.now%keptTicks], Ticks: run}
	b.bytes = decided.Append(b.bytes[:0], &h.held[base%keptTicks])
}
