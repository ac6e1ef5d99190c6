package game

import "testing"

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

func TestSpawnKeepsAwayFromTheNearestOfSeveralEnemies(t *testing.T) {
	m := newTiny(t, corners...)
	m.ship(1, 12, 20)
	m.ship(2, 228, 20)
	m.ship(3, 228, 30)
	m.run(1, Order{Kind: OrderJoin, Slot: 0})
	if ship := m.Ships[0]; ship.X != 124*One {
		t.Errorf("spawned at x %d, expected 124, in the middle", ship.X/One)
	}
}

func TestTheDeadKeepNoShipFromASpawn(t *testing.T) {
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

func TestTeamsSpawnAtTheirOwnAndAwayFromEnemiesOnly(t *testing.T) {
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

func TestShipComesBackAfterTwoSeconds(t *testing.T) {
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
