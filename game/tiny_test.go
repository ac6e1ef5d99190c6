package game

import (
	"strings"
	"testing"
)

// tiny is a World small enough to think through, with the Setup it is played
// with and all that happened in it.
type tiny struct {
	World
	setup  Setup
	events Events
}

// The tables of the tests: what is balanced in assets does not change them.
const (
	cannon = 0
	spread = 1
	rail   = 2
	mines  = 3
)

var (
	testClasses = []Class{
		{Name: "even", HP: 5, TopSpeed: 640, Thrust: 64, Brake: 40},
		{Name: "sharp", HP: 3, TopSpeed: 768, Thrust: 80, Brake: 60},
		{Name: "heavy", HP: 8, TopSpeed: 469, Thrust: 9, Brake: 6},
	}
	testWeapons = []Weapon{
		cannon: {Shots: 5, Fan: 1, Speed: 1536, Damage: 1, Cooldown: 10, Life: 84},
		spread: {Shots: 6, Fan: 3, Speed: 1280, Damage: 1, Cooldown: 30, Life: 26},
		rail:   {Shots: 1, Fan: 1, Speed: 3840, Damage: 3, Cooldown: 120, Life: 48},
		mines:  {Shots: 5, Fan: 1, Damage: 2, Cooldown: 30, Life: 20 * TickRate, Reach: 16 * One},
	}
)

// newTiny returns a World in play in the arena of these rows, or in an open
// one of 480x320 units with a spawn in a corner, and no ships in it.
func newTiny(t testing.TB, rows ...string) *tiny {
	t.Helper()
	if len(rows) == 0 {
		rows = []string{strings.Repeat(".", 60), ".@", strings.Repeat(".\n", 38)}
		rows[2] = rows[2][:len(rows[2])-1]
	}
	return setUp(t, Setup{}, rows...)
}

// setUp is newTiny with a Setup, of which it fills in the tables and the arena.
func setUp(t testing.TB, s Setup, rows ...string) *tiny {
	t.Helper()
	arena, err := ParseArena("tiny", strings.Join(rows, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	s.Arena, s.Classes, s.Weapons = arena, testClasses, testWeapons
	return &tiny{World: NewWorld(&s, 1), setup: s}
}

// ship puts a ship of the first class into space at (x, y), in units.
func (m *tiny) ship(slot int, x, y int32) *Ship {
	m.Ships[slot] = Ship{State: Flying, X: x * One, Y: y * One, HP: 5, Facing: Right}
	return &m.Ships[slot]
}

// run moves the World on by some ticks; the orders hold in the first.
func (m *tiny) run(ticks int, orders ...Order) {
	for range ticks {
		m.Step(&m.setup, orders, &m.events)
		orders = nil
	}
}

// hit lets a shot of the slot by take HP from the victim.
func (m *tiny) hit(victim, by int, damage uint8) {
	m.hurt(&m.setup, victim, by, cannon, damage, Point{}, &m.events)
}

// count returns how often something happened.
func (m *tiny) count(kind EventKind) (n int) {
	for _, ev := range m.events.List {
		if ev.Kind == kind {
			n++
		}
	}
	return n
}
