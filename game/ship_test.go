package game

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
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

// checkHulls checks each tile that a hull covers.
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

// realArenas returns the built-in arenas.
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

func TestBumpExchangesVelocityHeadOn(t *testing.T) {
	m := newTiny(t)
	a, b := m.ship(0, 100, 160), m.ship(1, 112, 160)
	a.VX, b.VX = 640, -300
	a.Input, b.Input = Steer(Right), Steer(Left)
	m.run(1)
	if m.count(EventBump) != 1 || a.VX >= 0 || b.VX <= 0 {
		t.Errorf("%d bumps, speeds %d and %d, expected them to bounce", m.count(EventBump), a.VX, b.VX)
	}
}

func TestShipsThatPassDoNotBump(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).Input = Steer(Right)
	m.ship(1, 150, 171).Input = Steer(Left)
	if m.run(60); m.count(EventBump) > 0 {
		t.Errorf("%d bumps of ships 11 units apart", m.count(EventBump))
	}
}

func TestShipsThatPartDoNotBump(t *testing.T) {
	m := newTiny(t)
	a, b := m.ship(0, 100, 160), m.ship(1, 106, 160)
	a.VX, b.VX = -300, 300
	a.Input, b.Input = Steer(Left), Steer(Right)
	if m.run(1); m.count(EventBump) > 0 || a.VX >= 0 || b.VX <= 0 {
		t.Errorf("%d bumps, speeds %d and %d, expected them to go on", m.count(EventBump), a.VX, b.VX)
	}
}

func TestBumpConservesMomentum(t *testing.T) {
	arena := newTiny(t).setup.Arena
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawShip(t, "a", 240), drawShip(t, "b", 240)
		x, y := a.VX+b.VX, a.VY+b.VY
		energy := kinetic(&a) + kinetic(&b)
		bump(arena, &a, &b)
		if a.VX+b.VX != x || a.VY+b.VY != y {
			t.Errorf("momentum was (%d, %d), is (%d, %d)", x, y, a.VX+b.VX, a.VY+b.VY)
		}
		// A component rounds by less than 1, at speeds of up to 2*1086.
		if now := kinetic(&a) + kinetic(&b); now > energy+8*1086 || now < energy-8*1086 {
			t.Errorf("energy was %d, is %d", energy, now)
		}
	})
}

// drawShip returns a ship near (at, 160) that flies no faster than a ship can
// without its afterburner.
func drawShip(t *rapid.T, name string, at int32) Ship {
	return Ship{
		State: Flying,
		X:     at*One + rapid.Int32Range(-5*One, 5*One).Draw(t, name+".x"),
		Y:     160*One + rapid.Int32Range(-5*One, 5*One).Draw(t, name+".y"),
		VX:    rapid.Int32Range(-768, 768).Draw(t, name+".vx"),
		VY:    rapid.Int32Range(-768, 768).Draw(t, name+".vy"),
	}
}

func kinetic(ship *Ship) int32 { return ship.VX*ship.VX + ship.VY*ship.VY }

func TestShipsOnOneSpotSeparate(t *testing.T) {
	m := newTiny(t)
	a, b := m.ship(0, 100, 160), m.ship(1, 100, 160)
	if m.run(20); within(a.X-b.X, a.Y-b.Y, 2*HullHalf-One) {
		t.Errorf("they are at (%d, %d) and (%d, %d), expected them a hull apart", a.X, a.Y, b.X, b.Y)
	}
}

func TestBumpPushesNoShipIntoRock(t *testing.T) {
	m := newTiny(t)
	a, b := m.ship(0, 5, 160), m.ship(1, 5, 160)
	for range 60 {
		m.run(1)
		checkHulls(t, &m.setup, &m.World)
	}
	if within(a.X-b.X, a.Y-b.Y, 2*HullHalf-One) {
		t.Error("at the edge they stay on one spot, expected the free one to move off")
	}
}

// However a heap of ships is pushed about in a tick, a search for those
// around a place afterwards finds all that are there.
func TestAllShipsInAHeapBump(t *testing.T) {
	for at := int32(128); at < 160; at++ { // against the grid of the sectors
		for _, apart := range []int32{-One / 4, One / 4} {
			m := newTiny(t)
			for slot := range MaxShips {
				m.ship(slot, at, 160).X += int32(slot) * apart
			}
			near := m.shipSectors(m.manned())
			m.bumpShips(&m.setup, &near, nil)
			checkAround(t, &m.World, &near)
		}
	}
}

func checkAround(t *testing.T, w *World, near *sectors) {
	t.Helper()
	for slot := range w.Ships {
		ship := &w.Ships[slot]
		for _, from := range []int32{ship.X - ShipRadius - MaxReach, ship.X + ShipRadius + MaxReach} {
			if near.around(from, ship.Y)>>slot&1 == 0 {
				t.Errorf("ship %d at %d is overlooked from %d", slot, ship.X, from)
			}
		}
	}
}

