package cli

import (
	"context"

	"dogfight/game"
	"dogfight/game/bot"
)

// result is what one match came to. Pairs are numbered by class and then weapon.
type result struct {
	number int
	points []int64 // by pair
	winner int     // the pair with the most points, -1 if two have
	kills  int64
	ticks  int64
	leads  int64 // how often the lead went to another pair
}

// lookEvery is how many ticks a match goes on before it is asked whether to stop.
const lookEvery = 10 * game.TickRate

// match plays a match to its end, unless the context ends before.
func (c *Config) match(ctx context.Context, number int) (result, bool) {
	m := newMix(c.Setups[number%len(c.Setups)], c.Skill, number, c.Seed)
	for m.world.Status != game.Closed {
		if m.world.Tick%lookEvery == 0 && ctx.Err() != nil {
			return result{}, false
		}
		m.tick()
	}
	return m.result(), true
}

// mix is a match in which every class flies with every weapon once.
type mix struct {
	s      *game.Setup
	world  game.World
	pilots []bot.Bot
	orders []game.Order
	events game.Events

	number int
	leader int // pair that led last, -1 before
	kills  int64
	leads  int64
}

// newMix returns the match of a number before its first tick. The pairs take the
// slots in turn, since rules that go by slots may favour one.
func newMix(s *game.Setup, skill, number int, seed uint64) *mix {
	seed = seed*1_000_003 + uint64(number)
	m := &mix{s: s, world: game.NewWorld(s, seed), number: number, leader: -1}
	for slot := range pairs(s) {
		pair := m.pair(slot)
		m.pilots = append(m.pilots, bot.New(skill, seed<<8+uint64(slot)))
		m.orders = append(m.orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(slot),
			Class: uint8(pair / len(s.Weapons)), Weapon: uint8(pair % len(s.Weapons)),
		})
	}
	return m
}

// pair returns which pair flies in the slot.
func (m *mix) pair(slot int) int { return (slot + m.number) % pairs(m.s) }

// tick steps the World, and then lets all pilots press what they will hold in the
// next one.
func (m *mix) tick() {
	m.events.List = m.events.List[:0]
	m.world.Step(m.s, m.orders, &m.events)
	m.note()
	m.orders = m.orders[:0]
	for i := range m.pilots {
		if in := m.pilots[i].Fly(&m.world, m.s, i); in != m.world.Ships[i].Input {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
		}
	}
}

// note counts what happened.
func (m *mix) note() {
	for _, ev := range m.events.List {
		if ev.Kind == game.EventKill {
			m.kills++
		}
	}
	won := m.s.Winner(&m.world)
	if !won.Decided {
		return
	}
	if leader := m.pair(int(won.Slot)); leader != m.leader {
		if m.leader >= 0 {
			m.leads++
		}
		m.leader = leader
	}
}

func (m *mix) result() result {
	r := result{
		number: m.number, winner: -1,
		points: make([]int64, pairs(m.s)),
		kills:  m.kills, leads: m.leads, ticks: int64(m.world.Tick - m.world.Started),
	}
	for slot := range r.points {
		r.points[m.pair(slot)] = int64(m.world.Ships[slot].Score)
	}
	if won := m.s.Winner(&m.world); won.Decided {
		r.winner = m.pair(int(won.Slot))
	}
	return r
}
