package game

import (
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

func TestShipsOnOneSpotComeApart(t *testing.T) {
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
func TestNoShipIsOverlookedInAHeap(t *testing.T) {
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
