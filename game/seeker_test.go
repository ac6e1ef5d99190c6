package game

import "testing"

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

func TestASeekerTurnsNinetyDegreesInASecondAndKeepsItsSpeed(t *testing.T) {
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

func TestASeekerIsKeptWhileNoFoeIsAhead(t *testing.T) {
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

func TestASeekerFliesOnStraightWhenItsPreyIsGone(t *testing.T) {
	m := newTiny(t)
	m.ship(0, 100, 160).Seekers = 2
	m.ship(1, 300, 200)
	m.run(1, Order{Slot: 0, Input: Fire})
	if m.run(1, Order{Kind: OrderLeave, Slot: 1}); m.Shots[0][0].Prey != 0 {
		t.Error("it waits for who takes the slot next")
	}
	vy := m.Shots[0][0].VY
	if m.run(20, Order{Slot: 0}); m.Shots[0][0].VY != vy {
		t.Error("it went on turning")
	}
	if mines := (&Ship{Weapon: mines}); mines.HasUse(&m.setup, SeekerItem) {
		t.Error("mines have use for seekers")
	}
}
