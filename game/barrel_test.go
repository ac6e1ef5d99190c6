package game

import "testing"

// withBarrels returns a tiny World with a barrel at each place, at rest.
func withBarrels(t *testing.T, at ...Point) *tiny {
	m := newTiny(t)
	for i, p := range at {
		m.setup.Arena.Barrels = append(m.setup.Arena.Barrels, Point{p.X * One, p.Y * One})
		m.Barrels[i] = Barrel{X: p.X * One, Y: p.Y * One, HP: BarrelHP}
	}
	return m
}

func TestBarrelTakesThreeHits(t *testing.T) {
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

func TestBarrelComesBackWhereItBegan(t *testing.T) {
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
