// Package dialects has rigs for tests of foreign protocols: matches without a host, a recorder of a session, a client of ENet and programs that
// use the real libenet, and a substitute for the game of the Light Racer.
package dialects

import (
	"fmt"
	"slices"
	"strings"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// Match is a match without a host, in the view of the pilot in slot 0.
type Match struct {
	Setup  *game.Setup
	World  game.World
	Inputs [game.MaxShips]game.Input
	Scene  dialect.Scene

	pilots []bot.Bot // from the first slot on, if they fly by themselves
	first  int
	events game.Events
	orders []game.Order
}

// NewMatch returns a match of that many ships in space. They follow Inputs.
func NewMatch(ships int) *Match { return newMatch(setup(), ships) }

// Trails returns a match in which ships leave walls. Bots have flown all but slot 0 for that many ticks.
func Trails(ships int, ticks game.Tick) *Match {
	s := setup()
	s.Mode = game.Trails
	m := newMatch(s, ships)
	m.fly(4, ticks)
	return m
}

// Of returns a match with the setup s, in which bots fly that many ships, in the first slots. The view is that of pilot 1, in
// slot me.
func Of(s *game.Setup, ships, me int) *Match {
	m := &Match{Setup: s, World: game.NewWorld(s, uint64(s.Mode)+1)}
	for i := range ships {
		id := uint16(i + 2) // the pilots are in other slots than in another match
		if i == me {
			id = 1
		}
		team := uint8(0)
		if n := s.PilotTeams(); n > 0 {
			team = uint8(1 + i%n)
		}
		m.orders = append(m.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Team: team})
		m.Scene.Roster = append(m.Scene.Roster, proto.Pilot{ID: id, Slot: uint8(i), Name: fmt.Sprint("Pilot ", id)})
		m.pilots = append(m.pilots, bot.New(4, uint64(i)))
	}
	m.Scene.Pilot, m.Scene.Me = 1, me
	return m
}

func newMatch(s *game.Setup, ships int) *Match {
	m := &Match{Setup: s, first: 1}
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

// Drone is the slot of the ship that AddDrone adds.
const Drone = game.MaxShips - 1

// AddDrone adds a ship without a pilot, with a class and a weapon that no pilot may choose.
func (m *Match) AddDrone() *game.Ship {
	s := *m.Setup
	s.Classes = append(slices.Clone(s.Classes), game.Class{Name: "scout", Title: "Scout", HP: 4, TopSpeed: 256, Thrust: 25, Brake: 17, Drone: true})
	s.Weapons = append(slices.Clone(s.Weapons), game.Weapon{Name: "sting", Title: "Sting", Shots: 2, Fan: 1, Speed: 3 * game.One, Damage: 1, Cooldown: 60, Life: 90, Drone: true})
	*m.Setup = s
	at := m.Setup.Arena.Middle
	m.World.Ships[Drone] = game.Ship{
		State: game.Flying, Team: 2, X: at.X, Y: at.Y, Facing: game.Left, HP: 2, Class: uint8(len(s.Classes) - 1), Weapon: uint8(len(s.Weapons) - 1),
	}
	return &m.World.Ships[Drone]
}

// Melee returns a match in which bots, from slot 1 on, have fought for that many ticks.
func Melee(ships int, ticks game.Tick) *Match {
	m := NewMatch(ships)
	m.fly(4, ticks)
	return m
}

// fly lets bots fly all ships from slot 1 on for that many ticks.
func (m *Match) fly(skill int, ticks game.Tick) {
	for i := range len(m.Scene.Roster) - 1 {
		m.pilots = append(m.pilots, bot.New(skill, uint64(i)))
	}
	for range ticks {
		m.Step()
	}
}

// Waves returns a match of the mode waves, in which drones without guns hunt the one ship.
func Waves() *Match {
	m := &Match{Setup: setup()}
	m.Setup.Mode = game.Waves
	m.Setup.Classes = append(m.Setup.Classes, game.Class{Name: "gnat", Title: "Gnat", HP: 250, TopSpeed: 512, Thrust: 512, Drone: true})
	m.Setup.Campaign = &game.Campaign{Kinds: []game.Kind{{Points: 2}}, Waves: []game.Wave{{Groups: []game.Group{
		{Class: 1, Count: 9, Gap: 20, Path: []game.Corner{{X: 500, Y: 0}}, End: game.Hunts},
	}}}}
	m.World = game.NewWorld(m.Setup, 1)
	m.orders = append(m.orders, game.Order{Kind: game.OrderJoin, Team: 1})
	m.Scene.Roster, m.Scene.Pilot = []proto.Pilot{{ID: 1, Name: "Pilot 0"}}, 1
	m.Step()
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

// Step plays a tick, and returns the view of it.
func (m *Match) Step() *dialect.Scene {
	for i := range m.pilots {
		m.Inputs[m.first+i] = m.pilots[i].Fly(&m.World, m.Setup, m.first+i)
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

// Order adds an order to the next Step.
func (m *Match) Order(o game.Order) { m.orders = append(m.orders, o) }

// Recorder records the packets of a session.
type Recorder struct {
	Packets []Packet
}

// Packet is one packet of a session.
type Packet struct {
	Channel dialect.Channel
	Bytes   []byte
}

// Send is a dialect.Send.
func (e *Recorder) Send(ch dialect.Channel, p []byte) {
	e.Packets = append(e.Packets, Packet{ch, slices.Clone(p)})
}

// Take returns the packets on a channel since the last call, and forgets those on all channels.
func (e *Recorder) Take(ch dialect.Channel) (packets [][]byte) {
	for _, p := range e.Packets {
		if p.Channel == ch {
			packets = append(packets, p.Bytes)
		}
	}
	e.Packets = e.Packets[:0]
	return packets
}
