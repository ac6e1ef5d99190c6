package net

import (
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
)

// results collects what a host tells.
type results struct {
	mu   sync.Mutex
	list []Result
}

func (r *results) take(result Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, result)
}

func (r *results) all() []Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.list
}

// flight returns what the pilot of that name did, in all his flights.
func (r *Result) flight(t *testing.T, name string) Flight {
	t.Helper()
	for _, f := range r.Flights {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no %s among %+v", name, r.Flights)
	return Flight{}
}

// briefSetup returns a deathmatch of so many seconds.
func briefSetup(t *testing.T, seconds game.Tick) *game.Setup {
	setup := testSetup(t)
	setup.TimeLimit = seconds * game.TickRate
	return setup
}

func TestAMatchIsToldOnceItIsOver(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.take}, played{Setup: briefSetup(t, 60), Bots: 5, Skill: 4})
		defer m.end()
		p := newPlayer("Rex", func() link.Link {
			near, far := link.PipeOf("memory", "SHA256:rex")
			m.host.Add(far)
			return near
		}, 1)
		m.flyUntil(func() bool { return len(told.all()) > 0 }, p)
		m.fly(5*time.Second, p)
		if len(told.all()) != 1 {
			t.Fatalf("told %d times", len(told.all()))
		}
		r := told.all()[0]
		if !r.Finished || r.Lasted != time.Minute || len(r.Flights) != 6 {
			t.Errorf("found %+v", r)
		}
		world, won := m.world(), 0
		for slot, f := range r.Flights { // nobody left, so that they are in the order of their slots
			ship := &world.Ships[slot]
			if f.Score != ship.Score || f.Kills != int(ship.Kills) || f.Deaths != int(ship.Deaths) || f.Assists != int(ship.Assists) {
				t.Errorf("%s: %+v, but the ship is %+v", f.Name, f, ship)
			}
			shots, hits := m.aimedShots(slot)
			if f.Shots != shots || f.Hits != hits || shots == 0 && m.host.match.Setup.Weapons[ship.Weapon].Speed > 0 {
				t.Errorf("%s: expected %d hits of %d shots, found %d of %d", f.Name, hits, shots, f.Hits, f.Shots)
			}
			if f.Won {
				won++
			}
			if f.Place != placeOf(&r, slot) || f.Did.Damage == 0 && f.Kills > 0 || r.killsBy(f.Pilot) != f.Kills {
				t.Errorf("%s: place %d, %d damage and %d kills among %+v", f.Name, f.Place, f.Did.Damage, f.Kills, r.Kills)
			}
		}
		if rex := r.flight(t, "Rex"); rex.Identity != "SHA256:rex" || rex.Skill != 0 || rex.Flown < 59*time.Second || rex.Class == "" || rex.Weapon == "" {
			t.Errorf("found %+v", rex)
		}
		if bot := r.flight(t, "Bot"); bot.Identity != "" || bot.Skill != 4 {
			t.Errorf("found %+v", bot)
		}
		if won > 1 {
			t.Errorf("%d have won", won)
		}
	})
}

// placeOf returns how many pilots have a higher score than one, and one.
func placeOf(r *Result, one int) (place int) {
	place = 1
	for _, f := range r.Flights {
		if f.Score > r.Flights[one].Score {
			place++
		}
	}
	return place
}

func (r *Result) killsBy(pilot uint16) (n int) {
	for _, k := range r.Kills {
		if k.By == pilot {
			n += k.Times
		}
	}
	return n
}

// aimedShots counts what a slot has fired, and what of that hit, as it was told.
func (m *testMatch) aimedShots(slot int) (shots, hits int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, events := range m.events {
		for _, ev := range events {
			if int(ev.What) >= len(m.host.match.Setup.Weapons) || m.host.match.Setup.Weapons[ev.What].Speed == 0 {
				continue
			}
			switch ev.Kind {
			case game.EventShot:
				if int(ev.Slot) == slot {
					shots += int(m.host.match.Setup.Weapons[ev.What].Fan)
				}
			case game.EventHit, game.EventBlock:
				if int(ev.By) == slot {
					hits++
				}
			}
		}
	}
	return shots, hits
}

