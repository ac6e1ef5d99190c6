package rivals_test

import (
	"slices"
	"sync"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

const (
	skill       = 3                  // of the bots: the middle of five levels
	warmUp      = 20 * game.TickRate // until ships are spread out and shots fly
	recorded    = 60 * game.TickRate
	packetRate  = 30 // a second
	packetTicks = game.TickRate / packetRate
)

// match is a recorded match of 64 bots.
type match struct {
	setup  *game.Setup
	frames []frame        // one for every packet
	orders [][]game.Order // of every tick after that of the first frame
}

// frame is what a packet may be about: the World at a tick, and what the rivals
// send of it.
type frame struct {
	world    game.World
	hash     uint16
	state    state
	snapshot snapshot
}

// The match that all codecs send, and another to train tables on.
var (
	theMatch      = sync.OnceValue(func() *match { return record(1, recorded) })
	trainingMatch = sync.OnceValue(func() *match { return record(2, recorded/3) })
)

// record plays a match and keeps its last ticks. The same seed gives the same
// match.
func record(seed uint64, ticks game.Tick) *match {
	arena, err := assets.Arena("expanse") // the one for 64 ships
	if err != nil {
		panic(err) // built in
	}
	m := &match{
		setup:  &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()},
		frames: make([]frame, 0, 1+ticks/packetTicks), // each is too large to be moved often
	}
	world := game.NewWorld(m.setup, seed)
	pilots, orders := m.join(seed)
	for world.Tick < warmUp+ticks {
		world.Step(m.setup, orders, nil)
		if world.Tick > warmUp {
			m.orders = append(m.orders, slices.Clone(orders))
		}
		if world.Tick >= warmUp && world.Tick%packetTicks == 0 {
			m.keep(&world)
		}
		orders = m.fly(pilots, &world, orders[:0])
	}
	return m
}

// join returns the bots, which take classes and weapons in turn, and the orders
// of their first tick.
func (m *match) join(seed uint64) (pilots []bot.Bot, orders []game.Order) {
	for slot := range game.MaxShips {
		pilots = append(pilots, bot.New(skill, seed<<8+uint64(slot)))
		orders = append(orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(slot),
			Class: uint8(slot % len(m.setup.Classes)), Weapon: uint8(slot % len(m.setup.Weapons)),
		})
	}
	return pilots, orders
}

// fly appends an order for every bot that changes what it holds.
func (m *match) fly(pilots []bot.Bot, w *game.World, orders []game.Order) []game.Order {
	for slot := range pilots {
		if in := pilots[slot].Fly(w, m.setup, slot); in != w.Ships[slot].Input {
			orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
		}
	}
	return orders
}

func (m *match) keep(w *game.World) {
	m.frames = append(m.frames, frame{
		world: *w, hash: uint16(w.Hash()),
		state: stateOf(w), snapshot: snapshotOf(w, m.setup),
	})
}

// between returns the orders that lead from one frame to a later one.
func (m *match) between(base, now *frame) [][]game.Order {
	first := m.frames[0].world.Tick
	return m.orders[base.world.Tick-first : now.world.Tick-first]
}
