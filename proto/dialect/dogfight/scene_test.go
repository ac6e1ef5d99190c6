package dogfight

import (
	"bytes"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/testkit/dialects"
)

func seen(m *dialects.Match) *State {
	var s State
	s.see(&m.Scene)
	return &s
}

func TestShipsAreSortedByID(t *testing.T) {
	m := dialects.Melee(16, 600)
	s := seen(m)
	if len(s.Ships) != 16 || !slices.IsSortedFunc(s.Ships, func(a, b Ship) int { return bytes.Compare(a.PlayerID[:], b.PlayerID[:]) }) {
		t.Fatalf("%d ships, expected 16 sorted by id", len(s.Ships))
	}
	for _, pilot := range m.Scene.Roster {
		ship := m.World.Ships[pilot.Slot]
		got := shipOf(t, s, IDOf(pilot.ID))
		if got.X != ship.X>>8 || got.Y != ship.Y>>8 || got.HP != ship.HP || got.Alive != (ship.State == game.Flying) {
			t.Errorf("pilot %d: %+v came of %+v", pilot.ID, got, ship)
		}
	}
}

func shipOf(t *testing.T, s *State, id ID) Ship {
	t.Helper()
	i := slices.IndexFunc(s.Ships, func(ship Ship) bool { return ship.PlayerID == id })
	if i < 0 {
		t.Fatalf("no ship of %v among %d", id, len(s.Ships))
	}
	return s.Ships[i]
}

func TestShipWithoutAPilotIsNotSent(t *testing.T) {
	m := dialects.NewMatch(3)
	m.Scene.Roster[1].Slot = 255
	m.Scene.Roster = append(m.Scene.Roster, m.Scene.Roster[1])
	m.Scene.Roster[3].Slot = 40 // an empty slot
	if s := seen(m); len(s.Ships) != 2 {
		t.Errorf("%d ships, expected 2", len(s.Ships))
	}
}

func TestNoRosterMakesAStateTooLarge(t *testing.T) {
	m := dialects.NewMatch(1)
	for range 100 {
		m.Scene.Roster = append(m.Scene.Roster, m.Scene.Roster[0])
	}
	if s := seen(m); len(s.Append(nil)) > maxState {
		t.Errorf("%d ships, expected at most %d", len(s.Ships), MaxShips)
	}
}

func TestDeadShipStaysWhereItDied(t *testing.T) {
	m := dialects.NewMatch(1)
	ship := &m.World.Ships[0]
	ship.State, ship.HP, ship.X, ship.Y = game.Dead, 0, 300*game.One, 100*game.One
	if got := seen(m).Ships[0]; got.Alive || got.HP != 0 || got.X != 300 || got.Y != 100 {
		t.Errorf("got %+v", got)
	}
}

func TestNearestOfFourDirectionsIsSent(t *testing.T) {
	for facing, want := range map[game.Course]Direction{
		game.Up: Up, game.Down: Down, game.Left: Left, game.Right: Right,
		game.UpLeft: Left, game.DownLeft: Left, game.UpRight: Right, game.DownRight: Right, game.Idle: Idle,
	} {
		m := dialects.NewMatch(1)
		m.World.Ships[0].Facing = facing
		if got := seen(m).Ships[0].Direction; got != want {
			t.Errorf("course %d: direction %d, expected %d", facing, got, want)
		}
	}
	for _, c := range []struct {
		x, y int32
		want Direction
	}{{0, 0, Idle}, {5, -6, Up}, {-5, 6, Down}, {-6, 5, Left}, {6, -5, Right}, {-5, -5, Left}, {5, 5, Right}, {0, 1, Down}, {0, -1, Up}} {
		if got := directionOf(c.x, c.y); got != c.want {
			t.Errorf("(%d, %d): direction %d, expected %d", c.x, c.y, got, c.want)
		}
	}
}

