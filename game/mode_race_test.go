package game

import (
	"strings"
	"testing"
)

// oval is a course around a rock: the line above, b at the right, c below, d at the left.
var oval = []string{
	"laps = 2",
	"........a...............",
	"...@....a...............",
	"........a...............",
	"...@....a...............",
	"........a...............",
	"......############......",
	"......############......",
	"dddddd############bbbbbb",
	"......############......",
	"......############......",
	"..........c.............",
	"..........c.............",
	"..........c.............",
	"..........c.............",
	"..........c.............",
}

// newRace returns a race of ships before its start.
func newRace(t testing.TB, ships int) *tiny {
	t.Helper()
	m := setUp(t, Setup{Mode: Race}, oval...)
	if err := Race.Plays(m.setup.Arena, 0); err != nil {
		t.Fatal(err)
	}
	for slot := range ships {
		m.run(1, Order{Kind: OrderJoin, Slot: uint8(slot)})
	}
	return m
}

// put moves the ship in a slot to a tile and runs a tick.
func (m *tiny) put(slot, column, row int) {
	at := tileCentre(column, row)
	ship := &m.Ships[slot]
	ship.X, ship.Y, ship.VX, ship.VY = at.X, at.Y, 0, 0
	m.run(1)
}

// lap moves the ship in a slot over b, c and d to the line.
func (m *tiny) lap(slot int) {
	for _, at := range [][2]int{{20, 7}, {10, 13}, {2, 7}, {8, 2}} {
		m.put(slot, at[0], at[1])
	}
}

func TestRaceNeedsACourse(t *testing.T) {
	for what, c := range map[string]struct{ text, want string }{
		"no gate":     {"...\n.@.\n...", "no race without gates: must have 'a' and 'b' at least, got 0"},
		"one":         {"....\n.@.a\n....", "no race without gates: must have 'a' and 'b' at least, got 1"},
		"shut off":    {"...a..#..b\n.@.a..#..b\n...a..#..b", "no race: gate 'a' cannot be reached from the one before it"},
		"spawn apart": {"...#.a.b\n.@.#.a.b\n...#.a.b", "no race: gate 'a' cannot be reached from each spawn"},
	} {
		a, err := ParseArena("", c.text)
		if err != nil {
			t.Fatal(err)
		}
		if err := Race.Plays(a, 0); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, expected %s", what, err, c.want)
		}
	}
}

func TestShipsAreHeldUntilAllAreReadyToGo(t *testing.T) {
	m := newRace(t, 2)
	m.Ships[0].Input, m.Ships[1].Input = Steer(Right)|Fire|Special, Steer(Down)
	x := m.Ships[0].X
	m.run(gridTime - 1)
	if m.Ships[0].X != x || m.count(EventShot)+m.count(EventBoost) > 0 || !m.Held(&m.setup) || m.Ships[1].Facing != Down {
		t.Errorf("held %t, at %d after %d, %v", m.Held(&m.setup), m.Ships[0].X, x, m.events.List)
	}
	if m.run(3); m.Ships[0].X == x || m.Held(&m.setup) || m.count(EventRound) != 1 {
		t.Errorf("it was not let go: held %t, %d starts", m.Held(&m.setup), m.count(EventRound))
	}
}

func TestLateShipsDelayTheStartOnlySoLong(t *testing.T) {
	m := newRace(t, 1)
	for tick := 0; m.Held(&m.setup); tick++ {
		if tick > gridMost {
			t.Fatal("it does not start")
		}
		m.run(1, Order{Kind: OrderLeave, Slot: 1})
		m.run(1, Order{Kind: OrderJoin, Slot: 1})
	}
}

func TestLapIsAllGatesInTheirOrder(t *testing.T) {
	m := newRace(t, 1)
	m.run(gridTime + 1)
	r := &m.Racers[0]
	m.put(0, 20, 7) // b, before the line
	if m.put(0, 8, 2); r.Gate != 1 || r.Lap != 0 || r.Began != m.Tick {
		t.Fatalf("over the line: %+v", *r)
	}
	began := r.Began
	m.put(0, 10, 13) // c leaves b out
	m.put(0, 8, 2)
	if r.Gate != 1 || r.Lap != 0 {
		t.Errorf("a gate was left out: %+v", *r)
	}
	m.run(30)
	m.lap(0)
	if r.Lap != 1 || r.Best != m.Tick-began || r.Began != m.Tick || r.Gate != 1 || m.count(EventLap) != 2 {
		t.Errorf("after a lap: %+v, %d laps in events", *r, m.count(EventLap))
	}
	first := r.Best
	if m.lap(0); r.Best >= first || r.Done != m.Tick || r.Place != 1 || m.count(EventFinish) != 1 {
		t.Errorf("after two laps: %+v", *r)
	}
}

