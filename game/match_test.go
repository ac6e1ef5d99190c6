package game

import "testing"

func TestMatchClosesAtTheTimeLimit(t *testing.T) {
	m := setUp(t, Setup{TimeLimit: 100}, "...", ".@.", "...")
	if m.run(99); m.Status != InProgress || m.TimeLeft(&m.setup) != 1 {
		t.Errorf("tick 99: status %d, %d ticks left, expected 1 in progress", m.Status, m.TimeLeft(&m.setup))
	}
	if m.run(5); m.Status != Closed || m.count(EventClose) != 1 || m.TimeLeft(&m.setup) != 0 {
		t.Errorf("then: status %d, %d closes, %d ticks left", m.Status, m.count(EventClose), m.TimeLeft(&m.setup))
	}
}

// A host of a later version may tell us of its mode.
func TestModeThatIsNotKnownHasANameToo(t *testing.T) {
	for mode, want := range map[Mode]string{Deathmatch: "deathmatch", Teams: "teams", 200: "mode 200"} {
		if mode.Name() != want {
			t.Errorf("mode %d is called %q, expected %q", mode, mode.Name(), want)
		}
	}
}

func TestMatchWithoutLimitsGoesOn(t *testing.T) {
	m := duel(t, Setup{})
	m.Ships[0].Score = 1 << 20
	if m.run(6000); m.Status != InProgress {
		t.Errorf("status %d, expected it in progress", m.Status)
	}
}

func TestMatchClosesAtTheScoreLimit(t *testing.T) {
	m := duel(t, Setup{ScoreLimit: 20})
	m.hit(1, 3, 5)
	if m.run(1); m.Status != InProgress {
		t.Errorf("at 10 of 20 points: status %d", m.Status)
	}
	m.hit(2, 3, 5)
	if m.run(1); m.Status != Closed {
		t.Errorf("at 20 of 20 points: status %d, expected it closed", m.Status)
	}
}

func TestScoreLimitOfTeamsIsHeldAgainstTheirSum(t *testing.T) {
	m := duel(t, Setup{Mode: Teams, ScoreLimit: 20})
	m.hit(1, 0, 5)
	m.hit(3, 2, 5)
	if m.run(1); m.Status != Closed {
		t.Errorf("10 and 10 points of a team: status %d, expected it closed", m.Status)
	}
}

func TestLobbyWaitsForTheStart(t *testing.T) {
	m := setUp(t, Setup{Lobby: true, TimeLimit: 100}, "...", ".@.", "...", "..+", "..o")
	before := m.World
	m.run(500, Order{Kind: OrderJoin, Slot: 3, Class: 1}, Order{Kind: OrderInput, Slot: 3, Input: Steer(Up) | Fire})
	if m.Ships[3].State != Dead || m.Items != before.Items || m.Barrels != before.Barrels || m.TimeLeft(&m.setup) != 100 {
		t.Errorf("something moved: ship %+v", m.Ships[3])
	}
	m.run(1, Order{Kind: OrderStart})
	if m.Status != InProgress || m.Started != 501 || m.count(EventStart) != 1 || m.Ships[3].State != Flying || m.Ships[3].Class != 1 {
		t.Errorf("status %d, started at %d, ship %+v, expected it to fly", m.Status, m.Started, m.Ships[3])
	}
	if m.run(99); m.Status != InProgress {
		t.Error("the time in the lobby counted")
	}
	if m.run(1); m.Status != Closed {
		t.Error("the time limit does not hold")
	}
}

func TestClosedMatchStandsStill(t *testing.T) {
	m := duel(t, Setup{})
	m.Ships[0].VX = 640
	m.run(1, Order{Kind: OrderClose})
	want := m.World
	m.run(100, Order{Kind: OrderStart}, Order{Kind: OrderClose})
	want.Tick += 100
	if m.World != want || m.count(EventClose) != 1 || m.count(EventStart) != 0 {
		t.Errorf("status %d, %d closes, expected nothing to change but the tick", m.Status, m.count(EventClose))
	}
}
