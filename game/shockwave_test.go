package game

import "testing"

func TestAShockwaveClearsTheShotsOfOthersThatAreNear(t *testing.T) {
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
