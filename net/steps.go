package net

import (
	"bytes"
	"slices"
	"sync"

	"dogfight/game"
	"dogfight/proto"
)

// Steps shares confirmed Worlds among the clients of a process. Clients in the same match receive the same orders: the first one that
// confirms a tick takes the step, and the others use its World. Two matches never mix: a World is shared if it equals the one that
// the client was sent, and the next one if the orders are equal too. Steps is safe for concurrent use, and its zero value is ready.
type Steps struct {
	mu    sync.Mutex
	lines []*line
	free  []*step
	last  uint64 // number of a step
}

// line is a match as clients of this process confirm it.
type line struct {
	setup   *game.Setup
	recent  [lineTicks]*step // by tick
	clients int
}

// lineTicks is how far a client may be behind the first one and still find its Worlds.
const lineTicks = 16

// step is a confirmed World. It does not change while it has users, of which its line is one.
type step struct {
	world  game.World
	events game.Events // of its tick

	line   *line // nil for a client that shares nothing
	number uint64
	before uint64 // number of the step before it
	orders []game.Order
	hash   uint64 // of the World; 0 if not computed yet
	users  int
}

// begin leaves a step and returns one of a World that the host sent, with an equal Setup that other clients use, or else s.
func (x *Steps) begin(from *step, s *game.Setup, w *game.World) (*step, *game.Setup) {
	if x == nil {
		from.world = *w
		return from, s
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	s = x.setup(s)
	at := x.find(s, w)
	if at == nil {
		at = x.take()
		at.world, at.line = *w, &line{setup: s}
		x.lines = append(x.lines, at.line)
		x.add(at)
	}
	x.move(from, at)
	return at, s
}

// next leaves a step and returns the one after it.
func (x *Steps) next(from *step, s *game.Setup, orders []game.Order) *step {
	if x == nil {
		from.events.List = from.events.List[:0]
		from.world.Step(s, orders, &from.events)
		return from
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	at := from.line.at(from.world.Tick + 1)
	if at == nil || at.before != from.number || !slices.Equal(at.orders, orders) {
		at = x.step(from, orders)
	}
	x.move(from, at)
	return at
}

// step takes a step. Clients that were sent a World at different times meet here.
func (x *Steps) step(from *step, orders []game.Order) *step {
	at := x.take()
	at.world, at.line, at.before, at.orders = from.world, from.line, from.number, append(at.orders, orders...)
	at.world.Step(at.line.setup, orders, &at.events)
	if same := x.find(at.line.setup, &at.world); same != nil {
		x.free = append(x.free, at)
		return same
	}
	x.add(at)
	return at
}

// leave ends the use of a step, and returns a copy of its own for a client that looks at it later.
func (x *Steps) leave(from *step) *step {
	if x == nil {
		return from
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	last := &step{world: from.world}
	x.move(from, nil)
	return last
}

// hashOf returns the hash of a step's World.
func (x *Steps) hashOf(at *step) uint64 {
	if x == nil {
		return at.world.Hash()
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if at.hash == 0 {
		at.hash = at.world.Hash()
	}
	return at.hash
}

// The caller of the following methods holds mu.

// setup returns an equal Setup of a line, or else s.
func (x *Steps) setup(s *game.Setup) *game.Setup {
	encoded := proto.AppendSetup(nil, s)
	for _, l := range x.lines {
		if l.setup == s || bytes.Equal(encoded, proto.AppendSetup(nil, l.setup)) {
			return l.setup
		}
	}
	return s
}

// find returns the step with a World, or nil.
func (x *Steps) find(s *game.Setup, w *game.World) *step {
	for _, l := range x.lines {
		if at := l.at(w.Tick); l.setup == s && at != nil && at.world == *w {
			return at
		}
	}
	return nil
}

// at returns the step of a tick, or nil.
func (l *line) at(tick game.Tick) *step {
	if at := l.recent[tick%lineTicks]; at != nil && at.world.Tick == tick {
		return at
	}
	return nil
}

// add adds a step to its line, unless a newer one has its place.
func (x *Steps) add(at *step) {
	place := &at.line.recent[at.world.Tick%lineTicks]
	if was := *place; was != nil && was.world.Tick > at.world.Tick {
		return
	}
	x.release(*place)
	*place = at
	at.users++
}

// move moves a client from one step to another, or to none. The first one may be its own.
func (x *Steps) move(from, to *step) {
	if to != nil {
		to.users++
		to.line.clients++
	}
	if from.line == nil {
		return
	}
	l := from.line
	x.release(from)
	if l.clients--; l.clients > 0 {
		return
	}
	for _, at := range l.recent {
		x.release(at)
	}
	x.lines = slices.DeleteFunc(x.lines, func(other *line) bool { return other == l })
}

// release ends a use of a step, which may be nil.
func (x *Steps) release(at *step) {
	if at == nil {
		return
	}
	if at.users--; at.users == 0 && len(x.free) < lineTicks {
		x.free = append(x.free, at)
	}
}

// take returns a step to be filled.
func (x *Steps) take() *step {
	at := &step{}
	if n := len(x.free); n > 0 {
		at, x.free = x.free[n-1], x.free[:n-1]
		at.events.List, at.orders, at.before, at.hash = at.events.List[:0], at.orders[:0], 0, 0
	}
	x.last++
	at.number = x.last
	return at
}
