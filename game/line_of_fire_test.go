package game

import "testing"

// ahead is an arena of 400x80 units with spawns at both ends of its only straight
// row and one aside of it.
var ahead = []string{
	"..................................................",
	"..................................................",
	"..................................................",
	"..................................................",
	".@..............................................@.",
	"..................................................",
	"..................................................",
	"....................................@.............",
	"..................................................",
	"..................................................",
}

// spawnAt returns where the first ship enters.
func (m *tiny) spawnAt() Point {
	m.run(1, Order{Kind: OrderJoin, Slot: 0})
	return Point{m.Ships[0].X / One, m.Ships[0].Y / One}
}

func TestSpawnIsInNoLineOfFire(t *testing.T) {
	for what, c := range map[string]struct {
		weapon uint8
		x, y   int32 // of the foe
		want   Point
	}{
		"the cannon of a foe on the row reaches the farthest": {cannon, 40, 36, Point{292, 60}},
		"so does its shot that only touches":                  {cannon, 40, 42, Point{292, 60}},
		"a foe beside the row does not":                       {cannon, 40, 48, Point{388, 36}},
		"the spread has less range":                           {spread, 40, 36, Point{388, 36}},
		"a mine layer has none":                               {mines, 40, 36, Point{388, 36}},
	} {
		m := newTiny(t, ahead...)
		m.ship(1, c.x, c.y).Weapon = c.weapon
		if got := m.spawnAt(); got != c.want {
			t.Errorf("%s: spawned at %v, expected %v", what, got, c.want)
		}
	}
}

func TestRockKeepsASpawnOutOfTheLineOfFire(t *testing.T) {
	rows := append([]string(nil), ahead...)
	rows[4] = ".@......................#.......................@."
	m := newTiny(t, rows...)
	m.ship(1, 40, 36)
	if got := m.spawnAt(); got != (Point{388, 36}) {
		t.Errorf("spawned at %v, expected (388, 36) behind the rock", got)
	}
}

func TestNoShipSpawnsOnAnEnemysMine(t *testing.T) {
	m := newTiny(t, ahead...)
	m.ship(1, 40, 48)
	m.Ships[1].Live, m.Shots[1][0] = 1, Shot{X: 388 * One, Y: 20 * One, Weapon: mines, Left: 99}
	if got := m.spawnAt(); got != (Point{292, 60}) {
		t.Errorf("spawned at %v, expected (292, 60) off the mine", got)
	}
	m = newTiny(t, ahead...)
	m.ship(1, 40, 48)
	m.Ships[0].Live = 0
	m.ship(2, 60, 48).Live, m.Shots[2][0] = 1, Shot{X: 388 * One, Y: 20 * One, Weapon: mines, Left: 99}
	m.setup.Mode, m.Ships[1].Team, m.Ships[2].Team = Teams, 2, 1
	if m.run(1, Order{Kind: OrderJoin, Slot: 0, Team: 1}); m.Ships[0].X != 388*One {
		t.Errorf("spawned at x %d, expected 388 for all of a team-mate's mine", m.Ships[0].X/One)
	}
}

func TestUnderFireEverywhereItSpawnsFarthest(t *testing.T) {
	m := newTiny(t, ahead...)
	m.ship(1, 40, 36)
	m.ship(2, 292, 42).Weapon = rail
	if got := m.spawnAt(); got != (Point{388, 36}) {
		t.Errorf("spawned at %v, expected (388, 36), the farthest", got)
	}
}

// Whatever a gun hits is in the range and sight of it: shots of every weapon fly
// along every course past rocks, at a ship put anywhere.
func TestWhatAGunHitsIsUnderItsFire(t *testing.T) {
	arena := field(60, 40, 25, 3)
	arena.Barrels = nil
	chance := NewChance(7)
	hits, spared := 0, 0
	for range 10_000 {
		m := &tiny{setup: Setup{Arena: arena, Classes: testClasses, Weapons: testWeapons}}
		m.Status = InProgress
		spot := func() (x, y int32) {
			for {
				x, y = int32(chance.Below(480*One)), int32(chance.Below(320*One))
				if arena.HullFits(x, y) {
					return x, y
				}
			}
		}
		gun, victim := m.ship(0, 0, 0), m.ship(1, 0, 0)
		gun.X, gun.Y = spot()
		victim.X, victim.Y = spot()
		gun.Facing = Course(1 + chance.Below(Courses-1))
		gun.Weapon = uint8(chance.Below(mines))
		covered := m.underFire(&m.setup, victim, Point{victim.X, victim.Y})
		gun.Input = Steer(Idle) | Fire
		for m.run(1); gun.Live != 0; m.run(1) {
			gun.Input = 0
		}
		switch hit := m.count(EventHit) > 0; {
		case hit && !covered:
			t.Fatalf("weapon %d at (%d, %d) facing %d hit a ship at (%d, %d) that is not under its fire",
				gun.Weapon, gun.X, gun.Y, gun.Facing, victim.X, victim.Y)
		case hit:
			hits++
		case !covered:
			spared++
		}
	}
	if hits < 100 || spared < 1000 {
		t.Errorf("%d hits and %d places out of fire, expected both to be tried", hits, spared)
	}
}

// And the other way: what is under fire is hit along one of the eight courses.
func TestWhatIsUnderFireCanBeHit(t *testing.T) {
	arena := field(60, 40, 10, 3)
	arena.Barrels = nil
	chance := NewChance(9)
	covered, hit := 0, 0
	for range 4000 {
		m := &tiny{setup: Setup{Arena: arena, Classes: testClasses, Weapons: testWeapons}}
		m.Status = InProgress
		gun, victim := m.ship(0, 0, 0), m.ship(1, 0, 0)
		gun.X, gun.Y = int32(chance.Below(480*One)), int32(chance.Below(320*One))
		victim.X, victim.Y = int32(chance.Below(480*One)), int32(chance.Below(320*One))
		gun.Weapon = uint8(chance.Below(mines))
		if !arena.HullFits(gun.X, gun.Y) || !arena.HullFits(victim.X, victim.Y) ||
			!m.underFire(&m.setup, victim, Point{victim.X, victim.Y}) {
			continue
		}
		covered++
		start := m.World
		for course := Up; course <= DownRight; course++ {
			m.World = start
			m.Ships[0].Facing, m.Ships[0].Input = course, Steer(Idle)|Fire
			for m.run(1); m.Ships[0].Live != 0; m.run(1) {
				m.Ships[0].Input = 0
			}
			if m.Ships[1].HP < 5 {
				hit++
				break
			}
		}
	}
	if covered < 100 || hit < covered*4/5 {
		t.Errorf("%d of %d places under fire were hit, expected four in five: all but what rock covers in part", hit, covered)
	}
}