func drawPath(t *rapid.T, side int32) path {
	return path{
		x:  rapid.Int32Range(0, side).Draw(t, "x"),
		y:  rapid.Int32Range(0, side).Draw(t, "y"),
		vx: rapid.Int32Range(-20*One, 20*One).Draw(t, "vx"),
		vy: rapid.Int32Range(-20*One, 20*One).Draw(t, "vy"),
	}
}

// A naive twin walks along the path in small steps.
func TestPathMeetsPointsWithinTheRadius(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPath(t, 64*One)
		x, y := rapid.Int32Range(0, 64*One).Draw(t, "to x"), rapid.Int32Range(0, 64*One).Draw(t, "to y")
		radius := rapid.Int32Range(0, 22*One).Draw(t, "radius")
		nearest, where := math.Inf(1), 0.0
		for k := range 4097 {
			along := float64(k) / 4096
			d := math.Hypot(float64(p.x-x)+float64(p.vx)*along, float64(p.y-y)+float64(p.vy)*along)
			if d < nearest {
				nearest, where = d, along
			}
		}
		at, ok := p.meets(x, y, radius)
		if math.Abs(nearest-float64(radius)) > 2 && ok != (nearest < float64(radius)) {
			t.Fatalf("%+v passes (%d, %d) at %.1f of radius %d: meets is %t", p, x, y, nearest, radius, ok)
		}
		if ok && math.Abs(float64(at)/One-where) > 0.02 {
			t.Fatalf("%+v is nearest to (%d, %d) at %.3f, got %d/256", p, x, y, where, at)
		}
	})
}

// The sectors may name too many, but never leave out one that a shot can hit.
func TestSectorsFindEachShip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SampledFrom([]int32{300, 2000}).Draw(t, "side") * One
		var w World
		for i := range w.Ships {
			w.Ships[i] = Ship{State: Flying,
				X: rapid.Int32Range(0, side).Draw(t, "ship x"), Y: rapid.Int32Range(0, side).Draw(t, "ship y")}
		}
		near := w.shipSectors(w.manned())
		for range 20 {
			p := drawPath(t, side)
			along := near.along(p)
			for i := range w.Ships {
				ship := &w.Ships[i]
				if !within(ship.X-p.x, ship.Y-p.y, 100*One) {
					continue
				}
				if _, ok := p.meets(ship.X, ship.Y, ShipRadius+MaxReach); ok && along>>i&1 == 0 {
					t.Fatalf("%+v meets ship %d at (%d, %d), which is overlooked", p, i, ship.X, ship.Y)
				}
			}
		}
	})
}

func TestPathEndsAtTheFirstRockOnIt(t *testing.T) {
	arena := newTiny(t, "......#........", ".@....#........", "......#........").setup.Arena
	for vx := int32(-20 * One); vx <= 20*One; vx += 37 {
		way, rock := arena.clip(path{x: 40 * One, y: 12 * One, vx: vx})
		if want := vx >= 8*One; rock != want {
			t.Errorf("by %d: rock %t, expected %t", vx, rock, want)
		}
		if end := way.x + way.vx; rock && (end < 48*One || end >= 52*One) || !rock && way.vx != vx {
			t.Errorf("by %d: it ends at %d, expected just within the rock at %d", vx, end, 48*One)
		}
	}
}

func TestACloakHidesAShipFromAfarUntilItFires(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 100, 160)
	m.ship(1, 300, 160)
	ship.Cloak = 100
	if !m.Hidden(&m.setup, 0, 1) || m.Hidden(&m.setup, 1, 0) || m.Hidden(&m.setup, 0, 0) {
		t.Error("expected the cloaked ship hidden only from the other")
	}
	m.Ships[1].X = 160 * One
	if m.Hidden(&m.setup, 0, 1) {
		t.Error("it is hidden from 60 units away")
	}
	m.Ships[1].X++
	if !m.Hidden(&m.setup, 0, 1) {
		t.Error("it is seen from more than 60 units away")
	}
	m.run(1, Order{Slot: 0, Input: Fire})
	if m.run(1, Order{Slot: 0}); m.Hidden(&m.setup, 0, 1) {
		t.Error("it fired, and is hidden")
	}
	if m.run(20); !m.Hidden(&m.setup, 0, 1) {
		t.Error("it is seen long after it fired")
	}
	if m.run(100); m.Hidden(&m.setup, 0, 1) || ship.Cloak != 0 {
		t.Errorf("cloak %d, expected it to have ended", ship.Cloak)
	}
}

func TestANebulaHidesShips(t *testing.T) {
	m := setUp(t, Setup{Mode: Teams}, "....................", ".@..~~~.............", "....~~~.............", "....................")
	in := m.ship(0, 44, 20)
	m.ship(1, 140, 20).Team = 2
	m.ship(2, 140, 20).Team = 1
	in.Team = 1
	if !m.Hidden(&m.setup, 0, 1) || m.Hidden(&m.setup, 0, 2) || m.Hidden(&m.setup, 1, 0) {
		t.Error("expected the ship in the nebula hidden from its foe alone")
	}
	m.Orb.Carrier = 1
	if m.Hidden(&m.setup, 0, 1) {
		t.Error("the carrier of the orb is hidden")
	}
}