func TestWhoLeftBeforeTheEndIsToldOfToo(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.take}, played{Setup: briefSetup(t, 40), Bots: 3})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2)
		m.fly(20*time.Second, rex, other)
		was := *rex.me()
		rex.Leave()
		m.fly(time.Second, other)
		again := newPlayer("Rex", m.pipe, 3) // in the same slot, perhaps
		m.flyUntil(func() bool { return len(told.all()) > 0 }, again, other)
		r := told.all()[0]
		first := r.flight(t, "Rex")
		if first.Won || first.Flown < 18*time.Second || first.Flown > 22*time.Second || first.Deaths < int(was.Deaths) || first.Deaths > int(was.Deaths)+1 {
			t.Errorf("he had %d deaths, and is told as %+v", was.Deaths, first)
		}
		if len(r.Flights) != 6 || r.Flights[0] != first || first.Place != 0 || r.Flights[1].Place == 0 {
			t.Errorf("found %+v", r.Flights)
		}
		if got := r.killsBy(first.Pilot); got != first.Kills {
			t.Errorf("%d kills, and who they were tells of %d", first.Kills, got)
		}
		for _, f := range r.Flights[1:] {
			if f.Name == "Rex" && (f.Flown > 20*time.Second || f.Flown == 0) {
				t.Errorf("anew he is told as %+v", f)
			}
		}
	})
}

func TestTheMatchUnderWayIsToldWhenTheHostCloses(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.take}, played{Bots: 3})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(10*time.Second, p)
		m.end()
		if len(told.all()) != 1 {
			t.Fatalf("told %d times", len(told.all()))
		}
		r := told.all()[0]
		if r.Finished || r.Lasted < 9*time.Second || r.Lasted > 11*time.Second || len(r.Flights) != 4 {
			t.Errorf("found %+v", r)
		}
		for _, f := range r.Flights {
			if f.Won {
				t.Errorf("nobody has won, but %+v", f)
			}
		}
	})
}

func TestAMatchThatWaitsOrIsOverIsNotToldWhenTheHostCloses(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		setup := testSetup(t)
		setup.Lobby = true
		m := startMatch(t, HostConfig{Result: told.take}, played{Setup: setup, Bots: 3})
		m.fly(10*time.Second, newPlayer("Rex", m.pipe, 1))
		m.end()
		if n := len(told.all()); n != 0 {
			t.Errorf("a match that never began was told %d times", n)
		}
		m = startMatch(t, HostConfig{Result: told.take}, played{Setup: briefSetup(t, 5), Bots: 3})
		m.fly(8*time.Second, newPlayer("Rex", m.pipe, 1))
		m.end()
		if n := len(told.all()); n != 1 {
			t.Errorf("a match that was over was told %d times", n)
		}
	})
}

func TestWhatTheHostIsToldToTellEverybodyReads(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		m.host.Tell("no record")
		reads(t, m.listen(time.Second, p), "no record")
		m.end()
		m.host.Tell("nobody is there") // and it does not wait for anybody
	})
}

func TestTheHigherScoreWinsAndADrawIsNobodys(t *testing.T) {
	for what, c := range map[string]struct {
		mode   game.Mode
		scores []int32 // those of team 1 come first, in turn
		team   [game.MaxTeams + 1]int32
		won    []bool
	}{
		"one is best":           {game.Deathmatch, []int32{3, 9, 4}, [game.MaxTeams + 1]int32{}, []bool{false, true, false}},
		"two are best":          {game.Deathmatch, []int32{9, 3, 9}, [game.MaxTeams + 1]int32{}, []bool{false, false, false}},
		"two, and then a third": {game.Deathmatch, []int32{5, 5, 9}, [game.MaxTeams + 1]int32{}, []bool{false, false, true}},
		"less than nothing":     {game.Deathmatch, []int32{-5, -10}, [game.MaxTeams + 1]int32{}, []bool{true, false}},
		"alone":                 {game.Deathmatch, []int32{5}, [game.MaxTeams + 1]int32{}, []bool{false}},
		"a team":                {game.Teams, []int32{1, 50, 1}, [game.MaxTeams + 1]int32{0, 9, 3}, []bool{true, false, true}},
		"teams that are even":   {game.Teams, []int32{1, 50}, [game.MaxTeams + 1]int32{0, 9, 9}, []bool{false, false}},
	} {
		var r Result
		setup := expanse(t)
		setup.Mode = c.mode
		s := newStage(HostConfig{Result: func(told Result) { r = told }}, played{Setup: setup, Bots: len(c.scores), Peaceful: true})
		s.pass(1 + len(c.scores)) // a bot comes a tick
		for i, score := range c.scores {
			s.World.Ships[i].Score = score
		}
		s.World.TeamScores = c.team
		s.order(game.OrderClose)
		s.pass(1)
		if len(r.Flights) != len(c.won) {
			t.Errorf("%s: expected %d flights, found %+v", what, len(c.won), r.Flights)
			continue
		}
		for i, f := range r.Flights {
			if f.Won != c.won[i] {
				t.Errorf("%s: expected %v, found %+v", what, c.won, r.Flights)
				break
			}
		}
	}
}

func TestCountingForTheRecordsAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{Result: func(Result) {}}, played{Setup: expanse(t), Bots: game.MaxShips, Skill: 4})
	s.pass(20 * game.TickRate)
	if n := testing.AllocsPerRun(600, func() { s.pass(1) }); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}
