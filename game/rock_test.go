package game

import (
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

func TestShipSlidesAlongRock(t *testing.T) {
	m := newTiny(t, // rock begins at x = 40
		".....##...",
		".@...##...",
		".....##...",
		".....##...",
		".....##...",
		".....##...",
		".....##...")
	ship := m.ship(0, 20, 12)
	ship.Input = Steer(DownRight)
	m.run(12)
	if ship.X != 40*One-1-HullHalf || ship.VX != 0 {
		t.Errorf("x %d at speed %d, expected its side at the rock and no speed", ship.X, ship.VX)
	}
	y := ship.Y
	if m.run(1); ship.VY != 640*diagonal/One || ship.Y != y+ship.VY {
		t.Errorf("y moved by %d at speed %d, expected it to slide", ship.Y-y, ship.VY)
	}
}

func TestShipStopsAtTheEdgeOfTheArena(t *testing.T) {
	for course, want := range map[Course]Point{
		Up:    {240 * One, HullHalf},
		Down:  {240 * One, 320*One - 1 - HullHalf},
		Left:  {HullHalf, 160 * One},
		Right: {480*One - 1 - HullHalf, 160 * One},
	} {
		m := newTiny(t)
		ship := m.ship(0, 240, 160)
		ship.Input = Steer(course)
		if m.run(200); (Point{ship.X, ship.Y}) != want {
			t.Errorf("course %d ends at (%d, %d), expected %v", course, ship.X, ship.Y, want)
		}
	}
}

func TestShipFliesThroughAGapOfTwoTiles(t *testing.T) {
	m := newTiny(t,
		"...#......",
		".@.#......",
		"..........",
		"..........",
		"...#......")
	ship := m.ship(0, 12, 24)
	ship.Input = Steer(Right)
	if m.run(30); ship.X < 50*One {
		t.Errorf("x %d, expected it beyond the gap", ship.X)
	}
}

// Whatever the pilots do, no hull ever lies in rock or outside.
func TestHullsNeverOverlapRock(t *testing.T) {
	arenas := realArenas(t)
	rapid.Check(t, func(t *rapid.T) {
		s := &Setup{
			Arena:   arenas[rapid.IntRange(0, len(arenas)-1).Draw(t, "arena")],
			Classes: testClasses, Weapons: testWeapons,
		}
		w := NewWorld(s, rapid.Uint64().Draw(t, "seed"))
		var orders []Order
		for slot := range uint8(8) {
			orders = append(orders, Order{Kind: OrderJoin, Slot: slot, Class: slot % 3, Weapon: slot % 4})
		}
		w.Step(s, orders, nil)
		crowd(t, s, &w)
		for range 20 {
			orders = orders[:0]
			for slot := range uint8(8) {
				orders = append(orders, Order{Slot: slot, Input: drawInput(t)})
			}
			for range 20 {
				w.Step(s, orders, nil)
				checkHulls(t, s, &w)
			}
		}
	})
}

// crowd puts the ships of half the worlds together, where they bump.
func crowd(t *rapid.T, s *Setup, w *World) {
	if !rapid.Bool().Draw(t, "together") {
		return
	}
	at := s.Arena.Spawns[rapid.IntRange(0, len(s.Arena.Spawns)-1).Draw(t, "spawn")]
	for slot := range 8 {
		w.Ships[slot].X, w.Ships[slot].Y = at.X, at.Y
	}
}

func drawInput(t *rapid.T) Input {
	buttons := rapid.SampledFrom([]Input{0, Fire, Special, Fire | Special}).Draw(t, "buttons")
	return Steer(Course(rapid.IntRange(0, Courses-1).Draw(t, "course"))) | buttons
}

// checkHulls looks at every tile that a hull covers.
func checkHulls(t rapid.TB, s *Setup, w *World) {
	for slot := range w.Ships {
		ship := &w.Ships[slot]
		if ship.State != Flying {
			continue
		}
		for y := (ship.Y - HullHalf) >> tileShift; y <= (ship.Y+HullHalf)>>tileShift; y++ {
			for x := (ship.X - HullHalf) >> tileShift; x <= (ship.X+HullHalf)>>tileShift; x++ {
				if s.Arena.Solid(x<<tileShift, y<<tileShift) {
					t.Fatalf("tick %d: ship %d at (%d, %d) overlaps the rock of tile (%d, %d)", w.Tick, slot, ship.X, ship.Y, x, y)
				}
			}
		}
	}
}

// realArenas returns the arenas that the game comes with.
func realArenas(t *testing.T) (arenas []*Arena) {
	t.Helper()
	files, err := filepath.Glob("../assets/arenas/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no arenas: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		arena, err := ParseArena(file, string(text))
		if err != nil {
			t.Fatal(err)
		}
		arenas = append(arenas, arena)
	}
	return arenas
}
