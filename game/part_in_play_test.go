package game

import (
	"strings"
	"testing"
)

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
		m.ship(1+i, x+int32(i%8*2), y+int32(i/8*2)).Weapon = mines // whose layers have no range
	}
	return m
}

func TestShipsEnterALargeArenaNearTheFightWhenFewPlay(t *testing.T) {
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

func TestUnderFireInThePartAShipEntersOutsideOfIt(t *testing.T) {
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

func TestTeamsEnterAtTheirOwnSpawnsOnceThesePlayAPart(t *testing.T) {
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
