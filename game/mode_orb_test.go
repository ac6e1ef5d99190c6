package game

import (
	"strings"
	"testing"
)

// orbYard returns a match of the mode orb in a field of 480 by 160 units: team 1 has its base at
// the left, team 2 at the right, and the orb lies at (240, 80).
func orbYard(t *testing.T, s Setup) *tiny {
	t.Helper()
	rows := make([]string, 20)
	for i := range rows {
		rows[i] = strings.Repeat(".", 60)
	}
	for i := 8; i < 12; i++ {
		rows[i] = ".AAAA" + strings.Repeat(".", 50) + "BBBB."
	}
	rows[2] = "......1" + strings.Repeat(".", 46) + "2......"
	s.Mode = CaptureOrb
	return setUp(t, s, rows...)
}

// crew puts a ship of a team at (x, y), in units.
func (m *tiny) crew(slot int, team uint8, x, y int32) *Ship {
	ship := m.ship(slot, x, y)
	ship.Team = team
	return ship
}

func TestTouchingTheOrbPicksItUp(t *testing.T) {
	m := orbYard(t, Setup{})
	if m.Orb != (Orb{X: 240 * One, Y: 80 * One}) || !m.Orb.AtHome(&m.setup) {
		t.Fatalf("the orb is %+v, expected it in the middle", m.Orb)
	}
	ship := m.crew(3, 1, 227, 80)
	if m.run(1); m.Orb.Carrier != 0 {
		t.Fatal("it was taken from 13 units away")
	}
	ship.X += 2 * One
	ship.Protect = 50
	if m.run(1); m.Orb.Carrier != 4 || m.count(EventTake) != 1 || ship.Protect != 0 {
		t.Errorf("the orb is %+v, protection %d, expected slot 3 to carry it unprotected", m.Orb, ship.Protect)
	}
	ship.X += 40 * One
	if m.run(1); m.Orb.X != ship.X || m.Orb.Y != ship.Y {
		t.Error("it is not where its carrier is")
	}
}

func TestTheNearerOfTwoGetsTheOrb(t *testing.T) {
	m := orbYard(t, Setup{})
	m.crew(0, 1, 229, 80)
	m.crew(1, 2, 240, 70)
	if m.run(1); m.Orb.Carrier != 2 {
		t.Errorf("slot %d has it, expected 1", int(m.Orb.Carrier)-1)
	}
}

func TestCarrierIsSlowAndFiresNoRail(t *testing.T) {
	m := orbYard(t, Setup{})
	ship := m.crew(0, 1, 240, 80)
	free := m.TopSpeed(&m.setup, 0)
	m.run(1)
	if slow := m.TopSpeed(&m.setup, 0); slow != free*carrierPercent/100 {
		t.Errorf("top speed %d with the orb, %d without", slow, free)
	}
	if ship.Boost = 200; m.TopSpeed(&m.setup, 0) > free {
		t.Errorf("top speed %d with the afterburner, expected no more than %d", m.TopSpeed(&m.setup, 0), free)
	}
	for weapon, fires := range []bool{cannon: true, spread: true, rail: false, mines: true} {
		m.events.List = nil
		ship.Weapon, ship.Input, ship.Cooldown, ship.Live = uint8(weapon), Steer(Idle)|Fire, 0, 0
		if m.run(1); (m.count(EventShot) > 0) != fires {
			t.Errorf("weapon %d: fired %t, expected %t", weapon, !fires, fires)
		}
	}
}

func TestCarrierIsSeenByAll(t *testing.T) {
	m := orbYard(t, Setup{})
	ship, foe := m.crew(0, 1, 240, 80), m.crew(1, 2, 400, 80)
	ship.Cloak, foe.Cloak = 300, 300
	m.run(1)
	if m.Hidden(&m.setup, 0, 1) || !m.Hidden(&m.setup, 1, 0) {
		t.Error("expected the carrier to be seen through its cloak, and the other ship not")
	}
}

