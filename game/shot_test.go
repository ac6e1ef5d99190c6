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

// A rail flies 15 units a tick: wherever a ship is on its path, some tick's
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

func TestBarrelsAndShipsStopShots(t *testing.T) {
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

// The wire has a shot's origin in whole units and its age.
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

func TestLeavingRemovesTheShots(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160)
	m.ship(1, 200, 160)
	m.run(5, Order{Slot: 0, Input: Fire})
	m.run(30, Order{Kind: OrderLeave, Slot: 0}, Order{Kind: OrderJoin, Slot: 0})
	if m.Ships[1].HP != 5 || m.Ships[0].Live != 0 {
		t.Errorf("the foe has %d HP, expected 5 and no shot", m.Ships[1].HP)
	}
}

func TestSpreadFiresAFanOfThree(t *testing.T) {
	for course := Up; course < Courses; course++ {
		m := newTiny(t)
		m.ship(0, 240, 160).Weapon = spread
		m.run(1, Order{Slot: 0, Input: Steer(course) | Fire})
		if m.Ships[0].Live != 0b111 {
			t.Fatalf("course %d: shots %03b fly, expected three", course, m.Ships[0].Live)
		}
		straight, left, right := m.Shots[0][0], m.Shots[0][1], m.Shots[0][2]
		for _, shot := range []Shot{left, right} {
			if speed2 := shot.VX*shot.VX + shot.VY*shot.VY; speed2 < 1240*1240 || speed2 > 1290*1290 {
				t.Errorf("course %d: an outer shot's velocity is (%d, %d), expected about 1280", course, shot.VX, shot.VY)
			}
		}
		if turn := straight.VX*left.VY - straight.VY*left.VX; turn >= 0 {
			t.Errorf("course %d: the second shot does not go to the left", course)
		}
		if turn := straight.VX*right.VY - straight.VY*right.VX; turn <= 0 {
			t.Errorf("course %d: the third shot does not go to the right", course)
		}
	}
}

func TestSpreadWaitsUntilAWholeFanIsFree(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 240, 160)
	ship.Weapon, ship.Live, ship.Input = spread, 0b11110000, Fire
	for k := 4; k < 8; k++ {
		m.Shots[0][k] = Shot{X: 20 * One, Y: 20 * One, Left: 100}
	}
	if m.run(20); m.count(EventShot) > 0 {
		t.Error("it fired with two of six free")
	}
	m.Shots[0][4].Left = 1
	if m.run(2); m.count(EventShot) != 1 {
		t.Error("it did not fire with three of six free")
	}
}

func TestMineStaysTwentySeconds(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).Weapon = mines
	m.run(1, Order{Slot: 0, Input: Fire})
	m.run(20*TickRate-2, Order{Slot: 0, Input: Steer(Up)})
	if shot := m.Shots[0][0]; m.Ships[0].Live != 1 || shot.X != 100*One || shot.Y != 160*One {
		t.Errorf("a tick before 20 s: shot %+v, expected it where it was dropped", shot)
	}
	if m.run(1); m.Ships[0].Live != 0 {
		t.Error("it is still there after 20 s")
	}
}

func TestMineIsSetOffInItsReach(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).Weapon = mines
	m.run(1, Order{Slot: 0, Input: Fire})
	m.ship(0, 300, 160)
	m.Ships[0].Live = 1
	foe := m.ship(1, 100, 160+6+16+1)
	if m.run(60); foe.HP != 5 {
		t.Errorf("a unit beyond its reach: %d HP, expected 5", foe.HP)
	}
	foe.Y -= One
	if m.run(1); foe.HP != 3 || m.Ships[0].Live != 0 {
		t.Errorf("in its reach: %d HP, expected 3 and the mine removed", foe.HP)
	}
}

