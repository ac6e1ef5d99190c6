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

func TestItemIsTakenWhenTouchedAndThenGone(t *testing.T) {
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

func TestTheDeadTakeNothing(t *testing.T) {
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

func TestHPPowerUpIsLeftToShipsThatCanUseIt(t *testing.T) {
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

func TestShieldTakesThreeHits(t *testing.T) {
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

func TestDropThatIsNotTakenVanishes(t *testing.T) {
	m := newTiny(t)
	m.drop(&m.setup, Point{100 * One, 160 * One})
	if m.run(dropTime - 1); m.Items[0].Kind == NoItem {
		t.Error("it vanished too early")
	}
	if m.run(1); m.Items[0] != (Item{}) {
		t.Errorf("%+v is left, expected nothing", m.Items[0])
	}
}

func TestDropTakesThePlaceOfTheOldestWhereThereIsNoRoom(t *testing.T) {
	m := newTiny(t, "........", ".@......", "........", "....+...")
	for i := range MaxItems {
		m.drop(&m.setup, Point{int32(i) * One, 160 * One})
		m.run(1)
	}
	if m.Items[0].X != 36*One || m.Items[1].X != (MaxItems-1)*One || m.Items[2].X != One {
		t.Errorf("pad at %d, drops at %d and %d, expected the last in place of the first", m.Items[0].X, m.Items[1].X, m.Items[2].X)
	}
}
