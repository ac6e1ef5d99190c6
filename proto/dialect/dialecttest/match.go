// Package dialecttest has matches and ears for the tests of dialects.
package dialecttest

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// Match is a match without a host: what it shows is seen by the pilot in slot 0.
type Match struct {
	Setup  *game.Setup
	World  game.World
	Inputs [game.MaxShips]game.Input // that are held
	Scene  dialect.Scene

	pilots []bot.Bot // from slot 1 on, if they fly by themselves
	events game.Events
	orders []game.Order
}

// NewMatch returns a match of so many ships, which are in space. They do nothing but
// what Inputs says.
func NewMatch(ships int) *Match {
	m := &Match{Setup: setup()}
	m.World = game.NewWorld(m.Setup, 1)
	for i := range ships {
		m.orders = append(m.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i)})
		m.Scene.Roster = append(m.Scene.Roster, proto.Pilot{ID: uint16(i + 1), Slot: uint8(i), Name: fmt.Sprint("Pilot ", i)})
	}
	m.Scene.Pilot = 1
	for range 3 * game.TickRate {
		m.Step()
	}
	return m
}

// Melee returns a match in which bots, from slot 1 on, have fought for so many ticks.
func Melee(ships int, ticks game.Tick) *Match {
	m := NewMatch(ships)
	for i := range ships - 1 {
		m.pilots = append(m.pilots, bot.New(4, uint64(i)))
	}
	for range ticks {
		m.Step()
	}
	return m
}

func setup() *game.Setup {
	rock := strings.Repeat("#", 100) + "\n"
	space := strings.Repeat("#"+strings.Repeat(".", 98)+"#\n", 8)
	things := "#" + strings.Repeat("..@..o...@...+..@", 5) + strings.Repeat(".", 13) + "#\n"
	arena, err := game.ParseArena("test", rock+strings.Repeat(space+things, 4)+space+rock)
	if err != nil {
		panic(err)
	}
	return &game.Setup{
		Arena:   arena,
		Classes: []game.Class{{Name: "fighter", Title: "Fighter", HP: 5, TopSpeed: 640, Thrust: 25, Brake: 17}},
		Weapons: []game.Weapon{{Name: "cannon", Title: "Cannon", Shots: 5, Fan: 1, Speed: 6 * game.One, Damage: 1, Cooldown: 9, Life: 84}},
	}
}

// Step moves the match on by a tick, and returns what there is to see then.
func (m *Match) Step() *dialect.Scene {
	for i := range m.pilots {
		m.Inputs[i+1] = m.pilots[i].Fly(&m.World, m.Setup, i+1)
	}
	for i, in := range m.Inputs {
		if m.World.Ships[i].State != game.Empty {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
		}
	}
	m.events.List = m.events.List[:0]
	m.World.Step(m.Setup, m.orders, &m.events)
	m.orders = m.orders[:0]
	m.Scene.Setup, m.Scene.World, m.Scene.Events = m.Setup, &m.World, m.events.List
	return &m.Scene
}

// Order has something decided for the next Step.
func (m *Match) Order(o game.Order) { m.orders = append(m.orders, o) }