func TestFirstFiveBulletsByAgeAreSent(t *testing.T) {
	m := dialects.NewMatch(1)
	m.World.Ships[0].Live = 0b11110101
	for k, left := range []uint16{0: 10, 2: 50, 4: 20, 5: 60, 6: 5, 7: 20} { // 4 and 7 were fired together
		m.World.Shots[0][k] = game.Shot{X: int32(k) * game.One, Y: -game.One, VY: 1, Left: left}
	}
	bullets := seen(m).Ships[0].Bullets
	for i, k := range []int32{6, 0, 4, 7, 2} {
		if want := (Bullet{k, -1, true, Down}); bullets[i] != want {
			t.Errorf("bullet %d: expected %+v, got %+v", i, want, bullets[i])
		}
	}
	if bullets[5] != (Bullet{}) {
		t.Errorf("a sixth came: %+v", bullets[5])
	}
}

func TestPowerUpsHaveTheirKindIfTheDocumentHasIt(t *testing.T) {
	m := dialects.NewMatch(1)
	m.World.Items = [game.MaxItems]game.Item{}
	for kind := range game.ItemKind(game.ItemKinds) {
		m.World.Items[kind] = game.Item{Kind: kind, X: int32(kind) * game.One, Y: -1}
	}
	want := []PowerUp{{1, -1, HPPlusOne}, {2, -1, HPPlusThree}, {3, -1, AmmoPlusOne}, {4, -1, None}, {5, -1, None}, {6, -1, None}, {7, -1, None}, {8, -1, None}, {9, -1, None}}
	if got := seen(m).PowerUps; !slices.Equal(got, want) {
		t.Errorf("expected %v, got %v", want, got)
	}
}

func TestStatusIsThatOfTheMatch(t *testing.T) {
	for status, want := range map[game.Status]Status{game.Waiting: Nil, game.InProgress: InProgress, game.Closed: Closed} {
		m := dialects.NewMatch(1)
		m.World.Status = status
		if got := seen(m).Status; got != want {
			t.Errorf("status %d came of %d", got, status)
		}
	}
}

func TestAClassicStateHasTheClientsShipAndTheNearest(t *testing.T) {
	s := crowd(64, 64, false)
	id, at := s.Ships[30].PlayerID, point{s.Ships[30].X, s.Ships[30].Y}
	s.Ships[0].X, s.Ships[0].Y = at.x, at.y // as near as can be
	s.shrink(classicLong, id, point{})
	if size := len(s.Append(nil)); size > classicLong || size+powerUpSize <= classicLong {
		t.Errorf("%d bytes, expected as many as fit into %d", size, classicLong)
	}
	if len(s.Ships) != 10 || s.Ships[0].PlayerID != id {
		t.Fatalf("%d ships, first %v; expected ten, first the player's own", len(s.Ships), s.Ships[0].PlayerID)
	}
	for i, ship := range s.Ships {
		if way := ship.X - at.x; way < -500 || way > 500 {
			t.Errorf("ship %d is %d units away, while nearer ones are left out", i, way)
		}
	}
	if len(s.PowerUps) != 5 || s.PowerUps[0].X != 63 {
		t.Errorf("power-ups %v, expected the five nearest to %v", s.PowerUps, at)
	}
}

func TestAClassicStateWithoutAShipOfTheClientHasTheMiddle(t *testing.T) {
	s := crowd(64, 0, false)
	s.shrink(classicLong, letters, point{4000, 0})
	if len(s.Ships) != 10 || s.Ships[0].X != 4000 {
		t.Errorf("%d ships, the first at %d", len(s.Ships), s.Ships[0].X)
	}
}

func TestClassicStateHasMorePowerUpsWithFewerShips(t *testing.T) {
	s := crowd(2, 64, false)
	s.shrink(classicLong, letters, point{})
	if len(s.Ships) != 2 || len(s.PowerUps) != 64 {
		t.Errorf("%d ships and %d power-ups, expected all, as they fit", len(s.Ships), len(s.PowerUps))
	}
}
