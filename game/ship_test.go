package game

import (
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

func TestShipReachesItsTopSpeedAndNotMore(t *testing.T) {
	for course := Up; course < Courses; course++ {
		m := newTiny(t)
		ship := m.ship(0, 240, 160)
		ship.Input = Steer(course)
		top := int64(m.setup.Classes[0].TopSpeed)
		for range 40 {
			m.run(1)
			if vx, vy := int64(ship.VX), int64(ship.VY); vx*vx+vy*vy > top*top {
				t.Fatalf("course %d: speed (%d, %d), expected at most %d", course, vx, vy, top)
			}
		}
		x, y := course.Vector()
		if vx, vy := x*640/One, y*640/One; ship.VX != vx || ship.VY != vy {
			t.Errorf("course %d: velocity (%d, %d), expected (%d, %d)", course, ship.VX, ship.VY, vx, vy)
		}
	}
}

func TestShipGainsItsThrustEachTick(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	ship.Input = Steer(Left)
	for tick := int32(1); tick <= 10; tick++ {
		if m.run(1); ship.VX != -64*tick {
			t.Errorf("tick %d: speed %d, expected %d", tick, ship.VX, -64*tick)
		}
	}
	if moved := ship.X - 240*One; moved != -64*55 {
		t.Errorf("it moved by %d, expected the sum of its speeds, %d", moved, -64*55)
	}
}

func TestShipDriftsThroughATurn(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	ship.Input = Steer(Right)
	m.run(20)
	ship.Input = Steer(Up)
	m.run(5)
	if ship.VX != 640-5*64 || ship.VY != -5*64 {
		t.Errorf("half way through a turn: velocity (%d, %d), expected (320, -320)", ship.VX, ship.VY)
	}
	m.run(5)
	if ship.VX != 0 || ship.VY != -640 {
		t.Errorf("after the turn: velocity (%d, %d), expected (0, -640)", ship.VX, ship.VY)
	}
}

func TestIdleBrakes(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	ship.VX, ship.VY = 400, -100
	m.run(4)
	if ship.VX != 240 || ship.VY != 0 {
		t.Errorf("after 4 ticks: velocity (%d, %d), expected (240, 0)", ship.VX, ship.VY)
	}
	m.run(6)
	if ship.VX != 0 {
		t.Errorf("after 10 ticks: speed %d, expected rest", ship.VX)
	}
}

func TestShipFacesItsLastCourseThatWasNotIdle(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	ship.Input = Steer(DownLeft)
	m.run(1)
	ship.Input = Steer(Idle)
	if m.run(30); ship.Facing != DownLeft {
		t.Errorf("it faces %d, expected %d", ship.Facing, DownLeft)
	}
}

func TestInputIsHeldUntilTheNext(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	m.run(30, Order{Kind: OrderInput, Slot: 0, Input: Steer(Right)})
	if ship.VX != 640 {
		t.Errorf("30 ticks after one order: speed %d, expected 640", ship.VX)
	}
}

func TestBoostFliesAtNineFifthsOfTheTopSpeed(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 100, 160)
	ship.Input = Steer(Right) | Special
	if m.run(10); ship.VX != 640*9/5 {
		t.Errorf("in the burn: speed %d, expected %d", ship.VX, 640*9/5)
	}
	if m.run(40); ship.VX != 640 {
		t.Errorf("after the burn: speed %d, expected 640", ship.VX)
	}
}

func TestBoostBurnsHalfASecondAndRechargesForThree(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	ship.Input = Special
	burning := 0
	for range 210 {
		if m.run(1); ship.Boosting() {
			burning++
		}
	}
	if burning != 30 || m.count(EventBoost) != 1 {
		t.Errorf("in 3.5 s: %d ticks of %d burns, expected 30 of 1", burning, m.count(EventBoost))
	}
	if m.run(1); m.count(EventBoost) != 2 || ship.BoostReady() != 0 {
		t.Errorf("then: %d burns, %d%% ready, expected the second to begin", m.count(EventBoost), ship.BoostReady())
	}
	ship.Input = Steer(Idle)
	if m.run(120); ship.BoostReady() != 50 {
		t.Errorf("1.5 s after the burn it is %d%% ready, expected 50", ship.BoostReady())
	}
}

func TestBoostMovesAnIdleShipAhead(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	ship.Facing, ship.Input = Up, Special
	m.run(10)
	if ship.VX != 0 || ship.VY != -640*9/5 {
		t.Errorf("velocity (%d, %d), expected (0, %d)", ship.VX, ship.VY, -640*9/5)
	}
}

func TestClassAndWeaponChangeAtTheNextSpawn(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	m.run(60, Order{Kind: OrderChoose, Slot: 0, Class: 2, Weapon: rail})
	if ship.Class != 0 || ship.Weapon != cannon || ship.HP != 5 {
		t.Errorf("before: class %d, weapon %d, %d HP, expected the old ones", ship.Class, ship.Weapon, ship.HP)
	}
	m.hit(0, 0, 5)
	m.run(respawnTime)
	if ship.State != Flying || ship.Class != 2 || ship.Weapon != rail || ship.HP != 8 {
		t.Errorf("after: class %d, weapon %d, %d HP, expected 2, %d and 8", ship.Class, ship.Weapon, ship.HP, rail)
	}
}

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

// With any input no hull ever lies in rock or outside.
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
