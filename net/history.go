package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// history keeps the orders of the last ticks, and encodes them once for all
// clients that are equally far behind.
type history struct {
	first, last game.Tick // the World is known after first; orders are those of first+1 to last
	orders      [keptTicks][]game.Order
	hashes      [keptTicks]uint16 // of the World after a tick
	bodies      [keptTicks]body   // by how many ticks they go back; empty until asked for
	run         [proto.MaxOrderTicks][]game.Order
}

// roomForOrders is how many orders go into a data packet for certain: they take
// at most 20 bits each, besides one a tick and the headers.
const roomForOrders = (proto.MaxDatagram - 32) * 8 / 20

// body is the part of a data packet that all clients with the same base share.
type body struct {
	bytes []byte
	now   game.Tick // up to which its orders go
}

// keptTicks is how far back a client may be and still be led on by orders,
// as many at a time as a message takes. Whoever is farther gets a keyframe.
const keptTicks = 4 * game.TickRate

// restart forgets everything: the World at tick is a new one.
func (h *history) restart(tick game.Tick) {
	h.first, h.last = tick, tick
	h.forgetBodies()
}

// record takes the orders of the tick after the last, and the hash of the World
// that they led to.
func (h *history) record(orders []game.Order, hash uint64) {
	h.last++
	kept := &h.orders[h.last%keptTicks]
	*kept = append((*kept)[:0], orders...)
	h.hashes[h.last%keptTicks] = uint16(hash)
	if h.last-h.first >= keptTicks {
		h.first = h.last - keptTicks + 1
	}
	h.forgetBodies()
}

func (h *history) forgetBodies() {
	for i := range h.bodies {
		h.bodies[i].bytes = h.bodies[i].bytes[:0]
	}
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
	run, room := h.run[:0], roomForOrders
	for b.now = base; b.now < h.last && len(run) < len(h.run); b.now++ {
		orders := h.orders[(b.now+1)%keptTicks]
		if room -= len(orders); room < 0 {
			break
		}
		run = append(run, orders)
	}
	decided := proto.Decided{Base: base, Hash: h.hashes[b.now%keptTicks], Ticks: run}
	b.bytes = decided.Append(b.bytes)
	return b
}
