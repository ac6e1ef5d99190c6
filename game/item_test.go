package game

import (
	"math/bits"
	"testing"
)

// taking returns a World in which the ship of slot 0 lies on an item.
func taking(t *testing.T, kind ItemKind) (*tiny, *Ship) {
	m := newTiny(t)
	m.Items[MaxItems-1] = Item{Kind: kind, X: 100 * One, Y: 160 * One, Timer: 100}
	return m, m.ship(0, 100, 160)
}

func TestTouchingAnItemPicksItUp(t *testing.T) {
	for kind := HPPlusOne; kind < ItemKinds; kind++ {
		m, _ := taking(t, kind)
		m.Items[MaxItems-1].X += 12 * One
		m.run(1)
		if m.count(EventPickup) != 1 || m.events.List[0].What != uint8(kind) || m.Items[MaxItems-1] != (Item{}) {
			t.Errorf("kind %d: %+v, expected one pick-up and nothing left", kind, m.events.List)
		}
		m, _ = taking(t, kind)
		m.Items[MaxItems-1].X += 12*One + 1
		if m.run(1); m.count(EventPickup) != 0 {
			t.Errorf("kind %d: taken from too far off", kind)
		}
	}
}

func TestDeadShipsPickUpNothing(t *testing.T) {
	m, ship := taking(t, OrbItem)
	m.ship(1, 300, 160).Live = 1
	m.Shots[1][0] = Shot{X: ship.X, Y: ship.Y, Left: 10}
	ship.HP = 1 // it dies in the tick in which it touches the orb
	if m.run(10); m.count(EventKill) != 1 || m.count(EventPickup) != 0 {
		t.Errorf("%d kills, %d pick-ups, expected 1 and none", m.count(EventKill), m.count(EventPickup))
	}
}

func TestHPPowerUpsHealUpToThreeMoreThanTheClass(t *testing.T) {
	for _, c := range []struct {
		kind      ItemKind
		from, has uint8
	}{
		{HPPlusOne, 2, 3},
		{HPPlusOne, 5, 6},
		{HPPlusThree, 1, 4},
		{HPPlusThree, 5, 8},
		{HPPlusThree, 7, 8},
	} {
		m, ship := taking(t, c.kind)
		ship.HP = c.from
		if m.run(1); ship.HP != c.has {
			t.Errorf("kind %d makes %d HP of %d, expected %d", c.kind, ship.HP, c.from, c.has)
		}
	}
}

func TestOnlyDamagedShipsPickUpHP(t *testing.T) {
	for _, kind := range []ItemKind{HPPlusOne, HPPlusThree} {
		m, ship := taking(t, kind)
		ship.HP = 8
		if m.run(1); m.count(EventPickup) != 0 || ship.HP != 8 || m.Items[MaxItems-1].Kind != kind {
			t.Errorf("kind %d: a ship of 8 HP took it and has %d", kind, ship.HP)
		}
		m.ship(1, 100, 165)
		if m.run(1); m.count(EventPickup) != 1 || m.Ships[1].HP <= 5 {
			t.Errorf("kind %d: %d pick-ups, the ship beside it has %d HP, expected it to take the item", kind, m.count(EventPickup), m.Ships[1].HP)
		}
	}
}

func TestAmmoIsOneMoreShotInFlightAndAtMostEight(t *testing.T) {
	m, ship := taking(t, AmmoPlusOne)
	for shots := 6; shots <= 10; shots++ {
		m.Items[MaxItems-1] = Item{Kind: AmmoPlusOne, X: ship.X, Y: ship.Y, Timer: 100}
		if m.run(1); ship.MaxShots(&m.setup) != min(shots, 8) {
			t.Errorf("%d shots, expected %d", ship.MaxShots(&m.setup), min(shots, 8))
		}
	}
	if ship.Extra != 3 {
		t.Errorf("%d extra shots, expected that those beyond eight do not count", ship.Extra)
	}
	ship.Extra, ship.Input = 1, Fire
	most := 0
	for range 80 {
		m.run(1)
		most = max(most, bits.OnesCount8(ship.Live))
	}
	if most != 6 {
		t.Errorf("%d shots fly at once, expected 6", most)
	}
}

