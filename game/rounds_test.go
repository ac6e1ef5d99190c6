package game

import (
	"slices"
	"strings"
	"testing"
)

// yard is an open arena of 480x320 units with a spawn in each corner.
func yard(t testing.TB, s Setup) *tiny {
	t.Helper()
	empty, ends := strings.Repeat(".", 60), ".@"+strings.Repeat(".", 56)+"@."
	rows := slices.Repeat([]string{empty}, 40)
	rows[1], rows[38] = ends, ends
	s.Mode = Last
	return setUp(t, s, rows...)
}

// round returns a match in the first round of so many ships, that are no longer protected.
func round(t testing.TB, s Setup, ships int) *tiny {
	t.Helper()
	m := yard(t, s)
	for slot := range ships {
		team := uint8(0)
		if s.Sides > 0 {
			team = uint8(1 + slot%int(s.Sides))
		}
		m.run(1, Order{Kind: OrderJoin, Slot: uint8(slot), Team: team})
	}
	m.run(roundCall)
	if m.Rounds.Number != 1 || m.Rounds.Began == 0 {
		t.Fatalf("%+v, expected the first round in play", m.Rounds)
	}
	m.bare()
	return m
}

// bare removes the protection of all ships.
func (m *tiny) bare() {
	for i := range m.Ships {
		m.Ships[i].Protect = 0
	}
}

// lose has a ship lose all its lives to another.
func (m *tiny) lose(victim, by int) {
	for m.Ships[victim].Lives > 0 {
		for m.Ships[victim].State != Flying {
			m.run(1)
		}
		m.Ships[victim].Protect = 0
		m.hit(victim, by, MaxDamage)
	}
}

func TestARoundBeginsOnceThereAreTwoSides(t *testing.T) {
	m := yard(t, Setup{})
	m.run(1, Order{Kind: OrderJoin, Slot: 4})
	if m.run(roundCall + 9); m.Ships[4].State != Flying || m.Rounds != (Rounds{}) || m.Zone != (Zone{}) {
		t.Fatalf("alone: state %d, %+v, expected it to fly about without a round", m.Ships[4].State, m.Rounds)
	}
	m.run(1, Order{Kind: OrderJoin, Slot: 5})
	if m.run(9); m.Ships[5].State != Dead || m.Rounds.Pause == 0 {
		t.Fatalf("the second: state %d, %+v, expected it to wait for the round", m.Ships[5].State, m.Rounds)
	}
	m.run(roundCall)
	for _, slot := range []int{4, 5} {
		if ship := &m.Ships[slot]; ship.State != Flying || ship.Lives != 3 {
			t.Errorf("slot %d: state %d, %d lives, expected it in space with 3", slot, ship.State, ship.Lives)
		}
	}
	if m.count(EventRound) != 1 || m.Rounds.Number != 1 {
		t.Errorf("%d rounds began, and this is number %d", m.count(EventRound), m.Rounds.Number)
	}
}

func TestAShipWithoutLivesIsOutUntilTheNextRound(t *testing.T) {
	m := round(t, Setup{}, 3)
	m.hit(0, 1, MaxDamage)
	if m.run(respawnTime); m.Ships[0].State != Flying || m.Ships[0].Lives != 2 || m.count(EventOut) != 0 {
		t.Fatalf("state %d with %d lives, expected it back with 2", m.Ships[0].State, m.Ships[0].Lives)
	}
	m.lose(0, 1)
	if m.run(5 * respawnTime); m.Ships[0].State != Dead || m.count(EventOut) != 1 || m.Ships[0].AcceptsInput() {
		t.Errorf("state %d, %d are out, expected it out, and its keys to mean nothing", m.Ships[0].State, m.count(EventOut))
	}
	m.lose(2, 1)
	m.run(roundPause + 2)
	if m.Ships[0].State != Flying || m.Ships[0].Lives != 3 || m.Rounds.Number != 2 {
		t.Errorf("state %d, %d lives, round %d, expected it in the second", m.Ships[0].State, m.Ships[0].Lives, m.Rounds.Number)
	}
}