func TestScoreFollowsTheWay(t *testing.T) {
	m := newRace(t, 2)
	m.run(gridTime + 1)
	last := m.Ships[0].Score
	for _, at := range [][2]int{{6, 2}, {8, 2}, {14, 2}, {20, 5}, {20, 7}, {20, 12}, {10, 13}, {4, 12}, {2, 7}, {2, 3}, {8, 2}, {20, 7}, {10, 13}, {2, 7}, {8, 2}} {
		if m.put(0, at[0], at[1]); m.Ships[0].Score < last || at != [2]int{8, 2} && m.Ships[0].Score == last {
			t.Errorf("at %v: %d after %d", at, m.Ships[0].Score, last)
		}
		last = m.Ships[0].Score
	}
	m.put(1, 8, 2)
	m.lap(1)
	if m.lap(1); m.Ships[1].Score >= m.Ships[0].Score || m.Racers[1].Place != 2 {
		t.Errorf("the second to finish has %d, and the first %d", m.Ships[1].Score, m.Ships[0].Score)
	}
	if won := m.setup.Winner(&m.World); won != (Winner{Decided: true}) {
		t.Errorf("%+v has won", won)
	}
}

func TestRaceEndsAfterTheLastFinishOrALimit(t *testing.T) {
	finish := func(m *tiny, slot int) {
		m.put(slot, 8, 2)
		m.lap(slot)
		m.lap(slot)
	}
	m := newRace(t, 2)
	m.run(gridTime + 1)
	finish(m, 0)
	if m.run(raceLast - 2); m.Status != InProgress {
		t.Error("it was over too early")
	}
	if m.run(2); m.Status != Closed {
		t.Error("it continues after the first has waited for long")
	}
	m = newRace(t, 2)
	m.run(gridTime + 1)
	finish(m, 0)
	finish(m, 1)
	if m.run(raceRest); m.Status != Closed {
		t.Error("it continues though all have finished")
	}
	m = newRace(t, 1)
	if m.run(10*60*TickRate - 1); m.Status != Closed {
		t.Error("it continues for ten minutes")
	}
}

func TestLateShipsGetNoPlace(t *testing.T) {
	m := newRace(t, 1)
	m.run(gridTime + 1)
	m.run(1, Order{Kind: OrderJoin, Slot: 5})
	if m.Racers[5].Late != 1 || m.Held(&m.setup) {
		t.Fatalf("it is %+v, held %t", m.Racers[5], m.Held(&m.setup))
	}
	m.put(5, 8, 2)
	m.lap(5)
	m.lap(5)
	if r := m.Racers[5]; r.Best == 0 || r.Done == 0 || r.Place != 0 || m.Ships[5].Score != 0 || m.Heat.Placed != 0 {
		t.Errorf("it has %+v, and %d points", r, m.Ships[5].Score)
	}
	m.run(1, Order{Kind: OrderLeave, Slot: 5})
	if m.Racers[5] != (Racer{}) {
		t.Errorf("it left %+v", m.Racers[5])
	}
}

func TestHitInARaceCostsSpeedNotHP(t *testing.T) {
	m := newRace(t, 2)
	m.run(gridTime + 1)
	ship := &m.Ships[0]
	ship.Protect, ship.VX = 0, 600
	hp := ship.HP
	m.hit(0, 1, 1)
	if ship.HP != hp || ship.VX != 300 || ship.Protect == 0 || m.count(EventHit) != 1 || m.count(EventKill) != 0 {
		t.Errorf("after a hit: %+v", *ship)
	}
	if m.hit(0, 1, 3); ship.VX != 300 {
		t.Error("a second hit follows at once")
	}
}

func TestFirstRowIsFilledFirst(t *testing.T) {
	m := newRace(t, 2)
	if m.Ships[0].X != m.Ships[1].X || m.Ships[0].Y == m.Ships[1].Y || m.Ships[0].Facing != Right {
		t.Errorf("ships at %d,%d and %d,%d face %d", m.Ships[0].X, m.Ships[0].Y, m.Ships[1].X, m.Ships[1].Y, m.Ships[0].Facing)
	}
}

// In every mode a lane speeds up ships along it, slows down ships against it, and carries idle ones.
func TestLaneSpeedsShipsUp(t *testing.T) {
	rows := []string{strings.Repeat(".", 60), ".@" + strings.Repeat(".", 58), strings.Repeat(".", 60), strings.Repeat(">", 60)}
	for course, want := range map[Course]int32{Right: 640 + 512, Left: -640 + 512, Idle: 512} {
		m := newTiny(t, append(rows, strings.Repeat(".", 60))...)
		ship := m.ship(0, 240, 28)
		ship.Input = Steer(course)
		if m.run(30); ship.VX != want {
			t.Errorf("course %d: speed %d, expected %d", course, ship.VX, want)
		}
	}
	m := newTiny(t, append(rows, strings.Repeat(".", 60))...)
	ship := m.ship(0, 40, 28)
	ship.Class = 1
	ship.Input = Steer(Right) | Special
	for range 25 {
		if m.run(1); ship.VX > MaxSpeed {
			t.Fatalf("speed %d, expected at most %d", ship.VX, MaxSpeed)
		}
	}
}

func TestEachShipAheadMakesARacerFaster(t *testing.T) {
	m := newRace(t, 3)
	m.run(gridTime + 1)
	top := func(slot int) int32 { return raceTopSpeed(&m.World, &m.setup, slot, 10_000) }
	m.Ships[0].Score, m.Ships[1].Score, m.Ships[2].Score = 300, 200, 100
	if first, second, third := top(0), top(1), top(2); first >= second || second >= third || third*100 > first*(100+3*raceChase) {
		t.Errorf("top speeds %d, %d, %d; expected a little more for each place", first, second, third)
	}
	if m.Racers[2].Late = 1; top(2) != top(0) {
		t.Error("a late ship, which gets no place, is faster than the leader")
	}
}