func TestCarryingTheOrbToTheBaseCapturesIt(t *testing.T) {
	m := orbYard(t, Setup{})
	ship := m.crew(0, 1, 240, 80)
	escort, far, foe := m.crew(1, 1, 90, 90), m.crew(2, 1, 300, 20), m.crew(3, 2, 60, 80)
	m.run(1)
	ship.X, ship.Y = 460*One, 80*One // the other team's base
	if m.run(1); m.TeamScores[1]|m.TeamScores[2] != 0 {
		t.Fatal("it counts in the other team's base")
	}
	ship.X = 30 * One
	m.run(1)
	if m.TeamScores[1] != 1 || m.TeamScores[2] != 0 || ship.Score != captureScore || m.count(EventCapture) != 1 {
		t.Errorf("scores %v and %d, expected 1 for the team and %d for the pilot", m.TeamScores, ship.Score, captureScore)
	}
	if escort.Score != assistScore || escort.Assists != 1 || far.Score != 0 || foe.Score != 0 {
		t.Errorf("%d, %d and %d points for an escort, a mate far away and a foe, expected %d, 0, 0", escort.Score, far.Score, foe.Score, assistScore)
	}
	if !m.Orb.AtHome(&m.setup) || m.Orb.Free(&m.setup) {
		t.Errorf("the orb is %+v, expected it at home and not yet available", m.Orb)
	}
	ship.X = 240 * One
	if m.run(orbRests - 1); m.Orb.Carrier != 0 {
		t.Error("it was taken during its rest")
	}
	if m.run(2); m.Orb.Carrier != 1 {
		t.Error("it was not taken after its rest")
	}
}

func TestKillsScoreForThePilotOnly(t *testing.T) {
	m := orbYard(t, Setup{})
	killer := m.crew(0, 1, 100, 20)
	m.crew(1, 2, 200, 20)
	m.hit(1, 0, 15)
	if killer.Score != killScore || m.TeamScores[1] != 0 {
		t.Errorf("%d for the pilot, %d for the team, expected %d and 0", killer.Score, m.TeamScores[1], killScore)
	}
}

func TestDroppedOrbReturnsAfterFifteenSeconds(t *testing.T) {
	m := orbYard(t, Setup{})
	ship := m.crew(0, 1, 240, 80)
	m.crew(1, 2, 440, 20)
	m.run(1)
	ship.X, ship.Y = 150*One, 40*One
	m.run(1)
	m.hit(0, 1, 15)
	if m.Orb != (Orb{X: 150 * One, Y: 40 * One, Timer: orbLies}) || m.count(EventDrop) != 1 {
		t.Fatalf("the orb is %+v, expected it to lie where the ship was", m.Orb)
	}
	if m.run(orbLies - 1); m.Orb.X != 150*One {
		t.Fatalf("it went home after %d ticks", orbLies-1)
	}
	if m.run(1); !m.Orb.AtHome(&m.setup) || !m.Orb.Free(&m.setup) || m.count(EventHome) != 1 {
		t.Errorf("the orb is %+v, expected it at home", m.Orb)
	}
}

func TestOrbIsDroppedByAShipThatLeaves(t *testing.T) {
	m := orbYard(t, Setup{})
	m.crew(0, 1, 240, 80)
	m.run(1)
	m.Ships[0].X = 200 * One
	m.run(1, Order{Kind: OrderLeave})
	if m.Orb.Carrier != 0 || m.Orb.X != 200*One || m.count(EventDrop) != 1 {
		t.Errorf("the orb is %+v, expected it to lie where the ship left", m.Orb)
	}
	m.crew(1, 2, 200, 80)
	if m.run(1); m.Orb.Carrier != 2 {
		t.Error("another ship did not take it")
	}
}

func TestShipsAlwaysEnterAtTheirTeamsSpawns(t *testing.T) {
	m := orbYard(t, Setup{})
	m.crew(5, 2, 100, 25)
	m.run(1, Order{Kind: OrderJoin, Slot: 0, Team: 1})
	if own := m.setup.Arena.TeamSpawns[1][0]; m.Ships[0].X != own.X || m.Ships[0].Y != own.Y {
		t.Errorf("it entered at %d, %d", m.Ships[0].X/One, m.Ships[0].Y/One)
	}
}

func TestEvenTeamsPlayOnUntilTheNextCapture(t *testing.T) {
	m := orbYard(t, Setup{TimeLimit: 100})
	ship := m.crew(0, 1, 100, 80)
	if m.run(110); m.Status != InProgress || !m.Overtime(&m.setup) {
		t.Fatalf("status %d after the time, expected that it continues", m.Status)
	}
	m.Orb = Orb{X: ship.X, Y: ship.Y, Carrier: 1}
	ship.X = 20 * One
	if m.run(1); m.Status != Closed || m.setup.Winner(&m.World) != (Winner{Decided: true, Team: 1}) {
		t.Errorf("status %d, expected it won by team 1", m.Status)
	}
	m = orbYard(t, Setup{TimeLimit: 100})
	m.TeamScores[2] = 1
	if m.run(100); m.Status != Closed {
		t.Error("it continues although a team is ahead")
	}
	m = orbYard(t, Setup{TimeLimit: 100})
	if m.run(100 + maxOrbOvertime); m.Status != Closed || m.setup.Winner(&m.World).Decided {
		t.Error("expected a draw in the end")
	}
}

