package game

import (
	"strings"
	"testing"
)

// corners is an arena of 240x80 units with spawns at both ends.
var corners = []string{
	"..............................",
	".@..........................@.",
	"..............................",
	"..............................",
	"..............................",
	"..............................",
	"..............................",
	"..............................",
	".1.............@............2.",
	"..............................",
}

func TestSpawnIsFarthestFromEnemies(t *testing.T) {
	for foe, want := range map[int32]int32{20: 228, 220: 12} {
		m := newTiny(t, corners...)
		m.ship(1, foe, 40)
		m.run(1, Order{Kind: OrderJoin, Slot: 0})
		if ship := m.Ships[0]; ship.X != want*One || ship.Y != 12*One {
			t.Errorf("a foe at %d: spawned at (%d, %d), expected (%d, 12)", foe, ship.X/One, ship.Y/One, want)
		}
	}
}

func TestSpawnAvoidsTheNearestOfSeveralFoes(t *testing.T) {
	m := newTiny(t, corners...)
	m.ship(1, 12, 20)
	m.ship(2, 228, 20)
	m.ship(3, 228, 30)
	m.run(1, Order{Kind: OrderJoin, Slot: 0})
	if ship := m.Ships[0]; ship.X != 124*One {
		t.Errorf("spawned at x %d, expected 124, in the middle", ship.X/One)
	}
}

func TestDeadShipsDoNotBlockSpawns(t *testing.T) {
	seen := map[int32]bool{}
	for seed := range uint64(40) {
		m := newTiny(t, corners...)
		m.World = NewWorld(&m.setup, seed)
		m.ship(1, 20, 40).State = Dead
		m.Ships[1].Respawn = 99
		m.run(1, Order{Kind: OrderJoin, Slot: 0})
		seen[m.Ships[0].X] = true
	}
	if len(seen) != 3 {
		t.Errorf("with no foe in space, %d of 3 spawns are used", len(seen))
	}
}

func TestTeamsHaveTheirSpawnsAndAvoidFoesOnly(t *testing.T) {
	m := newTiny(t, corners...)
	m.setup.Mode = Teams
	m.run(1, Order{Kind: OrderJoin, Slot: 0, Team: 1}, Order{Kind: OrderJoin, Slot: 1, Team: 2})
	if m.Ships[0].X != 12*One || m.Ships[1].X != 228*One || m.Ships[0].Y != 68*One {
		t.Errorf("team 1 at x %d, team 2 at x %d, expected 12 and 228", m.Ships[0].X/One, m.Ships[1].X/One)
	}

	m = newTiny(t, corners[:8]...) // no team spawns
	m.setup.Mode = Teams
	m.ship(1, 50, 40).Team = 1
	m.ship(2, 220, 20).Team = 2
	m.run(1, Order{Kind: OrderJoin, Slot: 0, Team: 2})
	if m.Ships[0].X != 228*One {
		t.Errorf("spawned at x %d, expected 228, with the team-mate", m.Ships[0].X/One)
	}
}

func TestShipRespawnsAfterTwoSeconds(t *testing.T) {
	m := newTiny(t)
	ship := m.ship(0, 100, 160)
	m.hit(0, 0, 5)
	if m.run(2*TickRate - 1); ship.State != Dead || ship.X != 100*One {
		t.Errorf("a tick before: state %d at x %d, expected it dead where it died", ship.State, ship.X)
	}
	if m.run(1); ship.State != Flying || ship.HP != 5 || m.count(EventSpawn) != 1 {
		t.Errorf("after 2 s: state %d with %d HP", ship.State, ship.HP)
	}
}

func TestSpawnProtectionLastsThreeSeconds(t *testing.T) {
	m := newTiny(t)
	m.run(1, Order{Kind: OrderJoin, Slot: 0})
	m.run(3*TickRate - 2)
	if m.hit(0, 1, 1); m.Ships[0].HP != 5 || m.count(EventBlock) != 1 {
		t.Errorf("before its end: %d HP, %d blocks, expected the hit kept off", m.Ships[0].HP, m.count(EventBlock))
	}
	m.run(1)
	if m.hit(0, 1, 1); m.Ships[0].HP != 4 {
		t.Errorf("after its end: %d HP, expected 4", m.Ships[0].HP)
	}
}

func TestSpawnProtectionEndsWhenFiring(t *testing.T) {
	m := newTiny(t)
	m.run(2, Order{Kind: OrderJoin, Slot: 0})
	m.run(1, Order{Slot: 0, Input: Fire})
	if m.hit(0, 1, 1); m.Ships[0].HP != 4 {
		t.Errorf("%d HP after it fired, expected 4", m.Ships[0].HP)
	}
}

func TestShipSpawnsFacingTheMiddle(t *testing.T) {
	m := newTiny(t, corners...)
	m.ship(1, 20, 40)
	m.run(1, Order{Kind: OrderJoin, Slot: 0})
	if m.Ships[0].Facing != DownLeft {
		t.Errorf("from the upper right it faces %d, expected %d", m.Ships[0].Facing, DownLeft)
	}
	m = newTiny(t, "...", ".@.", "...")
	m.run(1, Order{Kind: OrderJoin, Slot: 0})
	if m.Ships[0].Facing != Up {
		t.Errorf("in the middle it faces %d, expected %d", m.Ships[0].Facing, Up)
	}
}

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