func TestAmmoLoadsTheGunAtOnce(t *testing.T) {
	for weapon := range testWeapons {
		m, ship := taking(t, AmmoPlusOne)
		ship.Weapon, ship.Cooldown, ship.Input = uint8(weapon), 100, Fire
		if m.run(2); m.count(EventShot) != 1 {
			t.Errorf("weapon %d: %d shots, expected one in the tick after the pick-up", weapon, m.count(EventShot))
		}
	}
}

func TestShieldBlocksThreeHits(t *testing.T) {
	m, ship := taking(t, ShieldItem)
	m.run(1)
	for range 3 {
		m.hit(0, 1, 5)
	}
	if ship.HP != 5 || m.count(EventBlock) != 3 || ship.Shield != 0 {
		t.Errorf("after three: %d HP, %d blocks, shield %d, expected 5, 3 and 0", ship.HP, m.count(EventBlock), ship.Shield)
	}
	if m.hit(0, 1, 1); ship.HP != 4 {
		t.Errorf("after the fourth: %d HP, expected 4", ship.HP)
	}
}

func TestShieldLastsTenSeconds(t *testing.T) {
	m, ship := taking(t, ShieldItem)
	m.run(10 * TickRate)
	if m.hit(0, 1, 1); ship.HP != 5 {
		t.Errorf("in its last tick: %d HP, expected 5", ship.HP)
	}
	m.run(1)
	if m.hit(0, 1, 1); ship.HP != 4 || ship.Hits != 0 {
		t.Errorf("after it: %d HP, expected 4", ship.HP)
	}
}

func TestOverdriveFiresTwiceAsFastForEightSeconds(t *testing.T) {
	m, ship := taking(t, OverdriveItem)
	m.run(1)
	ship.Weapon, ship.Input = rail, Fire // a shot every 120 ticks, gone after 48
	if m.run(8 * TickRate); m.count(EventShot) != 8 {
		t.Errorf("%d shots in 8 s, expected 8", m.count(EventShot))
	}
	if m.run(8 * TickRate); m.count(EventShot) != 8+4 {
		t.Errorf("%d shots in the next 8 s, expected 4", m.count(EventShot)-8)
	}
}

func TestOrbIsAPointForShipAndTeam(t *testing.T) {
	m, ship := taking(t, OrbItem)
	m.setup.Mode, ship.Team = Teams, 2
	if m.run(1); ship.Score != 1 || m.TeamScores[2] != 1 {
		t.Errorf("%d points for the ship and %d for the team, expected 1", ship.Score, m.TeamScores[2])
	}
}

func TestPadsFillOnATimer(t *testing.T) {
	m := newTiny(t, "........", ".@......", "........", "....+...", "......+.")
	m.run(padSpread)
	for i := range 2 {
		if kind := m.Items[i].Kind; kind == NoItem || kind == OrbItem {
			t.Errorf("pad %d holds %d after %d ticks, expected a power-up", i, kind, padSpread)
		}
	}
	ship := m.ship(0, 36, 28)
	m.run(1)
	*ship = Ship{}
	if m.count(EventPickup) != 1 || m.Items[0].Kind != NoItem {
		t.Fatal("the first pad was not taken")
	}
	if m.run(padDelay - 1); m.Items[0].Kind != NoItem {
		t.Error("it filled too early")
	}
	if m.run(1); m.Items[0].Kind == NoItem || m.Items[0].X != 36*One {
		t.Errorf("after %d ticks it holds nothing", padDelay)
	}
}

func TestPadsDoNotFillAllAtOnce(t *testing.T) {
	m := newTiny(t, "...+.+.+", ".@.", "...")
	if a, b, c := m.Items[0].Timer, m.Items[1].Timer, m.Items[2].Timer; a == b && b == c {
		t.Errorf("all fill after %d ticks", a)
	}
}

