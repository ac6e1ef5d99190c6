package game

import (
	"math/bits"
	"testing"
)

func TestShotDoesNotHitItsOwner(t *testing.T) {
	for weapon := range testWeapons {
		m := newTiny(t)
		m.setup.FriendlyFire = true
		ship := m.ship(0, 100, 160)
		ship.Weapon, ship.Input = uint8(weapon), Steer(Right)|Fire|Special
		if m.run(100); m.count(EventShot) == 0 || m.count(EventHit) > 0 {
			t.Errorf("weapon %d: %d shots and %d hits, expected shots and no hit", weapon, m.count(EventShot), m.count(EventHit))
		}
	}
}

func TestShotDoesNotHitATeamMateUnlessFriendlyFire(t *testing.T) {
	for _, c := range []struct {
		mode     Mode
		friendly bool
		team     uint8
		hits     int
	}{
		{Teams, false, 1, 0},
		{Teams, true, 1, 1},
		{Teams, false, 2, 1},
		{Deathmatch, false, 0, 1},
	} {
		m := newTiny(t)
		m.setup.Mode, m.setup.FriendlyFire = c.mode, c.friendly
		m.ship(0, 100, 160).Team = min(c.team, 1)
		m.ship(1, 150, 160).Team = c.team
		m.run(1, Order{Slot: 0, Input: Fire})
		m.run(30, Order{Slot: 0})
		if m.count(EventHit) != c.hits {
			t.Errorf("%+v: %d hits", c, m.count(EventHit))
		}
	}
}

func TestShotHitsWithinTheRadiusOfAShip(t *testing.T) {
	for off, hits := range map[int32]int{0: 1, 6: 1, -6: 1, 7: 0, -7: 0} {
		m := newTiny(t)
		m.ship(0, 100, 160)
		m.ship(1, 150, 160+off)
		m.run(1, Order{Slot: 0, Input: Fire})
		if m.run(60, Order{Slot: 0}); m.count(EventHit) != hits {
			t.Errorf("%d units off its line: %d hits, expected %d", off, m.count(EventHit), hits)
		}
		if ended := m.Ships[0].Live == 0; ended != (hits == 1) {
			t.Errorf("%d units off its line: ended %t", off, ended)
		}
	}
}

// A rail flies 15 units a tick: wherever a ship stands on its way, some tick's
// segment meets it.
func TestFastShotDoesNotPassThroughAShip(t *testing.T) {
	for x := int32(112); x < 150; x++ {
		m := newTiny(t)
		m.ship(0, 100, 160).Weapon = rail
		m.ship(1, x, 165)
		m.run(8, Order{Slot: 0, Input: Fire})
		if m.Ships[1].HP != 2 {
			t.Errorf("a ship at %d has %d HP, expected 2", x, m.Ships[1].HP)
		}
	}
}

func TestShotStopsAtRock(t *testing.T) {
	for weapon := range uint8(mines) {
		for x := int32(8); x < 24; x++ { // the rock is one tile thick
			m := newTiny(t, "......#........", ".@....#........", "......#........")
			m.ship(0, x, 12).Weapon = weapon
			m.ship(1, 100, 12)
			m.run(20, Order{Slot: 0, Input: Fire}, Order{Slot: 1, Input: Steer(Left)})
			if m.count(EventSpark) == 0 || m.count(EventHit) > 0 {
				t.Errorf("weapon %d from %d: %d sparks, %d hits, expected the rock to stop it", weapon, x, m.count(EventSpark), m.count(EventHit))
			}
		}
	}
}

// In these two, the segment of the rail's second tick meets both.

func TestShotHitsTheShipThatItReachesFirst(t *testing.T) {
	for near := 1; near <= 2; near++ {
		m := newTiny(t)
		m.ship(0, 100, 160).Weapon = rail
		m.ship(3-near, 128, 160)
		m.ship(near, 122, 160)
		m.run(3, Order{Slot: 0, Input: Fire})
		if m.Ships[3-near].HP != 5 || m.Ships[near].HP != 2 {
			t.Errorf("the far ship has %d HP and the near one %d, expected 5 and 2", m.Ships[3-near].HP, m.Ships[near].HP)
		}
	}
}

func TestBarrelAndShipCoverWhatIsBehindThem(t *testing.T) {
	for _, c := range []struct {
		ship, barrel         int32
		shipHas, barrelKeeps uint8
	}{
		{128, 122, 5, 12},
		{122, 128, 2, 15},
	} {
		m := withBarrels(t, Point{c.barrel, 160})
		m.Barrels[0].HP = 15
		m.ship(0, 100, 160).Weapon = rail
		m.ship(1, c.ship, 160)
		m.run(3, Order{Slot: 0, Input: Fire})
		if m.Ships[1].HP != c.shipHas || m.Barrels[0].HP != c.barrelKeeps {
			t.Errorf("%+v: the ship has %d HP and the barrel %d", c, m.Ships[1].HP, m.Barrels[0].HP)
		}
	}
}

func TestFiveShotsInFlightAndNotMore(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 20, 160)
	ship.Input = Fire
	most := 0
	for range 75 {
		m.run(1)
		most = max(most, bits.OnesCount8(ship.Live))
	}
	if most != 5 || m.count(EventShot) != 5 {
		t.Errorf("%d shots, %d at once, expected 5", m.count(EventShot), most)
	}
	if m.run(20); m.count(EventShot) < 6 {
		t.Error("no sixth shot when the first had ended")
	}
}

func TestShotIsFreeAgainWhenItHits(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 100, 160)
	ship.Weapon, ship.Input = rail, Fire
	m.ship(1, 120, 160).HP = 255
	if m.run(121); m.count(EventShot) != 2 || m.count(EventHit) != 2 {
		t.Errorf("%d shots and %d hits in a cooldown and a tick, expected 2", m.count(EventShot), m.count(EventHit))
	}
}

func TestWeaponFiresOnceACooldown(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 20, 160).Input = Fire
	for tick := 1; tick <= 41; tick++ {
		m.run(1)
		if want := (tick-1)/10 + 1; m.count(EventShot) != want {
			t.Fatalf("tick %d: %d shots, expected %d", tick, m.count(EventShot), want)
		}
	}
}

// The wire tells where a shot is by its origin in whole units and its age.
func TestShotBeginsAtAWholeUnit(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 100, 160)
	ship.X, ship.Y, ship.Input = ship.X+200, ship.Y+255, Fire
	m.run(1)
	if shot := m.Shots[0][0]; shot.X-shot.VX != 100*One || shot.Y-shot.VY != 160*One {
		t.Errorf("shot %+v, expected its origin at (100, 160) units", shot)
	}
}

func TestShotsOfTheDeadFlyOn(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160)
	m.ship(1, 200, 160)
	m.run(5, Order{Slot: 0, Input: Fire})
	m.hit(0, 1, 5)
	if m.run(30); m.Ships[1].HP != 4 {
		t.Errorf("the killer has %d HP, expected 4", m.Ships[1].HP)
	}
}

func TestShotOfAPilotWhoLeavesIsGone(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160)
	m.ship(1, 200, 160)
	m.run(5, Order{Slot: 0, Input: Fire})
	m.run(30, Order{Kind: OrderLeave, Slot: 0}, Order{Kind: OrderJoin, Slot: 0})
	if m.Ships[1].HP != 5 || m.Ships[0].Live != 0 {
		t.Errorf("the foe has %d HP, expected 5 and no shot", m.Ships[1].HP)
	}
}
