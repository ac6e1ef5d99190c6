package net

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// results collects the results of a host.
type results struct {
	mu   sync.Mutex
	list []Result
}

func (r *results) add(result Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, result)
}

func (r *results) all() []Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.list
}

// flight returns a pilot's flights in one.
func (r *Result) flight(t *testing.T, name string) career.Flight {
	t.Helper()
	for _, f := range r.Flights {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no %s among %+v", name, r.Flights)
	return career.Flight{}
}

// briefSetup returns a deathmatch of so many seconds.
func briefSetup(t *testing.T, seconds game.Tick) *game.Setup {
	setup := testSetup(t)
	setup.TimeLimit = seconds * game.TickRate
	return setup
}

func TestAResultIsPublishedAtTheEnd(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.add}, played{Setup: briefSetup(t, 60), Bots: 5, Skill: 4})
		defer m.end()
		p := newPlayer("Rex", func() link.Link {
			near, far := link.PipeOf("memory", "SHA256:rex")
			m.host.Add(far)
			return near
		}, 1)
		m.flyUntil(func() bool { return len(told.all()) > 0 }, p)
		m.fly(5*time.Second, p)
		if len(told.all()) != 1 {
			t.Fatalf("%d reports", len(told.all()))
		}
		r := told.all()[0]
		if !r.Finished || r.Lasted != time.Minute || len(r.Flights) != 6 {
			t.Errorf("found %+v", r)
		}
		world, won := m.world(), 0
		for slot, f := range r.Flights { // no pilot left, so they are in the order of slots
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
			if f.Place != placeOf(&r, slot) || f.Damage == 0 && f.Kills > 0 || r.killsBy(f.Pilot) != f.Kills {
				t.Errorf("%s: place %d, %d damage and %d kills among %+v", f.Name, f.Place, f.Damage, f.Kills, r.Kills)
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

// placeOf returns a pilot's place.
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
		if r.Flights[k.By].Pilot == pilot {
			n += k.Times
		}
	}
	return n
}

// aimedShots counts a slot's shots and hits by events.
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

func TestTheResultIncludesPilotsThatLeft(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.add}, played{Setup: briefSetup(t, 40), Bots: 3})
		defer m.end()
		rex, other := newPlayer("Rex", m.pipe, 1), newPlayer("Other", m.pipe, 2)
		m.fly(20*time.Second, rex, other)
		was := *rex.me()
		rex.Leave()
		m.fly(time.Second, other)
		again := newPlayer("Rex", m.pipe, 3) // perhaps in the same slot
		m.flyUntil(func() bool { return len(told.all()) > 0 }, again, other)
		r := told.all()[0]
		first := r.flight(t, "Rex")
		if first.Won || first.Flown < 18*time.Second || first.Flown > 22*time.Second || first.Deaths < int(was.Deaths) || first.Deaths > int(was.Deaths)+1 {
			t.Errorf("he had %d deaths, and is reported as %+v", was.Deaths, first)
		}
		if len(r.Flights) != 6 || !reflect.DeepEqual(r.Flights[0], first) || first.Place != 0 || r.Flights[1].Place == 0 {
			t.Errorf("found %+v", r.Flights)
		}
		if got := r.killsBy(first.Pilot); got != first.Kills {
			t.Errorf("%d kills, and the list has %d", first.Kills, got)
		}
		for _, f := range r.Flights[1:] {
			if f.Name == "Rex" && (f.Flown > 20*time.Second || f.Flown == 0) {
				t.Errorf("the new flight is reported as %+v", f)
			}
		}
	})
}

func TestClosingPublishesTheResult(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.add}, played{Bots: 3})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(10*time.Second, p)
		m.end()
		if len(told.all()) != 1 {
			t.Fatalf("%d reports", len(told.all()))
		}
		r := told.all()[0]
		if r.Finished || r.Lasted < 9*time.Second || r.Lasted > 11*time.Second || len(r.Flights) != 4 {
			t.Errorf("found %+v", r)
		}
		for _, f := range r.Flights {
			if f.Won {
				t.Errorf("no one has won, but %+v", f)
			}
		}
	})
}

func TestClosingPublishesNoResultOfALobbyOrAnEndedMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told results
		setup := testSetup(t)
		setup.Lobby = true
		m := startMatch(t, HostConfig{Result: told.add}, played{Setup: setup, Bots: 3})
		m.fly(10*time.Second, newPlayer("Rex", m.pipe, 1))
		m.end()
		if n := len(told.all()); n != 0 {
			t.Errorf("a match that never began got %d times", n)
		}
		m = startMatch(t, HostConfig{Result: told.add}, played{Setup: briefSetup(t, 5), Bots: 3})
		m.fly(8*time.Second, newPlayer("Rex", m.pipe, 1))
		m.end()
		if n := len(told.all()); n != 1 {
			t.Errorf("a match that was over got %d times", n)
		}
	})
}

func TestTellReachesAll(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		p := newPlayer("Rex", m.pipe, 1)
		m.fly(time.Second, p)
		m.host.Notify("no record")
		reads(t, m.listen(time.Second, p), "no record")
		m.end()
		m.host.Notify("nobody is there") // it does not block
	})
}

