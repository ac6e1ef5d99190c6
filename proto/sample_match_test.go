package proto

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/game"
)

// duel is a Setup small enough for a hex table.
func duel(t testing.TB) *game.Setup {
	t.Helper()
	a, err := game.ParseArena("duel", "......\n.@..o.\n......\n.+.12.\n......\n#.....\n")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{
		Arena:     a,
		Classes:   []game.Class{{Name: "fighter", Title: "Fighter", HP: 5, TopSpeed: 640, Thrust: 26, Brake: 20}},
		Weapons:   []game.Weapon{{Name: "cannon", Title: "Cannon", Shots: 5, Fan: 1, Speed: 1536, Damage: 1, Cooldown: 12, Life: 83}},
		Mode:      game.Teams,
		Lobby:     true,
		TimeLimit: 18000,
	}
}

// expanse is the Setup of a match for 64 ships: an arena of 200 by 150 tiles
// with 40 barrels and 24 pads, and every class and weapon of the rules.
func expanse(t testing.TB) *game.Setup {
	t.Helper()
	const width, height = 200, 150
	chance := rand.New(rand.NewPCG(1, 2))
	rows := make([][]byte, height)
	for y := range rows {
		rows[y] = []byte(strings.Repeat(".", width))
	}
	for range 120 { // islands, off the grid of everything else
		x, y := chance.IntN(width-4), chance.IntN(height/8)*8
		copy(rows[y][x:], "####")
	}
	for _, what := range strings.Repeat("o", 40) + strings.Repeat("+", 24) + strings.Repeat("@", 32) {
		rows[4+8*chance.IntN(height/8)][2+chance.IntN(width-4)] = byte(what)
	}
	a, err := game.ParseArena("expanse", string(joinRows(rows)))
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{
		Arena: a,
		Classes: []game.Class{
			{Name: "fighter", HP: 5, TopSpeed: 640, Thrust: 27, Brake: 20},
			{Name: "scout", HP: 3, TopSpeed: 768, Thrust: 51, Brake: 40},
			{Name: "bomber", HP: 8, TopSpeed: 469, Thrust: 11, Brake: 8},
		},
		Weapons: []game.Weapon{
			{Name: "cannon", Shots: 5, Fan: 1, Speed: 1536, Damage: 1, Cooldown: 12, Life: 83},
			{Name: "spread", Shots: 6, Fan: 3, Speed: 1280, Damage: 1, Cooldown: 24, Life: 36},
			{Name: "rail", Shots: 1, Fan: 1, Speed: 3840, Damage: 3, Cooldown: 84, Life: 60},
			{Name: "mines", Shots: 5, Fan: 1, Damage: 2, Cooldown: 30, Life: 1200, Reach: 768},
		},
		TimeLimit: 5 * 60 * game.TickRate,
	}
}

func joinRows(rows [][]byte) (text []byte) {
	for _, row := range rows {
		text = append(append(text, row...), '\n')
	}
	return text
}

// match is a match of 64 pilots that fly at each other and fire when a ship is
// about ahead.
type match struct {
	setup  *game.Setup
	world  game.World
	chance *rand.Rand
	orders []game.Order // of the last tick
}

func newMatch(s *game.Setup, seed uint64) *match {
	m := &match{setup: s, world: game.NewWorld(s, seed), chance: rand.New(rand.NewPCG(seed, 1))}
	m.orders = []game.Order{{Kind: game.OrderStart}}
	for slot := range uint8(game.MaxShips) {
		team := uint8(0)
		if n := s.Teams(); n > 0 {
			team = 1 + slot%uint8(n)
		}
		m.orders = append(m.orders, game.Order{
			Kind: game.OrderJoin, Slot: slot, Team: team,
			Class:  uint8(m.chance.IntN(len(s.Classes))),
			Weapon: uint8(m.chance.IntN(len(s.Weapons))),
		})
	}
	m.world.Step(s, m.orders, nil)
	return m
}

// step plays a tick.
func (m *match) step() {
	m.orders = m.orders[:0]
	for slot := range m.world.Ships {
		const changesASecond = 5
		if m.chance.IntN(game.TickRate) >= changesASecond {
			continue
		}
		if in := m.pilot(slot); in != m.world.Ships[slot].Input {
			m.orders = append(m.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
		}
	}
	m.world.Step(m.setup, m.orders, nil)
}

// pilot returns the input of a ship.
func (m *match) pilot(slot int) game.Input {
	me := &m.world.Ships[slot]
	dx, dy := m.nearest(slot)
	far := max(dx, -dx, dy, -dy)
	if m.chance.IntN(4) == 0 {
		return game.Steer(game.Course(m.chance.IntN(game.Courses)))
	}
	in := game.Steer(game.CourseOf(dx/(1+far/2), dy/(1+far/2)))
	if far < 300*game.One && game.CourseOf(dx, dy) != game.Idle && me.State == game.Flying {
		in |= game.Fire
	}
	if m.chance.IntN(20) == 0 {
		in |= game.Special
	}
	return in
}

// nearest returns the way to the nearest other ship in flight.
func (m *match) nearest(slot int) (x, y int32) {
	best := int64(1) << 62
	for i := range m.world.Ships {
		o := &m.world.Ships[i]
		dx, dy := o.X-m.world.Ships[slot].X, o.Y-m.world.Ships[slot].Y
		if d := int64(dx)*int64(dx) + int64(dy)*int64(dy); i != slot && o.State == game.Flying && d < best {
			x, y, best = dx, dy, d
		}
	}
	return x, y
}