func TestDropsVanish(t *testing.T) {
	m := newTiny(t)
	m.drop(&m.setup, Point{100 * One, 160 * One})
	if m.run(dropTime - 1); m.Items[0].Kind == NoItem {
		t.Error("it vanished too early")
	}
	if m.run(1); m.Items[0] != (Item{}) {
		t.Errorf("%+v is left, expected nothing", m.Items[0])
	}
}

func TestWithoutRoomADropReplacesTheOldest(t *testing.T) {
	m := newTiny(t, "........", ".@......", "........", "....+...")
	for i := range MaxItems {
		m.drop(&m.setup, Point{int32(i) * One, 160 * One})
		m.run(1)
	}
	if m.Items[0].X != 36*One || m.Items[1].X != (MaxItems-1)*One || m.Items[2].X != One {
		t.Errorf("pad at %d, drops at %d and %d, expected the last in place of the first", m.Items[0].X, m.Items[1].X, m.Items[2].X)
	}
}

// withBarrels returns a tiny World with a barrel at each place, at rest.
func withBarrels(t *testing.T, at ...Point) *tiny {
	m := newTiny(t)
	for i, p := range at {
		m.setup.Arena.Barrels = append(m.setup.Arena.Barrels, Point{p.X * One, p.Y * One})
		m.Barrels[i] = Barrel{X: p.X * One, Y: p.Y * One, HP: BarrelHP}
	}
	return m
}

func TestThirdHitExplodesABarrel(t *testing.T) {
	m := withBarrels(t, Point{150, 160})
	m.ship(0, 100, 160).Input = Fire
	for m.count(EventShot) < 3 {
		m.run(1)
	}
	m.Ships[0].Input = 0
	m.run(5)
	if m.Barrels[0].HP != 1 {
		t.Errorf("two hits leave %d HP, expected 1", m.Barrels[0].HP)
	}
	if m.run(20); m.Barrels[0].HP != 0 || m.count(EventBlast) != 1 || m.Ships[0].Score != 1 {
		t.Errorf("the third leaves %d HP, %d blasts, %d points, expected 0, 1 and 1", m.Barrels[0].HP, m.count(EventBlast), m.Ships[0].Score)
	}
}

func TestBlastHurtsWithinFortyUnits(t *testing.T) {
	m := withBarrels(t, Point{200, 160})
	m.ship(0, 100, 160)
	near, far := m.ship(1, 240, 160), m.ship(2, 159, 160)
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if near.HP != 3 || far.HP != 5 {
		t.Errorf("40 units off: %d HP, 41 units off: %d, expected 3 and 5", near.HP, far.HP)
	}
}

func TestBlastHurtsTheShooterAndSparesTheTeam(t *testing.T) {
	m := withBarrels(t, Point{200, 160})
	m.setup.Mode = Teams
	m.ship(0, 190, 160).Team = 1
	m.ship(1, 210, 160).Team = 1
	m.ship(2, 200, 150).Team = 2
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if m.Ships[0].HP != 3 || m.Ships[1].HP != 5 || m.Ships[2].HP != 3 {
		t.Errorf("shooter %d HP, team-mate %d, foe %d, expected 3, 5 and 3", m.Ships[0].HP, m.Ships[1].HP, m.Ships[2].HP)
	}
}

func TestKillByABlastIsTheShooters(t *testing.T) {
	m := withBarrels(t, Point{200, 160})
	m.ship(0, 100, 160)
	m.ship(1, 210, 160).HP = 2
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if m.Ships[1].State != Dead || m.Ships[0].Score != 11 {
		t.Errorf("the shooter has %d points, expected 11 for kill and barrel", m.Ships[0].Score)
	}
}

func TestBlowingOneselfUpCostsFive(t *testing.T) {
	m := withBarrels(t, Point{200, 160})
	m.ship(0, 190, 160).HP = 2
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if m.Ships[0].State != Dead || m.Ships[0].Score != barrelScore-5 {
		t.Errorf("%d points, expected %d", m.Ships[0].Score, barrelScore-5)
	}
}