func TestTheHigherScoreWinsAndADrawHasNoWinner(t *testing.T) {
	for what, c := range map[string]struct {
		mode   game.Mode
		scores []int32 // those of team 1 first, alternating
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
		s.pass(1 + len(c.scores)) // a bot joins in each tick
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

func TestCountingAllocatesNothing(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{Result: func(Result) {}}, played{Setup: expanse(t), Bots: game.MaxShips, Skill: 4})
	s.pass(20 * game.TickRate)
	if n := testing.AllocsPerRun(600, func() { s.pass(1) }); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

// recordings collects recordings.
type recordings struct {
	files [][]byte
	ended []bool
}

func (r *recordings) take(p replay.Piece) {
	if p.First {
		r.files, r.ended = append(r.files, nil), append(r.ended, false)
	}
	n := len(r.files) - 1
	r.files[n] = append(r.files[n], p.Bytes...)
	r.ended[n] = p.Ended
}

// verified parses a file, which must be complete and valid.
func (r *recordings) verified(t *testing.T, n int) *replay.File {
	t.Helper()
	f, err := replay.Parse(r.files[n])
	if err != nil {
		t.Fatal(err)
	}
	if f.Torn != nil {
		t.Fatal(f.Torn)
	}
	if err := f.Verify(nil); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestHostAndClientRecordAMatch(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var host, seen recordings
		var told results
		m := startMatch(t, HostConfig{Result: told.add, Recording: Recording{To: []func(replay.Piece){host.take}, Program: "test"}}, played{Setup: briefSetup(t, 60), Bots: 5, Skill: 4})
		p := newPlayer("Rex", m.pipe, 1)
		p.conf.Recording = Recording{To: []func(replay.Piece){seen.take}}
		p.recorder.conf = p.conf.Recording
		m.flyUntil(func() bool { return len(told.all()) > 0 }, p)
		if err := p.Say("well flown"); err != nil {
			t.Error(err)
		}
		m.fly(tickTime(30), p)
		m.end()

		of, by := host.verified(t, 0), seen.verified(t, 0)
		if !of.Head.Whole || by.Head.Whole || of.Result == nil || by.Result == nil || !host.ended[0] || !seen.ended[0] {
			t.Fatalf("expected a whole file and one from in between, both with results: %+v, %+v", of.Head, by.Head)
		}
		if of.LastTick != by.LastTick || len(of.Result.Flights) != len(by.Result.Flights) {
			t.Errorf("the host's ends at tick %d with %d flights, the player's at %d with %d", of.LastTick, len(of.Result.Flights), by.LastTick, len(by.Result.Flights))
		}
		kills := 0
		for _, n := range of.Notes {
			kills += btoi(n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventKill)
		}
		deaths := 0
		for _, f := range of.Result.Flights {
			deaths += f.Deaths
		}
		if kills != deaths || kills == 0 {
			t.Errorf("%d kills are reported, there were %d deaths", kills, deaths)
		}
		names := map[string]bool{}
		for _, p := range of.Roster(of.LastTick) {
			names[p.Name] = p.Slot != proto.NoSlot
		}
		if !names["Rex"] || len(names) != 6 {
			t.Errorf("the roster is %v", names)
		}
		t.Logf("%d bytes by the host, %d by the player, for %d ticks", len(host.files[0]), len(seen.files[0]), of.LastTick-of.Head.First)
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestAnEndlessMatchIsRecordedInSeveralFiles(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var host, seen recordings
		m := startMatch(t, HostConfig{Recording: Recording{To: []func(replay.Piece){host.take}}}, played{Setup: briefSetup(t, 60), Bots: 2, Skill: 4})
		p := newPlayer("Rex", m.pipe, 1)
		p.conf.Recording = Recording{To: []func(replay.Piece){seen.take}}
		p.recorder.conf = p.conf.Recording
		m.fly(tickTime(300), p)
		m.host.ask(func() error {
			m.host.match.recorder.began -= maxFileTicks // as if it were that long
			return nil
		})
		p.recorder.began -= maxFileTicks
		m.fly(tickTime(300), p)
		m.end()
		for who, r := range map[string]*recordings{"host": &host, "player": &seen} {
			if len(r.files) != 2 || !r.ended[0] {
				t.Fatalf("%s: expected two files, there are %d", who, len(r.files))
			}
			first := r.verified(t, 0)
			second, err := replay.Parse(r.files[1])
			if err != nil || second.Torn != nil || second.Verify(nil) != nil {
				t.Fatal(err, second)
			}
			if first.LastTick != second.Head.First || second.Head.Whole || second.LastTick-second.Head.First < 200 || len(second.Roster(second.LastTick)) != 3 {
				t.Errorf("%s: the first ends at tick %d, the second is of %+v", who, first.LastTick, second.Head)
			}
		}
	})
}

// pieceCount counts pieces, and stores nothing.
type pieceCount struct{ bytes, pieces int }

func (c *pieceCount) take(p replay.Piece) { c.bytes, c.pieces = c.bytes+len(p.Bytes), c.pieces+1 }

func TestRecordingATickAllocatesLittle(t *testing.T) {
	skipIfShort(t)
	var f pieceCount
	s := newStage(HostConfig{Recording: Recording{To: []func(replay.Piece){f.take}}}, played{Setup: expanse(t), Bots: game.MaxShips, Skill: 4})
	s.pass(20 * game.TickRate)
	f = pieceCount{}
	n := testing.AllocsPerRun(600, func() { s.pass(1) })
	t.Logf("%v allocations a tick, %d bytes and %d pieces a minute", n, f.bytes*6, f.pieces*6)
	if n > 0 { // rounded down: one for each piece
		t.Errorf("%v allocations a tick", n)
	}
}

func BenchmarkHostTick64BotsRecorded(b *testing.B) {
	for _, recorded := range []bool{false, true} {
		name, conf := "off", HostConfig{}
		if recorded {
			name, conf.Recording = "recorded", Recording{To: []func(replay.Piece){new(pieceCount).take}}
		}
		b.Run(name, func(b *testing.B) {
			s := newStage(conf, played{Setup: expanse(b), Bots: game.MaxShips})
			s.pass(20 * game.TickRate)
			b.ReportAllocs()
			for b.Loop() {
				s.pass(1)
			}
		})
	}
}

func TestALogIsSmall(t *testing.T) {
	skipIfShort(t)
	for _, players := range []int{4, 16, 64} {
		var f pieceCount
		s := newStage(HostConfig{Recording: Recording{To: []func(replay.Piece){f.take}, State: true}}, played{Setup: expanse(t)})
		for range players {
			s.admit(&thin{stage: s})
		}
		s.pass(10 * game.TickRate)
		f = pieceCount{}
		s.pass(20 * game.TickRate)
		t.Logf("%d players: %d bytes a second", players, f.bytes/20)
		if f.bytes/20 > 200*players+1000 {
			t.Errorf("%d players: %d bytes a second", players, f.bytes/20)
		}
	}
}

// raceSetup returns a race over so many laps.
func raceSetup(t *testing.T, arena string, laps int, lobby bool) *game.Setup {
	t.Helper()
	a, err := assets.Arena(arena)
	if err != nil {
		t.Fatal(err)
	}
	of := *a
	of.Laps = laps
	return &game.Setup{Arena: &of, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Race, Lobby: lobby}
}

func TestTheReplayOfARaceLeadsToTheSameWorldAndLaps(t *testing.T) {
	skipIfShort(t)
	for _, lobby := range []bool{false, true} {
		var told results
		s := newStage(HostConfig{Result: told.add}, played{Setup: raceSetup(t, "ring", 1, lobby), Bots: 4})
		for round := 1; round <= 2; round++ {
			s.pass(100)
			if lobby {
				s.liveMatch.order(game.OrderStart)
			}
			for n := 0; len(told.all()) < round; n++ {
				if s.pass(60); n > 200 {
					t.Fatal("the race does not end")
				}
			}
			r := told.all()[round-1]
			f, err := replay.Parse(r.Proof)
			if err != nil || f.Torn != nil || !f.Head.Whole || int(f.Head.Number) != round || r.Number != f.Head.Number || f.Result == nil {
				t.Fatalf("%v, %v, %+v", err, f.Torn, f.Head)
			}
			t.Logf("%d bytes for %d ships and %d ticks", len(r.Proof), len(r.Flights), f.LastTick-f.Head.First)
			var end game.World
			if err := f.Verify(func(w *game.World, _ []game.Event) { end = *w }); err != nil {
				t.Fatal(err)
			}
			for _, l := range r.Flights {
				if racer := end.Racers[l.Slot]; racer.Best != l.Lap || end.Ships[l.Slot].Score != l.Score || l.Lap == 0 {
					t.Errorf("lobby %t, round %d: slot %d: best lap %d and score %d in the replay, %d and %d in the race", lobby, round, l.Slot, racer.Best, end.Ships[l.Slot].Score, l.Lap, l.Score)
				}
			}
			for s.liveMatch.World.Status == game.Closed {
				s.pass(60)
			}
		}
	}
}

func TestOnlyWholeRacesHaveAProof(t *testing.T) {
	var told results
	s := newStage(HostConfig{Result: told.add}, played{Setup: raceSetup(t, "ring", 1, false), Bots: 2})
	s.pass(300)
	taken := liveMatch{onResult: told.add, log: s.liveMatch.log, botNames: []string{"Bot"}}
	taken.resume(s.value())
	if taken.proof != nil || s.proof == nil {
		t.Errorf("kept after it was taken over: %t; from the beginning: %t", taken.proof != nil, s.proof != nil)
	}
	if other := newStage(HostConfig{Result: told.add}, played{Setup: expanse(t), Bots: 2}); other.proof != nil {
		t.Error("a deathmatch is kept")
	}
}

// flightLines formats flights without the fields that a replay lacks.
func flightLines(flights []career.Flight) string {
	var lines []string
	for _, f := range flights {
		f.Identity, f.Novice = "", false
		lines = append(lines, fmt.Sprintf("%+v", f))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestRecountEqualsTheHostsResult(t *testing.T) {
	skipIfShort(t)
	for _, mode := range []game.Mode{game.Deathmatch, game.Teams} {
		bubble(t, func(t *testing.T) {
			var film recordings
			var told results
			setup := *briefSetup(t, 40)
			setup.Mode = mode
			m := startMatch(t, HostConfig{Result: told.add, Recording: Recording{To: []func(replay.Piece){film.take}}}, played{Setup: &setup, Bots: 5, Skill: 4})
			stays, leaves := newPlayer("Rex", m.pipe, 1), newPlayer("Ann", m.pipe, 2)
			m.fly(tickTime(900), stays, leaves)
			leaves.Leave()
			m.flyUntil(func() bool { return len(told.all()) > 0 }, stays)
			m.end()
			want := told.all()[0]
			got, err := Recount(film.verified(t, 0))
			if err != nil {
				t.Fatal(err)
			}
			if len(want.Flights) < 7 || flightLines(got.Flights) != flightLines(want.Flights) {
				t.Errorf("%s: counted\n%s\nexpected\n%s", mode.Name(), flightLines(got.Flights), flightLines(want.Flights))
			}
			if got.TeamScores != want.TeamScores || got.Lasted != want.Lasted || got.Finished != want.Finished || len(got.Kills) != len(want.Kills) {
				t.Errorf("%s: counted %v, %v, %t, %d kills, expected %v, %v, %t, %d", mode.Name(), got.TeamScores, got.Lasted, got.Finished, len(got.Kills),
					want.TeamScores, want.Lasted, want.Finished, len(want.Kills))
			}
		})
	}
}

func TestAResultHasTheNamesOfShipsAndTheKillsByFlight(t *testing.T) {
	r := Result{Setup: &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}}
	f := countedFlight{Pilot: 7, Identity: "SHA256:ann", Name: "Ann", Place: 1, Kills: 3, Flown: time.Minute}
	f.Did.Damage, f.Did.LongestStreak = 12, 3
	f.Did.Classes[1] = game.ArmTally{Kills: 3, Flown: 60 * game.TickRate}
	f.Did.Weapons[0] = game.ArmTally{Shots: 20, Hits: 12, Damage: 12, Kills: 3}
	r.store([]countedFlight{{Pilot: 9, Name: "Gone"}, f, {Pilot: 3, Name: "Vega", Skill: 2, Place: 2}}, []killCount{{7, 9, 1}, {7, 3, 2}, {7, 55, 4}})
	ann := r.Flights[1]
	if len(ann.Classes) != 1 || ann.Classes[0].Name != assets.Classes()[1].Name || ann.Classes[0].Seconds != 60 || ann.Classes[0].Kills != 3 {
		t.Errorf("classes: %+v", ann.Classes)
	}
	if len(ann.Weapons) != 1 || ann.Weapons[0].Name != assets.Weapons()[0].Name || ann.Weapons[0].Hits != 12 || ann.Damage != 12 || ann.Streak != 3 {
		t.Errorf("weapons: %+v of %+v", ann.Weapons, ann)
	}
	if len(r.Kills) != 2 || r.Kills[0].By != 1 || r.Kills[0].Of != 0 || r.Kills[1].Of != 2 || r.Kills[1].Times != 2 {
		t.Errorf("kills, without those of a pilot without a flight: %+v", r.Kills)
	}
}

func TestTheClientsResultEqualsTheHosts(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var told results
		m := startMatch(t, HostConfig{Result: told.add}, played{Setup: briefSetup(t, 60), Bots: 5, Skill: 4})
		defer m.end()
		p := newPlayer("Rex", m.pipe, 1)
		var tally game.Tally
		over := func() bool {
			if p.view != nil && p.view.World != nil {
				if tally.Seen == 0 {
					tally = game.NewTally(p.view.World)
				}
				tally.Add(p.view.Setup, p.view.World, p.view.Decided)
			}
			return len(told.all()) > 0
		}
		m.flyUntil(over, p)
		for end := time.Now().Add(time.Second / 2); time.Now().Before(end); { // the last packets are on their way
			m.fly(tickTime(1), p)
			over()
		}
		r, seen := told.all()[0], ResultOfView(p.view, &tally)
		if !seen.Finished || len(seen.Flights) != len(r.Flights) || seen.TeamScores != r.TeamScores || seen.Lasted < r.Lasted-time.Second || seen.Lasted > r.Lasted {
			t.Fatalf("%+v was seen as %+v", r, seen)
		}
		for _, f := range r.Flights {
			got := seen.flight(t, f.Name)
			if got.Place != f.Place || got.Won != f.Won || got.Score != f.Score || got.Kills != f.Kills || got.Deaths != f.Deaths || got.Class != f.Class || got.Weapon != f.Weapon {
				t.Errorf("%+v was seen as %+v", f, got)
			}
			if bot := f.Skill > 0; bot != (got.Skill == career.SkillUnknown) {
				t.Errorf("%s has skill %d, and is seen with %d", f.Name, f.Skill, got.Skill)
			}
			if seen.killsBy(got.Pilot) != f.Kills {
				t.Errorf("%s: %d kills, of which %d were seen", f.Name, f.Kills, seen.killsBy(got.Pilot))
			}
		}
		rex, was := seen.flight(t, "Rex"), r.flight(t, "Rex")
		if rex.Shots != was.Shots || rex.Hits != was.Hits || rex.Damage != was.Damage || rex.Streak != was.Streak {
			t.Errorf("%+v was seen as %+v", was, rex)
		}
	})
}

func TestJoiningInALoopRemovesNoOneFromTheResult(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	var told results
	s := newStage(HostConfig{Result: told.add}, played{Setup: testSetup(t), Bots: 3})
	rex := s.flier(t, "Rex", "SHA256:rex", proto.Token{})
	for range 5 * game.TickRate {
		s.pass(1)
		rex.press()
	}
	rex.Close()
	s.pass(2)
	many := maxLeft * 5 / 4
	if *long {
		many = 3 * maxLeft
	}
	for i := range many {
		f := s.flier(t, fmt.Sprint("Eve ", i), fmt.Sprint("SHA256:eve", i), proto.Token{})
		s.pass(2)
		if i%8 > 0 { // the others only lose the link
			f.send(&proto.Bye{})
			s.pass(1)
		}
		f.Close()
		s.pass(2)
	}
	if n := len(s.Left); n != maxLeft {
		t.Errorf("%d flights of absent players are stored", n)
	}
	s.publishResult(true)
	r := told.all()[0]
	if n := len(r.Flights); n < maxLeft || n > maxLeft+game.MaxShips {
		t.Errorf("%d flights are reported", n)
	}
	r.flight(t, "Rex")
}

func TestRemovedFlightsHaveNoKills(t *testing.T) {
	skipIfShort(t)
	var left []countedFlight
	var kills []killCount
	for i := range uint16(3 * maxLeft) {
		left, kills = boundLeft(append(left, countedFlight{Pilot: i, Flown: tickTime(int64(i%7) + 1)}), append(kills, killCount{i, 9999, 1}, killCount{9999, i, 1}))
	}
	stays := map[uint16]bool{}
	for _, f := range left {
		stays[f.Pilot] = true
	}
	for _, k := range kills {
		if !stays[k.By] && !stays[k.Of] {
			t.Fatalf("%+v is of no one", k)
		}
	}
	if len(left) != maxLeft || len(kills) != 2*maxLeft {
		t.Errorf("%d flights and %d kills", len(left), len(kills))
	}
	for range 3 * maxLeftKills { // of a player that takes a seat and gives it up again
		left, kills = boundLeft(append(left, countedFlight{Pilot: 7777, Flown: 1}), append(kills, killCount{7777, 8888, 1}))
	}
	if len(left) != maxLeft || len(kills) > maxLeftKills {
		t.Errorf("%d flights and %d kills", len(left), len(kills))
	}
}

// disk has the log of the current match, and the replays of former ones.
type disk struct {
	log     []byte
	safe    int   // bytes of it that are stored for sure: the former log is removed with the first of the next
	pieces  []int // starts of the last pieces
	replays [][]byte
}

func (d *disk) record(p replay.Piece) {
	if p.First {
		d.log, d.pieces, d.safe = nil, nil, len(p.Bytes)
	}
	d.pieces = append(d.pieces, len(d.log))
	d.log = append(d.log, p.Bytes...)
	if p.Ended {
		d.replays = append(d.replays, bytes.Clone(d.log))
	}
}

// cut simulates a power failure: a part of the last pieces is lost.
func (d *disk) cut(pieces int) {
	whole := d.safe
	if len(d.pieces) > pieces {
		whole = max(whole, d.pieces[len(d.pieces)-pieces])
	}
	if whole < len(d.log) {
		d.log = d.log[:whole+rand.IntN(len(d.log)-whole+1)]
	}
}

// life is a host with its state in each tick.
type life struct {
	*stage
	states map[game.Tick][]memory // several for a tick in which a round or a life began
}

type memory struct {
	world game.World
	tally game.Tally
	seats []savedSeat
	left  []countedFlight
	muted []string
}

func (d *disk) config() HostConfig {
	return HostConfig{BotNames: []string{"Vulcan", "Nova", "Rook", "Wasp"}, Recording: Recording{To: []func(replay.Piece){d.record}, State: true, Program: "test"}}
}

// remember stores the state whenever a piece may have it.
func (l *life) remember() {
	state := l.recorder.state
	l.recorder.state = func(anew bool) []byte {
		tick := l.World().Tick
		l.states[tick] = append(l.states[tick], l.memory())
		return state(anew)
	}
}

func (l *life) memory() memory {
	m := memory{world: *l.World(), tally: l.Tally, left: slices.Clone(l.Left), muted: l.admission.muted.save().Keys}
	for _, p := range l.pilots {
		if p.seated() {
			m.seats = append(m.seats, p.save())
		}
	}
	return m
}

func begin(t *testing.T, d *disk, o MatchOptions) *life {
	t.Helper()
	m, err := NewMatch(o, 7)
	if err != nil {
		t.Fatal(err)
	}
	return live(d, nil, m)
}

// live starts the life of a host.
func live(d *disk, r *Resumed, m Match) *life {
	l := &life{states: map[game.Tick][]memory{}}
	conf := d.config()
	conf.Resumed = r
	h := NewHost(conf, m)
	l.stage = &stage{h, &h.match, time.Now()}
	l.states[l.World().Tick] = append(l.states[l.World().Tick], l.memory())
	l.remember()
	l.clock.begin(l.liveMatch.World.Tick, l.now)
	return l
}

// killed resumes the match at another host after a loss of a part of the log, and returns it with the number of lost ticks.
func (l *life) killed(t *testing.T, d *disk, pieces int) (*life, game.Tick) {
	t.Helper()
	at := l.World().Tick
	d.cut(pieces)
	r, err := Resume(d.log)
	if err != nil {
		t.Fatalf("killed at tick %d: %v", at, err)
	}
	w := &r.Match.World
	if difference := l.differs(r); difference != "" {
		t.Fatalf("killed at tick %d, and resumed at tick %d: %s", at, w.Tick, difference)
	}
	if r.File.Result == nil {
		d.log = d.log[:r.File.Whole:r.File.Whole]
		d.pieces, d.safe = nil, len(d.log)
	}
	next := live(d, r, r.Match)
	for tick, was := range l.states {
		if tick <= w.Tick && w.Tick-tick < 2*game.TickRate {
			next.states[tick] = append(was, next.states[tick]...)
		}
	}
	return next, at - w.Tick
}

// World returns that of the host.
func (l *life) World() *game.World { return &l.liveMatch.World }

// differs returns a difference between the resumed state and all earlier ones.
func (l *life) differs(r *Resumed) (difference string) {
	difference = "there never was such a tick"
	for _, was := range l.states[r.Match.World.Tick] {
		if difference = was.differs(r); difference == "" {
			break
		}
	}
	return difference
}

func (was *memory) differs(r *Resumed) string {
	var seats []savedSeat
	for i := range r.Match.Seats {
		seats = append(seats, r.Match.Seats[i].save())
	}
	over := r.Match.OverAt != 0 // once the result is published
	switch is, want := fmt.Sprint(seats), fmt.Sprint(was.seats); {
	case was.world != r.Match.World:
		return "the World is another"
	case was.tally != r.Match.Tally && !over:
		return "the tally is another"
	case is != want:
		return fmt.Sprintf("the seats are\n%v, and were\n%v", is, want)
	case len(was.left) != len(r.Match.Left) && !over:
		return fmt.Sprintf("%d have left, and %d had", len(r.Match.Left), len(was.left))
	case !slices.Equal(was.muted, r.saved.Muted.Keys):
		return fmt.Sprintf("%v are muted, %v were", r.saved.Muted.Keys, was.muted)
	}
	return ""
}

// guest is a player that joins, plays and returns.
type guest struct {
	name, key string
	token     proto.Token
	id        uint16
	slot      uint8
	*flier
}

// join adds the guest, or brings it back.
func (g *guest) join(t *testing.T, l *life) {
	t.Helper()
	g.flier = l.flier(t, g.name, g.key, g.token)
	g.token, g.id = g.welcome.Token, g.welcome.Pilot
}

func (g *guest) pilot(l *life) *pilot {
	i := slices.IndexFunc(l.pilots, func(p *pilot) bool { // ids of the lost ticks are reused
		return p.ID == g.id && (p.Proof == proofOf(g.token) || g.key != "" && p.Identity == g.key)
	})
	if i < 0 {
		return nil
	}
	return l.pilots[i]
}

func TestAThousandKillsLoseNoSeat(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	kills := 15
	if *long {
		kills = 1000
	}
	d := &disk{}
	l := begin(t, d, MatchOptions{Rotation: "deathmatch:open,teams:duel,last,orb,waves,trails,race", Time: 25 * time.Second, Bots: 1, Fill: 5, Skill: 3})
	var guests []*guest
	for i, key := range []string{"SHA256:ann", "", "SHA256:rex", ""} {
		guests = append(guests, &guest{name: fmt.Sprint("Guest ", i), key: key})
	}
	for _, g := range guests {
		g.join(t, l)
	}
	for range game.TickRate { // before that nothing may be stored
		l.live(t, guests)
	}
	var lost []game.Tick
	for range kills {
		for range 1 + rand.IntN(5*game.TickRate) {
			l.live(t, guests)
		}
		for _, g := range guests { // guests of the lost ticks are newcomers again
			if p := g.pilot(l); p != nil {
				g.slot = p.Slot
			}
		}
		next, ticks := l.killed(t, d, 1+rand.IntN(3))
		lost = append(lost, ticks)
		l = next
		for _, g := range guests {
			g.rejoin(t, l)
		}
	}
	slices.Sort(lost)
	t.Logf("%d kills over %d rounds: lost p50 %d ms, p99 %d ms, at most %d ms of the match", kills, l.Number,
		ms(lost[len(lost)/2]), ms(lost[len(lost)*99/100]), ms(lost[len(lost)-1]))
	if lost[len(lost)-1] > game.TickRate {
		t.Errorf("%d ticks were lost", lost[len(lost)-1])
	}
	d.mustPlay(t, int(l.Number))
}

func ms(ticks game.Tick) int64 { return tickTime(int64(ticks)).Milliseconds() }

// live runs a tick in which one of the guests may act.
func (l *life) live(t *testing.T, guests []*guest) {
	g := guests[rand.IntN(len(guests))]
	switch rand.IntN(400) {
	case 0:
		g.send(&proto.Spawn{Name: fmt.Sprint("Guest ", rand.IntN(9)), Class: uint8(rand.IntN(3)), Weapon: uint8(rand.IntN(3)), Team: uint8(rand.IntN(3)), Colour: uint8(rand.IntN(9))})
	case 1:
		g.send(&proto.Chat{Text: "hello"})
	case 2:
		if p := g.pilot(l); p != nil {
			(&l.stage.Host.Operator).mute(p, !p.Muted)
		}
	case 3:
		g.send(&proto.Bye{Reason: "later"})
		l.pass(1)
		g.token = proto.Token{}
		g.join(t, l)
	}
	for _, g := range guests {
		g.press()
	}
	l.pass(1)
}

// rejoin brings the guest back, by token or key alone, to its seat.
func (g *guest) rejoin(t *testing.T, l *life) {
	t.Helper()
	was := g.pilot(l)
	if was != nil && !(was.isSubstitute() && was.Kept && was.Inputs.ReceivedAt <= l.World().Tick) {
		t.Fatalf("%s's ship has no substitute: %+v", g.name, was.Pilot)
	}
	if g.key != "" && rand.IntN(2) == 0 {
		g.token = proto.Token{} // another program, with the same key
	}
	id, slot := g.id, g.slot
	if was != nil {
		slot = was.Slot // it may have changed in the lost ticks
	}
	g.join(t, l)
	if was != nil && (g.id != id || g.welcome.Slot != slot) {
		t.Fatalf("%s was pilot %d in slot %d, and is %d in %d", g.name, id, slot, g.id, g.welcome.Slot)
	}
}

// mustPlay expects complete replays of matches, even if their hosts were killed.
func (d *disk) mustPlay(t *testing.T, rounds int) {
	t.Helper()
	if len(d.replays) < rounds-2 {
		t.Errorf("got %d replays of %d", len(d.replays), rounds)
	}
	for i, b := range d.replays {
		f, err := replay.Parse(b)
		if err != nil || f.Torn != nil || f.Result == nil || !f.Head.Whole {
			t.Fatalf("match %d: %v, %v, from its beginning %v", i, err, f.Torn, f.Head.Whole)
		}
		if err := f.Verify(nil); err != nil {
			t.Fatalf("match %d: %v", i, err)
		}
	}
}

// again returns a host that resumes the match from the log, with another configuration.
func (d *disk) again(t *testing.T, change func(*HostConfig)) *life {
	t.Helper()
	r, err := Resume(d.log)
	if err != nil {
		t.Fatal(err)
	}
	conf := d.config()
	conf.Resumed = r
	change(&conf)
	h := NewHost(conf, r.Match)
	l := &life{stage: &stage{h, &h.match, time.Now()}, states: map[game.Tick][]memory{}}
	l.clock.begin(l.liveMatch.World.Tick, l.now)
	return l
}

func TestTheRulesOfVotesSurviveTheHost(t *testing.T) {
	d := &disk{}
	l := begin(t, d, MatchOptions{Bots: 4, Skill: 3, Time: 5 * time.Minute})
	l.pass(game.TickRate)
	g := &guest{name: "Ann", key: "SHA256:ann"}
	g.join(t, l)
	l.pass(3 * game.TickRate)
	_, far := link.PipeOf("10.6.6.6:1", "SHA256:out")
	out := &peer{link: far}
	caller := voterAt(g.id, "192.0.2.1/32", g.key)
	l.polls.rules.kick(voterOf(&pilot{Seat: Seat{seatRecord: seatRecord{Address: "10.6.6.6:1"}}}, []string{"SHA256:out"}), l.World().Tick)
	l.polls.rules.called(caller, l.World().Tick)
	l.polls.rules.ended(l.World().Tick)
	l.polls.off = true
	l.pass(game.TickRate)
	next := d.again(t, func(*HostConfig) {})
	if now, rules := next.World().Tick, &next.polls.rules; next.votedOut(out, []string{"SHA256:out"}) < kickedFor-2*game.TickRate ||
		rules.mayCall(caller, now) < callerPause-2*game.TickRate || rules.mayCall(voterAt(99, "", ""), now) < pollPause-2*game.TickRate || !next.polls.off {
		t.Errorf("the host after has %+v", next.polls)
	}
	if came := next.pilots[4].Came; came != g.pilot(l).Came || came == 0 {
		t.Errorf("Ann joined at tick %d, not at %d", came, g.pilot(l).Came)
	}
}

func TestSpectatorsOfAResumedMatchHaveItsPilotsAndResults(t *testing.T) {
	for _, over := range []bool{false, true} {
		d := &disk{}
		l := begin(t, d, MatchOptions{Bots: 4, Skill: 3, Time: 20 * time.Second})
		g := &guest{name: "Ann", key: "SHA256:ann"}
		g.join(t, l)
		play := func(ticks int) {
			for range ticks {
				g.press()
				l.pass(1)
			}
		}
		if play(10 * game.TickRate); over {
			play(14 * game.TickRate)
		}
		next := d.again(t, func(c *HostConfig) { c.Delay = 2 * time.Second })
		near, far := link.PipeOf("10.1.1.1:1", "")
		next.Add(far)
		next.admit(<-next.newcomers)
		c := NewClient(ClientConfig{Name: "Watcher", Spectate: true, Wait: true, Dial: func() link.Link { return near }})
		for range 4 * game.TickRate {
			c.Frame(next.now, game.Steer(game.Idle))
			next.pass(1)
		}
		named := map[uint8]bool{}
		for _, p := range c.view.Roster {
			named[p.Slot] = true
		}
		for slot := range c.view.World.Ships {
			if c.view.World.Ships[slot].State != game.Empty && !named[uint8(slot)] {
				t.Errorf("the pilot of ship %d is unknown", slot)
			}
		}
		if left := next.late.nextIn(); over && (c.view.NextMatch == 0 || next.late.overAt != next.OverAt) {
			t.Errorf("results are shown for %v, %d ticks", c.view.NextMatch, left)
		}
	}
}

// aLog returns the log of a match with two players.
func aLog(t testing.TB) (d *disk, token proto.Token) {
	t.Helper()
	d = &disk{}
	m, err := NewMatch(MatchOptions{Fill: 4, Skill: 3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	l := live(d, nil, m)
	p := l.join("Ann", "SHA256:ann", "192.0.2.1:5")
	l.seatNow(p)
	l.seatNow(l.join("Rex", "", ""))
	l.pass(100)
	return d, p.Token
}

func TestALogHasNoTokens(t *testing.T) {
	skipIfShort(t)
	d, token := aLog(t)
	r, err := Resume(d.log)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(d.log, token[:]) || r.Match.Seats[0].Token != (proto.Token{}) {
		t.Error("a reader of the log can claim the seat")
	}
	if r.Waiting() != 2 || r.Match.Seats[0].Proof != proofOf(token) {
		t.Errorf("%d players are waited for", r.Waiting())
	}
}

func TestAMatchWithAPathThatIsNotUTF8IsResumed(t *testing.T) {
	for _, path := range []string{"arenas/caf\xe9.txt", "\xff\x00\ufffd", "é\U0010ff41\xc3", ""} {
		d := &disk{}
		m := FixedMatch(testSetup(t), MatchOptions{Arena: path, ArenaFolder: path, Campaign: path, Rotation: Rotation(path), Bots: 2, Skill: 3, Time: time.Minute}, 7)
		m.Next, m.Picked = &m.Asked, Candidate{Title: path, Arena: path}
		live(d, nil, m).pass(game.TickRate)
		r, err := Resume(d.log)
		if err != nil {
			t.Fatalf("%q: %v", path, err)
		}
		if got := &r.Match; got.Options != m.Options || *got.Next != m.Asked || got.Picked != m.Picked {
			t.Errorf("%q is %+v", path, got.Options)
		}
	}
}

func TestAReplayCannotBeResumed(t *testing.T) {
	skipIfShort(t)
	d, _ := aLog(t)
	f, err := replay.Parse(d.log)
	if err != nil {
		t.Fatal(err)
	}
	w, world, err := f.Cut(0, f.LastTick)
	if err != nil {
		t.Fatal(err)
	}
	w.Flush(world)
	if _, err := Resume(w.Take(nil)); err != ErrNoState {
		t.Errorf("expected an error without a remedy, got %v", err)
	}
}

func TestALogWithoutARecentStateIsRefused(t *testing.T) {
	skipIfShort(t)
	d, _ := aLog(t)
	f, err := replay.Parse(d.log)
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Play()
	if err == nil {
		err = c.Seek(f.LastTick)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := f.Continue(&c.World)
	for range maxUntallied + 1 {
		c.World.Step(f.Setup, nil, nil)
		w.Tick(nil, &c.World, c.World.Hash(), nil)
	}
	w.Flush(&c.World)
	if _, err := Resume(w.Take(d.log[:f.Whole:f.Whole])); !errors.Is(err, errOtherState) {
		t.Errorf("expected that too much would have to be played, got %v", err)
	}
}

// TestEachFieldIsSavedOrNot lists the state of a match: a field is saved by its name, or is listed here with the reason.
func TestEachFieldIsSavedOrNot(t *testing.T) {
	const (
		inLog   = "in the log otherwise"
		nested  = "has its own entry"
		config  = "in HostConfig or a file of the operator"
		rebuilt = "made again"
		peer    = "of a link, or of a player without a ship: both end with the host"
		past    = "of the last seconds"
	)
	for _, c := range []struct {
		of, saved any
		because   map[string]string
	}{
		{Match{}, savedMatch{}, map[string]string{"Scenario": "its only player leaves with the host", "Cued": "likewise", "Setup": inLog, "World": inLog, "Orders": inLog}},
		{seatRecord{}, savedSeat{}, nil},
		{Seat{}, savedSeat{}, map[string]string{"seatRecord": nested, "Token": "its Proof is saved", "Vote": rebuilt, "Votes": rebuilt, "Bot": rebuilt, "Inputs": rebuilt, "idleness": rebuilt}},
		{pilot{}, nil, map[string]string{
			"Seat": nested, "unique": rebuilt, "wantedName": "Asked is saved", "nameTurn": past, "renamedAt": past, "talk": past, "path": peer, "lastPacket": rebuilt, "waitsSince": peer, "watchesSince": peer}},
		{crew{}, nil, map[string]string{
			"pilots": "Seats are saved", "names": rebuilt, "seats": rebuilt, "room": rebuilt, "orders": inLog, "nameQueue": past, "chatQueue": past, "choosing": rebuilt, "recolour": rebuilt,
			"lastID": "LastID is saved", "stale": rebuilt}},
		{liveMatch{}, nil, map[string]string{
			"Match": nested, "crew": nested, "events": past, "proof": "it must cover the whole match", "recorder": "File.Continue restores it", "lastMatch": "the next host does not drain", "startAt": rebuilt,
			"flown": "figures of a process", "missed": "figures of a process", "botNames": config, "results": config, "resultsWait": config, "setupOf": config, "log": config, "announce": config, "notify": config,
			"onRound": config, "onEvent": config, "onResult": config, "access": config, "keysOf": config}},
		{Host{}, nil, map[string]string{
			"conf": config, "log": config, "Operator": rebuilt, "passwordCheck": config, "infoCache": rebuilt, "requests": rebuilt, "newcomers": peer, "match": nested, "admission": nested,
			"peers": peer, "drain": "the next host does not drain", "polls": nested, "clock": rebuilt, "history": rebuilt, "epoch": "each host has another", "roster": rebuilt, "savedState": rebuilt,
			"talliedAt": rebuilt, "late": "it starts again with all that clients know", "buf": rebuilt, "counts": "figures of a process", "stoppedAt": rebuilt, "leaseLost": rebuilt, "handedOver": rebuilt}},
		{gate{}, nil, map[string]string{"bans": config, "linked": config, "muted": nested, "password": config, "perAddress": config, "access": config, "local": config, "log": config}},
		{mutes{}, savedMutes{}, nil},
		{polls{}, nil, map[string]string{"poll": "a vote ends with its host", "off": "Votes.Off is saved", "rules": nested, "allowed": config, "recount": rebuilt, "target": "see poll", "targetVoter": "see poll", "next": "see poll"}},
		{pollRules{}, savedVotes{}, nil},
		{voter{}, timedOut{}, map[string]string{"idle": rebuilt}},
	} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(c.of)) {
			if len(f.Index) > 1 { // of another struct
				continue
			}
			saved := false
			if c.saved != nil {
				_, saved = reflect.TypeOf(c.saved).FieldByName(strings.ToUpper(f.Name[:1]) + f.Name[1:])
			}
			if saved == (c.because[f.Name] != "") {
				t.Errorf("%T.%s: saved %v, %q", c.of, f.Name, saved, c.because[f.Name])
			}
		}
	}
}

// FuzzSavedMatch: accepted states have one form, and a host can resume them.
func FuzzSavedMatch(f *testing.F) {
	d, _ := aLog(f)
	file, err := replay.Parse(d.log)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file.State)
	c, err := file.Play()
	if err == nil {
		err = c.Seek(file.LastTick)
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		if len(state) == 0 {
			return // invalid
		}
		w := file.Continue(&c.World)
		w.State(state, c.World.Tick)
		r, err := Resume(w.Take(bytes.Clone(d.log[:file.Whole])))
		if err != nil {
			return
		}
		if !json.Valid(state) {
			t.Fatalf("%q was accepted", state)
		}
		live(&disk{}, r, r.Match).pass(70)
	})
}

// TestTextsOfPlayersInALogAreLegible: another host of the fleet may have written the log.
func TestTextsOfPlayersInALogAreLegible(t *testing.T) {
	setup := testSetup(t)
	good := savedSeat{
		Pilot: proto.Pilot{ID: 1, Name: "Ann"}, Asked: "Ann", Proof: make([]byte, len(TokenProof{})), seatRecord: seatRecord{Identity: "SHA256:ann", Address: "[2001:db8::1]:5", Choosing: true},
	}
	if err := good.check(setup); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"\x1b[2J", "\u202e", "\u3164", "\u2800", "a" + strings.Repeat("\u0301", 29), strings.Repeat("x", 200)} {
		for what, change := range map[string]func(s *savedSeat){
			"a name": func(s *savedSeat) { s.Pilot.Name = text }, "a key": func(s *savedSeat) { s.Identity = text }, "an address": func(s *savedSeat) { s.Address = text },
		} {
			bad := good
			if change(&bad); bad.check(setup) == nil {
				t.Errorf("%q is read as %s", text, what)
			}
		}
	}
}
