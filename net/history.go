package net

import (
	"dogfight/game"
	"dogfight/proto"
)

// history keeps the orders of the last ticks and encodes them once for all
// clients that are equally far behind.
type history struct {
	first, last game.Tick // the World is known after first; orders are those of first+1 to last
	orders      [historyTicks][]game.Order
	bodies      [historyTicks][]byte // by how many ticks they go back; empty until asked for
	run         [historyTicks][]game.Order
}

// restart forgets everything: the World at tick is a new one.
func (h *history) restart(tick game.Tick) {
	h.first, h.last = tick, tick
	h.forgetBodies()
}

// record takes the orders of the tick after the last.
func (h *history) record(orders []game.Order) {
	h.last++
	kept := &h.orders[h.last%historyTicks]
	*kept = append((*kept)[:0], orders...)
	if h.last-h.first >= historyTicks {
		h.first = h.last - historyTicks + 1
	}
	h.forgetBodies()
}

func (h *history) forgetBodies() {
	for i := range h.bodies {
		h.bodies[i] = h.bodies[i][:0]
	}
}

// reaches reports whether the orders since base are all known.
func (h *history) reaches(base game.Tick) bool {
	return base >= h.first && base <= h.last
}

// since returns the orders since base, encoded, with the hash of the World after
// the last. The bytes are good until the next record.
func (h *history) since(base game.Tick, hash uint16) []byte {
	body := &h.bodies[h.last-base]
	if len(*body) > 0 {
		return *body
	}
	run := h.run[:0]
	for tick := base + 1; tick <= h.last; tick++ {
		run = append(run, h.orders[tick%historyTicks])
	}
	decided := proto.Decided{Base: base, Hash: hash, Ticks: run}
	*body = decided.Append(*body)
	return *body
}