func TestOnlyRoundsScore(t *testing.T) {
	m := round(t, Setup{}, 3)
	m.Barrels[0] = Barrel{X: 99 * One, Y: 99 * One, HP: 1}
	m.hitBarrel(&m.setup, 0, 2, 1, &m.events)
	m.lose(0, 1)
	m.lose(2, 1)
	if m.run(1); m.Ships[1].Score != 1 || m.Ships[0].Score != 0 || m.Ships[2].Score != 0 || m.Ships[1].Kills != 6 {
		t.Errorf("scores %d %d %d, %d kills, expected one for the last, and 6", m.Ships[0].Score, m.Ships[1].Score, m.Ships[2].Score, m.Ships[1].Kills)
	}
	last := m.events.List[len(m.events.List)-1]
	if last.Kind != EventRoundWon || last.Slot != 1 || last.What != 0 {
		t.Errorf("%+v, expected that slot 1 won the round", last)
	}
}

func TestADrawnRoundScoresNothing(t *testing.T) {
	m := round(t, Setup{}, 2)
	m.Ships[0].Lives, m.Ships[1].Lives = 1, 1
	m.hit(0, 1, MaxDamage)
	m.hit(1, 0, MaxDamage)
	m.run(1)
	last := m.events.List[len(m.events.List)-1]
	if last.Kind != EventRoundWon || last.What != NoTeam || m.Ships[0].Score+m.Ships[1].Score != 0 {
		t.Errorf("%+v, scores %d and %d, expected a draw", last, m.Ships[0].Score, m.Ships[1].Score)
	}
	if m.run(roundPause); m.Rounds.Number != 2 {
		t.Errorf("round %d, expected the second", m.Rounds.Number)
	}
}

func TestJoiningDuringARoundWaitsForTheNext(t *testing.T) {
	m := round(t, Setup{}, 2)
	m.run(1, Order{Kind: OrderJoin, Slot: 9})
	if m.run(5 * TickRate); m.Ships[9].State != Dead || m.Ships[9].Lives != 0 {
		t.Fatalf("state %d, %d lives, expected it to wait", m.Ships[9].State, m.Ships[9].Lives)
	}
	m.lose(0, 1)
	if m.run(roundPause + 2); m.Ships[9].State != Flying || m.Ships[9].Lives != 3 {
		t.Errorf("state %d, %d lives, expected it in the next round", m.Ships[9].State, m.Ships[9].Lives)
	}
}

func TestLeavingLosesTheRound(t *testing.T) {
	m := round(t, Setup{}, 2)
	m.run(1, Order{Kind: OrderLeave, Slot: 0})
	if m.run(1); m.Ships[1].Score != 1 {
		t.Errorf("score %d, expected the round to be won", m.Ships[1].Score)
	}
	m.hit(1, 1, MaxDamage)
	if m.run(roundPause + respawnTime); m.Rounds.Number != 1 || m.Rounds.Began != 0 || m.Ships[1].State != Flying {
		t.Errorf("%+v, state %d, expected no round, and the ship to fly about", m.Rounds, m.Ships[1].State)
	}
}

func TestANewRoundResetsTheArena(t *testing.T) {
	m := round(t, Setup{}, 2)
	m.Shots[1][0], m.Ships[1].Live = Shot{X: 9 * One, Y: 9 * One, Left: 900, VX: 1}, 1
	m.Items[40] = Item{Kind: OverdriveItem, X: 99 * One, Y: 99 * One, Timer: 9999}
	m.Ships[1].HP, m.Ships[1].Overdrive, m.Ships[1].Input = 1, 9999, Steer(Up)
	m.lose(0, 1)
	m.run(roundPause + 1)
	ship := &m.Ships[1]
	if m.Rounds.Number != 2 || m.Items[40] != (Item{}) || ship.Live != 0 || m.Shots[1] != [MaxShots]Shot{} {
		t.Errorf("round %d, item %+v, shots %b, expected all removed", m.Rounds.Number, m.Items[40], ship.Live)
	}
	if ship.HP != testClasses[0].HP || ship.Overdrive != 0 || ship.Input != Steer(Up) || ship.Score != 1 {
		t.Errorf("HP %d, overdrive %d, input %d, score %d, expected a new ship of the same pilot", ship.HP, ship.Overdrive, ship.Input, ship.Score)
	}
}