func TestOrbNeedsABaseForEachTeam(t *testing.T) {
	m := orbYard(t, Setup{})
	if err := CaptureOrb.Plays(m.setup.Arena, 0); err != nil {
		t.Errorf("two bases: %v", err)
	}
	if err := CaptureOrb.Plays(m.setup.Arena, 3); err == nil || !strings.Contains(err.Error(), "no base for team C") {
		t.Errorf("three teams: got %v", err)
	}
	spawns := setUp(t, Setup{}, "........", ".1....2.", "........")
	if err := CaptureOrb.Plays(spawns.setup.Arena, 2); err != nil {
		t.Errorf("spawns of both teams: %v", err)
	}
	if a := spawns.setup.Arena; !a.InBase(1, 12*One+23*One, 12*One) || a.InBase(1, 12*One+25*One, 12*One) {
		t.Error("expected a base to reach 24 units around the spawn")
	}
}

func TestTheMiddleHasRoomForAShip(t *testing.T) {
	a := setUp(t, Setup{}, ".........", "..@......", "....#....", ".........", ".........").setup.Arena
	if !a.HullFits(a.Middle.X, a.Middle.Y) {
		t.Errorf("the middle is at %d, %d", a.Middle.X/One, a.Middle.Y/One)
	}
}

func TestBarrelsLeaveNoOrbsInOrbMode(t *testing.T) {
	m := orbYard(t, Setup{})
	for range 40 {
		m.drop(&m.setup, Point{100 * One, 100 * One})
	}
	for i := range m.Items {
		if m.Items[i].Kind == OrbItem {
			t.Fatal("a barrel left an orb")
		}
	}
}

func TestOrbsLevelAShipUpUntilItsDeath(t *testing.T) {
	m := setUp(t, Setup{Mode: Teams}, "......................", ".1..................2.", "......................")
	ship := m.crew(0, 1, 12, 12)
	speed := m.TopSpeed(&m.setup, 0)
	for level := uint8(1); level <= MaxLevel+1; level++ {
		m.applyItem(&m.setup, 0, OrbItem)
		want := min(level, MaxLevel)
		if ship.Level != want || ship.HP != 5+want || m.TopSpeed(&m.setup, 0) != speed*(100+levelPercent*int32(want))/100 {
			t.Errorf("orb %d: level %d, %d HP, speed %d", level, ship.Level, ship.HP, m.TopSpeed(&m.setup, 0))
		}
	}
	if ship.Score != (MaxLevel+1)*orbScore || m.TeamScores[1] != ship.Score {
		t.Errorf("%d points, %d of the team, expected one for each orb", ship.Score, m.TeamScores[1])
	}
	if m.hit(0, 0, 15); ship.Level != 0 {
		t.Errorf("level %d after its death", ship.Level)
	}
	other := setUp(t, Setup{}, "...", ".@.", "...")
	other.ship(0, 12, 12)
	if other.applyItem(&other.setup, 0, OrbItem); other.Ships[0].Level != 0 || other.Ships[0].Score != orbScore {
		t.Errorf("in deathmatch: level %d, %d points", other.Ships[0].Level, other.Ships[0].Score)
	}
}

func TestAShipOfTheTeamInTheLeadLeavesAnOrb(t *testing.T) {
	for _, c := range []struct {
		name     string
		one, two int32 // scores before team 1 destroys a ship of team 2
		killer   uint8
		orb      bool
	}{
		{"behind and still behind", 10, 30, 1, true},
		{"behind, then even", 10, 20, 1, false},
		{"in the lead", 30, 20, 1, false},
		{"the ship's own team", 10, 30, 2, false},
	} {
		m := setUp(t, Setup{Mode: Teams}, "......................", ".1..................2.", "......................")
		m.crew(0, c.killer, 12, 12)
		m.crew(1, 2, 100, 12)
		m.TeamScores[1], m.TeamScores[2] = c.one, c.two
		m.hit(1, 0, 15)
		if item := m.Items[0]; (item.Kind == OrbItem && item.X == 100*One && item.Y == 12*One) != c.orb || !c.orb && item.Kind != NoItem {
			t.Errorf("%s: item %+v, expected an orb: %t", c.name, item, c.orb)
		}
	}
}
