package game

import "testing"

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

func TestBoostCarriesAnIdleShipWhereItFaces(t *testing.T) {
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
