package game

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

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
		t.Error("expected the cloaked ship hidden from the other, and from nobody else")
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