func TestBarrelsExplodeInAChain(t *testing.T) {
	m := withBarrels(t, Point{100, 160}, Point{135, 160}, Point{170, 160}, Point{205, 160}, Point{250, 160})
	for i := 1; i < 5; i++ {
		m.Barrels[i].HP = 2
	}
	m.ship(0, 400, 160)
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if m.count(EventBlast) != 4 || m.Ships[0].Score != 4 || m.Barrels[4].HP != 2 {
		t.Errorf("%d blasts, %d points, the one out of reach has %d HP, expected 4, 4 and 2", m.count(EventBlast), m.Ships[0].Score, m.Barrels[4].HP)
	}
}

func TestChainKillsAShipOnce(t *testing.T) {
	m := withBarrels(t, Point{100, 160}, Point{120, 160})
	m.Barrels[1].HP = 1
	m.ship(0, 400, 160)
	m.ship(1, 110, 160).HP = 1
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if m.count(EventBlast) != 2 || m.Ships[1].Deaths != 1 || m.Ships[0].Kills != 1 {
		t.Errorf("%d blasts, %d deaths, %d kills, expected 2, 1 and 1", m.count(EventBlast), m.Ships[1].Deaths, m.Ships[0].Kills)
	}
}

func TestBlastWeakensTheNextBarrel(t *testing.T) {
	m := withBarrels(t, Point{100, 160}, Point{135, 160})
	m.ship(0, 400, 160)
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if m.Barrels[1].HP != BarrelHP-BlastDamage {
		t.Errorf("the next barrel has %d HP, expected %d", m.Barrels[1].HP, BarrelHP-BlastDamage)
	}
}

func TestBarrelLeavesAnOrbOrAPowerUp(t *testing.T) {
	orbs, powerUps := 0, 0
	for seed := range uint64(100) {
		m := withBarrels(t, Point{200, 160})
		m.ship(0, 100, 160)
		m.Rand = Chance(seed<<32 | 1)
		m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
		switch item := m.Items[0]; {
		case item.X != 200*One || item.Y != 160*One:
			t.Fatalf("it left %+v, expected an item where it was", item)
		case item.Kind == OrbItem:
			orbs++
		case item.Kind != NoItem && item.Kind < ItemKinds:
			powerUps++
		}
	}
	if orbs < 40 || powerUps < 20 || orbs+powerUps != 100 {
		t.Errorf("%d orbs and %d power-ups of 100, expected more orbs", orbs, powerUps)
	}
}

func TestANewBarrelAppearsAtItsTile(t *testing.T) {
	m := withBarrels(t, Point{200, 160})
	m.ship(0, 20, 300)
	m.Barrels[0].X += 50 * One
	m.hitBarrel(&m.setup, 0, 0, 3, &m.events)
	if m.run(barrelDelay - 1); m.Barrels[0].HP != 0 {
		t.Error("it came back too early")
	}
	if m.run(1); m.Barrels[0].HP != BarrelHP || m.Barrels[0].X != 200*One {
		t.Errorf("%+v, expected it whole at its place", m.Barrels[0])
	}
}

func TestBarrelDriftsAndTurnsRoundAtRock(t *testing.T) {
	for _, v := range []Point{{barrelSpeed, 0}, {-barrelSpeed, 0}, {0, barrelSpeed}, {0, -barrelSpeed}} {
		m := newTiny(t, "..........", ".@........", "..........", "....o.....", "..........")
		b := &m.Barrels[0]
		b.VX, b.VY = v.X, v.Y
		turned := false
		for range 20 * TickRate {
			m.run(1)
			turned = turned || b.VX == -v.X && b.VY == -v.Y
			for _, side := range []int32{-barrelHalf, barrelHalf - 1} {
				if m.setup.Arena.Solid(b.X+side, b.Y) || m.setup.Arena.Solid(b.X, b.Y+side) {
					t.Fatalf("it is at (%d, %d), expected its sides within the arena", b.X, b.Y)
				}
			}
		}
		if !turned {
			t.Errorf("it drifted off by %v and did not turn round", v)
		}
	}
}