func TestTwoShotsTurnAfterTheFoeThatIsAhead(t *testing.T) {
	m, ship := taking(t, SeekerItem)
	if m.run(1); ship.Seekers != 2 {
		t.Fatalf("%d seekers, expected 2", ship.Seekers)
	}
	m.ship(1, 300, 200) // 11 degrees off, which a straight shot misses
	m.ship(2, 100, 20)  // behind
	for shot := range 3 {
		m.Ships[1].HP = 5
		m.run(1, Order{Slot: 0, Input: Fire})
		m.run(80, Order{Slot: 0})
		if hit := m.Ships[1].HP == 4; hit != (shot < 2) || m.Ships[2].HP != 5 {
			t.Errorf("shot %d hit: %t, %d seekers left", shot, hit, ship.Seekers)
		}
	}
}

func TestASeekerTurnsNinetyDegreesInASecond(t *testing.T) {
	m := newTiny(t)
	m.ship(1, 100, 20000) // straight below, and too far away to reach
	shot := Shot{X: 100 * One, Y: 0, VX: 1536, Prey: 2}
	for range 59 {
		m.turn(&shot)
	}
	if shot.VX < 20 || shot.VX > 80 {
		t.Errorf("after 59 ticks it flies %d, %d, expected nearly down", shot.VX, shot.VY)
	}
	if v := distance(shot.VX, shot.VY); v < 1520 || v > 1550 {
		t.Errorf("it has a speed of %d, expected 1536", v)
	}
	m.turn(&shot)
	for range 60 {
		m.turn(&shot)
	}
	if shot.VX < -45 || shot.VX > 45 {
		t.Errorf("it flies %d, %d, expected straight down", shot.VX, shot.VY)
	}
}

func TestASeekerIsNotUsedWithoutAFoeAhead(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).Seekers = 2
	m.ship(1, 60, 160)
	if m.run(1, Order{Slot: 0, Input: Fire}); m.Ships[0].Seekers != 2 || m.Shots[0][0].Prey != 0 {
		t.Errorf("%d seekers, prey %d, expected 2 and none", m.Ships[0].Seekers, m.Shots[0][0].Prey)
	}
	m.run(60, Order{Slot: 0})
	m.ship(1, 200, 160).Cloak = 100
	if m.run(1, Order{Slot: 0, Input: Fire}); m.Ships[0].Seekers != 2 {
		t.Error("it turned after a ship that is hidden")
	}
}

func TestASeekerWithoutPreyFliesStraight(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).Seekers = 2
	m.ship(1, 300, 200)
	m.run(1, Order{Slot: 0, Input: Fire})
	if m.run(1, Order{Kind: OrderLeave, Slot: 1}); m.Shots[0][0].Prey != 0 {
		t.Error("it waits for the next pilot in the slot")
	}
	vy := m.Shots[0][0].VY
	if m.run(20, Order{Slot: 0}); m.Shots[0][0].VY != vy {
		t.Error("it continued to turn")
	}
	if mines := (&Ship{Weapon: mines}); mines.HasUse(&m.setup, SeekerItem) {
		t.Error("mines have use for seekers")
	}
}

func TestAShockwaveRemovesNearShotsOfOthers(t *testing.T) {
	m, ship := taking(t, ShockItem)
	m.ship(1, 400, 300).Live = 7
	for k, x := range []int32{180, 181, 30} {
		m.Shots[1][k] = Shot{X: x * One, Y: 160 * One, Weapon: mines, Left: 900}
	}
	ship.Live = 1
	m.Shots[0][0] = Shot{X: 110 * One, Y: 160 * One, Weapon: mines, Left: 900}
	if m.run(1); m.Ships[1].Live != 2 || m.Shots[1][0] != (Shot{}) || m.Shots[1][2] != (Shot{}) || ship.Live != 1 {
		t.Errorf("live are %b and %b, expected 10 and 1", m.Ships[1].Live, ship.Live)
	}
	if m.count(EventShock) != 1 || m.count(EventHit) > 0 {
		t.Errorf("%d shockwaves and %d hits, expected one and none", m.count(EventShock), m.count(EventHit))
	}
}
