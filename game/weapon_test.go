package game

import "testing"

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
		t.Errorf("in its reach: %d HP, expected 3 and the mine gone", foe.HP)
	}
}
