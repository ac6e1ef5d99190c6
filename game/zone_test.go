package game

import (
	"strings"
	"testing"
)

// outside returns a round in which slot 0 is outside of a zone that the others are in.
func outside(t *testing.T) *tiny {
	m := round(t, Setup{}, 3)
	m.Zone = Zone{X: 400 * One, Y: 160 * One, Radius: 60 * One, Wait: 9999, Step: 2}
	m.Ships[0].X, m.Ships[0].Y = 100*One, 160*One
	m.Ships[1].X, m.Ships[1].Y = 400*One, 160*One
	m.Ships[2].X, m.Ships[2].Y = 420*One, 190*One
	return m
}

func TestNothingProtectsOutsideTheZone(t *testing.T) {
	m := outside(t)
	m.Ships[0].Protect, m.Ships[0].Shield, m.Ships[0].Hits = 200, 9999, 3
	m.run(int(zoneSteps[2].pace) * 3)
	if ship := &m.Ships[0]; ship.HP != 2 || ship.Hits != 3 {
		t.Errorf("HP %d, %d hits left of the shield, expected 2 and 3", ship.HP, ship.Hits)
	}
	if m.Ships[1].HP != 5 || m.Ships[2].HP != 5 {
		t.Errorf("inside: HP %d and %d, expected 5", m.Ships[1].HP, m.Ships[2].HP)
	}
	m.run(int(zoneSteps[2].pace) * 2)
	kill := m.events.List[len(m.events.List)-1]
	if m.Ships[0].State != Dead || m.Ships[0].Lives != 2 || kill.Kind != EventKill || kill.What != ZoneWeapon {
		t.Errorf("state %d, %d lives, %+v, expected a life lost to the zone", m.Ships[0].State, m.Ships[0].Lives, kill)
	}
}

func TestTheZoneClosesFasterAndFasterToNothing(t *testing.T) {
	for seed := range uint64(8) {
		m := round(t, Setup{}, 2)
		m.Rand = NewChance(seed)
		closed, pace := 0, Tick(1<<30)
		for !m.Zone.Closed() {
			was := m.Zone
			m.Ships[0].HP, m.Ships[1].HP = 5, 5
			m.run(1)
			z := &m.Zone
			if distance2(Point{z.NextX, z.NextY}, Point{z.X, z.Y}) > square(z.Radius-z.NextRadius+One) || z.NextRadius > z.Radius {
				t.Fatalf("seed %d: %+v closes to what is not within it", seed, z)
			}
			if z.Radius > was.Radius {
				t.Fatalf("seed %d: it grows from %+v to %+v", seed, was, z)
			}
			if z.Step != was.Step {
				closed++
				if (Zone{X: z.X, Y: z.Y, Radius: z.Radius}) != (Zone{X: was.NextX, Y: was.NextY, Radius: was.NextRadius}) {
					t.Fatalf("seed %d: it closed from %+v to %+v", seed, was, z)
				}
				if z.Pace() >= pace {
					t.Fatalf("step %d hurts every %d ticks, the one before every %d", z.Step, z.Pace(), pace)
				}
				pace = z.Pace()
			}
		}
		if width, height := m.setup.Arena.Size(); m.Zone.X < 0 || m.Zone.X >= width || m.Zone.Y < 0 || m.Zone.Y >= height {
			t.Errorf("seed %d: it ends at %d, %d, outside of the arena", seed, m.Zone.X, m.Zone.Y)
		}
		if closed != ZoneSteps-1 || m.count(EventZone) != closed {
			t.Errorf("seed %d: it closed %d times, %d events, expected %d", seed, closed, m.count(EventZone), ZoneSteps-1)
		}
	}
}

func TestShipsEnterInTheZoneOrNearIt(t *testing.T) {
	m := outside(t)
	m.hit(0, 1, MaxDamage)
	m.Zone.Radius = 200 * One // which holds the two spawns at the right
	if m.run(respawnTime); m.Ships[0].State != Flying || m.Ships[0].X < 400*One {
		t.Errorf("it entered at %d, %d, expected at the right", m.Ships[0].X/One, m.Ships[0].Y/One)
	}
	m.Zone = Zone{X: 100 * One, Y: 200 * One, Radius: 9 * One, Wait: 9999} // none
	m.Ships[0].Protect = 0
	m.hit(0, 1, MaxDamage)
	if m.run(respawnTime); m.Ships[0].State != Flying || m.Ships[0].X > 200*One {
		t.Errorf("it entered at %d, %d, expected at the left", m.Ships[0].X/One, m.Ships[0].Y/One)
	}
}

func TestAWellPullsNearShipsMore(t *testing.T) {
	row := strings.Repeat(".", 40)
	rows := []string{"pull = 40", row, ".@", row, row, row, row, row, row, row, row, row[:20] + "*", row, row, row, row, row, row, row, row, row}
	m := setUp(t, Setup{}, rows...)
	for x, pulled := range map[int32]bool{103: false, 105: true, 225: false} { // of 164
		ship := m.ship(0, x, 84)
		if m.run(1); (ship.VX > 0) != pulled || ship.VY != 0 {
			t.Errorf("at %d it flies %d, %d, expected it pulled: %t", x, ship.VX, ship.VY, pulled)
		}
	}
	near, far := m.ship(1, 134, 84), m.ship(2, 114, 84)
	near.pull(m.setup.Arena, 64)
	far.pull(m.setup.Arena, 64)
	if near.VX <= far.VX {
		t.Errorf("the nearer ship is pulled by %d, the farther by %d", near.VX, far.VX)
	}
}

func TestEveryShipCanLeaveAWell(t *testing.T) {
	row := strings.Repeat(".", 60)
	rows := []string{"pull = 100"}
	for y := range 40 {
		rows = append(rows, row)
		if y == 20 {
			rows[y] = row[:20] + "*" + row[21:]
		}
	}
	rows[2] = ".@" + row[2:]
	for class := range testClasses {
		for course := Up; course <= DownRight; course++ {
			m := setUp(t, Setup{}, rows...)
			ship := m.ship(0, 164, 156)
			ship.Class = uint8(class)
			m.run(1, Order{Input: Steer(course)})
			if m.run(10 * TickRate); within(ship.X-164*One, ship.Y-156*One, WellRadius-16*One) {
				t.Errorf("class %s on course %d is still there after 10 s", testClasses[class].Name, course)
			}
		}
	}
}