func TestThreeRoundsWinOrTheBestOfFive(t *testing.T) {
	m := round(t, Setup{ScoreLimit: 3}, 2)
	for range 3 {
		m.lose(0, 1)
		m.run(roundPause + 2)
	}
	if won := m.setup.Winner(&m.World); m.Status != Closed || won != (Winner{Decided: true, Slot: 1}) || m.Rounds.Number != 3 {
		t.Errorf("status %d, %+v after round %d, expected slot 1 after the third", m.Status, won, m.Rounds.Number)
	}
	m = round(t, Setup{ScoreLimit: 3}, 5)
	for winner := range 5 { // each one round
		for slot := range 5 {
			if slot != winner {
				m.lose(slot, winner)
			}
		}
		m.run(roundPause + 2)
	}
	m.Ships[2].Kills++
	if won := m.setup.Winner(&m.World); m.Status != Closed || won != (Winner{Decided: true, Slot: 2}) || m.Rounds.Number != 5 {
		t.Errorf("status %d, %+v after round %d, expected that slot 2 has won by kills after the fifth", m.Status, won, m.Rounds.Number)
	}
}

func TestARoundScoresForAllShipsOfTheTeam(t *testing.T) {
	m := round(t, Setup{Sides: 2}, 4)
	m.lose(2, 3) // of team 1, as is slot 0
	m.lose(1, 0)
	if m.run(1); m.Rounds.Began == 0 {
		t.Fatal("the round is over while both teams have a ship")
	}
	m.lose(0, 3)
	m.run(1)
	if m.TeamScores != [MaxTeams + 1]int32{2: 1} || m.Ships[1].Score != 1 || m.Ships[3].Score != 1 || m.Ships[0].Score != 0 {
		t.Errorf("teams have %v, ships %d %d %d, expected a point for team 2 and its ships", m.TeamScores, m.Ships[0].Score, m.Ships[1].Score, m.Ships[3].Score)
	}
}

// Ships that keep to the middle of the zone and do nothing, with as much HP as may be, are
// destroyed when nothing is left of it. They all are in the same tick, so that no round is
// won, and all five are played.
func TestNoMatchOfLastLastsTenMinutes(t *testing.T) {
	m := yard(t, Setup{ScoreLimit: 3})
	m.setup.Classes = []Class{{Name: "hulk", HP: MaxHP, TopSpeed: 1, Thrust: 1}}
	m.run(1, Order{Kind: OrderJoin, Slot: 0}, Order{Kind: OrderJoin, Slot: 1}, Order{Kind: OrderJoin, Slot: 2})
	longest := Tick(0)
	for m.Status != Closed && m.Tick < 20*60*TickRate {
		for i := range 3 {
			if m.Zone.Radius > 0 {
				m.Ships[i].X, m.Ships[i].Y = m.Zone.X, m.Zone.Y
			}
		}
		m.run(1)
		if m.Rounds.Began > 0 {
			longest = max(longest, m.Tick-m.Rounds.Began)
		}
	}
	t.Logf("%d s, the longest round %d s", m.Tick/TickRate, longest/TickRate)
	if longest < 90*TickRate || longest > 103*TickRate {
		t.Errorf("the longest round took %d ticks, expected 90 to 103 s", longest)
	}
	if m.Status != Closed || m.Rounds.Number != 5 || m.Tick >= 10*60*TickRate {
		t.Errorf("status %d in round %d at tick %d, expected it over before %d", m.Status, m.Rounds.Number, m.Tick, 10*60*TickRate)
	}
}

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
	m.Zone.Radius = 200 * One // contains the two spawns at the right
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