func TestRockProtectsASpawn(t *testing.T) {
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

func TestWithAllSpawnsUnderFireDistanceDecides(t *testing.T) {
	m := newTiny(t, ahead...)
	m.ship(1, 40, 36)
	m.ship(2, 292, 42).Weapon = rail
	if got := m.spawnAt(); got != (Point{388, 36}) {
		t.Errorf("spawned at %v, expected (388, 36), the farthest", got)
	}
}

// Every hit of a gun is in its range and sight: shots of every weapon fly
// along every course past rocks, at a ship put anywhere.
func TestEachHitIsUnderFire(t *testing.T) {
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

// And the reverse: a place under fire is hit along one of the eight courses.
func TestPlacesUnderFireCanBeHit(t *testing.T) {
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

// vast returns a match in an arena of 200x150 tiles with a spawn in each
// square of 20x15, and so many ships in space around a place in units.
func vast(t *testing.T, mode Mode, ships int, x, y int32) *tiny {
	t.Helper()
	rows := make([]string, 150)
	for row := range rows {
		rows[row] = strings.Repeat(".", 200)
		if row%15 == 7 {
			rows[row] = strings.Repeat(strings.Repeat(".", 10)+"@"+strings.Repeat(".", 29), 5)
		}
		if row == 75 {
			rows[row] = ".1" + strings.Repeat(".", 196) + "2."
		}
	}
	m := setUp(t, Setup{Mode: mode}, rows...)
	for i := range ships {
		m.ship(1+i, x+int32(i%8*2), y+int32(i/8*2)).Weapon = mines // of ships without range
	}
	return m
}

func TestFewShipsEnterNearTheFight(t *testing.T) {
	for _, c := range []struct {
		ships, x, y   int32
		width, height int32 // of the part in units, half of it
	}{
		{1, 800, 600, 400, 300},
		{7, 800, 600, 400, 300},
		{7, 1000, 500, 400, 300},
		{19, 800, 600, 592, 444}, // twelve more
		{40, 800, 600, 800, 600},
	} {
		m := vast(t, Deathmatch, int(c.ships), c.x, c.y)
		at := m.spawnAt()
		dx, dy := at.X-c.x, at.Y-c.y
		if far := max(dx, -dx); far > c.width+16 || max(dy, -dy) > c.height+16 {
			t.Errorf("%d ships at (%d, %d): the next spawned at %v, expected it within %d x %d", c.ships, c.x, c.y, at, c.width, c.height)
		}
		if dx*dx+dy*dy < c.width*c.width/2 {
			t.Errorf("%d ships at (%d, %d): the next spawned at %v, expected it at the edge of the part", c.ships, c.x, c.y, at)
		}
	}
}

func TestThePartInPlayStaysWithinTheArena(t *testing.T) {
	m := vast(t, Deathmatch, 3, 1580, 20)
	part := m.partInPlay(&m.setup)
	if part.middle != (Point{1200 * One, 300 * One}) {
		t.Errorf("the middle is (%d, %d), expected (1200, 300)", part.middle.X/One, part.middle.Y/One)
	}
	small := newTiny(t, ahead...)
	small.ship(1, 20, 20)
	part = small.partInPlay(&small.setup)
	for _, at := range small.setup.Arena.Spawns {
		if !part.holds(at) {
			t.Errorf("in an arena that is no larger than the part, %v is outside", at)
		}
	}
}

func TestWithThePartUnderFireShipsEnterOutside(t *testing.T) {
	m := vast(t, Deathmatch, 1, 800, 600)
	part := m.partInPlay(&m.setup)
	for i, at := range m.setup.Arena.Spawns {
		if part.holds(at) { // each has a mine of its own
			layer := m.ship(2+i%60, 800, 600)
			layer.Weapon = mines
			k := i / 60
			layer.Live |= 1 << k
			m.Shots[2+i%60][k] = Shot{X: at.X, Y: at.Y, Weapon: mines, Left: 99}
		}
	}
	part = m.partInPlay(&m.setup)
	m.run(1, Order{Kind: OrderJoin, Slot: 0})
	if at := (Point{m.Ships[0].X, m.Ships[0].Y}); m.underFire(&m.setup, &m.Ships[0], at) {
		t.Errorf("spawned at (%d, %d) on a mine, though there are spawns without one", at.X/One, at.Y/One)
	}
}

func TestTeamsEnterAtTheirSpawnsInThePart(t *testing.T) {
	for ships, want := range map[int]bool{7: false, 40: true} {
		m := vast(t, Teams, ships, 800, 600)
		for i := range ships {
			m.Ships[1+i].Team = 2
		}
		m.run(1, Order{Kind: OrderJoin, Slot: 0, Team: 1})
		if own := m.Ships[0].X == 12*One; own != want {
			t.Errorf("%d ships: spawned at x %d, at its team's spawn: %t, expected %t", ships, m.Ships[0].X/One, own, want)
		}
	}
}
