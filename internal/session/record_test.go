package session

import (
	"path/filepath"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/play"
)

// aResult is the result of three ships, the second of which a pilot left.
func aResult() *net.Result {
	setup := &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}
	ann := net.Flight{Pilot: 7, Identity: "SHA256:ann", Name: "Ann", Place: 1, Kills: 3, Flown: time.Minute}
	ann.Did.Damage, ann.Did.LongestStreak = 12, 3
	ann.Did.Classes[1] = game.ArmTally{Kills: 3, Flown: 60 * game.TickRate}
	ann.Did.Weapons[0] = game.ArmTally{Shots: 20, Hits: 12, Damage: 12, Kills: 3}
	return &net.Result{
		Setup: setup, Lasted: time.Minute, Finished: true,
		Flights: []net.Flight{{Pilot: 9, Name: "Gone"}, ann, {Pilot: 3, Name: "Vega", Skill: 2, Place: 2}},
		Kills:   []net.Kills{{By: 7, Of: 9, Times: 1}, {By: 7, Of: 3, Times: 2}, {By: 7, Of: 55, Times: 4}},
	}
}

func TestMatchOfHasNamesAndKills(t *testing.T) {
	m := MatchOf(aResult(), time.Now())
	ann := m.Flights[1]
	if len(ann.Classes) != 1 || ann.Classes[0].Name != assets.Classes()[1].Name || ann.Classes[0].Seconds != 60 || ann.Classes[0].Kills != 3 {
		t.Errorf("classes: %+v", ann.Classes)
	}
	if len(ann.Weapons) != 1 || ann.Weapons[0].Name != assets.Weapons()[0].Name || ann.Weapons[0].Hits != 12 || ann.Damage != 12 || ann.Streak != 3 {
		t.Errorf("weapons: %+v of %+v", ann.Weapons, ann)
	}
	if len(m.Kills) != 2 || m.Kills[0].By != 1 || m.Kills[0].Of != 0 || m.Kills[1].Of != 2 || m.Kills[1].Times != 2 {
		t.Errorf("kills, of which those of a pilot without a flight are left out: %+v", m.Kills)
	}
}

func TestTheLocalResultIsFromTheRecords(t *testing.T) {
	n := &career.News{
		Result: career.Result{Finished: true, Rating: 1499.6, Streak: 6, Medals: []string{"streak-5", "of-a-later-version"}},
		Before: 1512.4,
		Last:   &career.Result{Finished: true, Streak: 2},
	}
	want := play.PlayerResult{
		Rated: true, Rating: 1500, RatingChange: -12, Medals: []string{"Streak of five"}, Better: []string{"streak of 6, 2 last time"},
	}
	if got := LocalResult(n); !reflect.DeepEqual(got, want) {
		t.Errorf("expected %+v, found %+v", want, got)
	}
	n.Before = 0
	if got := LocalResult(n); !got.FirstRating || got.RatingChange != 0 {
		t.Errorf("the first that is rated: %+v", got)
	}
	if got := LocalResult(&career.News{}); !reflect.DeepEqual(got, play.PlayerResult{}) {
		t.Errorf("an empty view gives %+v", got)
	}
}

// aView is the view of a match that has ended; the player in slot 0 has won against a bot.
func aView() (*net.View, *game.Tally) {
	v := &net.View{
		Setup: &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes(), Weapons: assets.Weapons()},
		World: &game.World{Status: game.Closed}, Me: 0, Pilot: 5,
		Roster: []proto.Pilot{{ID: 5, Slot: 0, Name: "Ann"}, {ID: 6, Slot: 1, Name: "Vega", Flags: proto.BotPilot}, {ID: 7, Slot: proto.NoSlot, Name: "Watcher"}},
	}
	v.World.Ships[0] = game.Ship{State: game.Flying, Score: 30, Kills: 3}
	v.World.Ships[1] = game.Ship{State: game.Dead, Deaths: 3}
	t := &game.Tally{}
	t.Slots[0].Flown, t.Slots[1].Flown = 60*game.TickRate, 60*game.TickRate
	t.Slots[0].Killed[1] = 3
	return v, t
}

func TestMatchesSeenElsewhereAreInTheCareer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	synctest.Test(t, func(t *testing.T) {
		s := newSeen(path, "example.org", "SHA256:ann", []string{"SHA256:ann", "SHA256:ssh"})
		s.Note(aView())
		if _, known := s.Own(); known {
			t.Error("a host of this machine has had no time to record it")
		}
		time.Sleep(patience + time.Second)
		synctest.Wait()
		if o, known := s.Own(); !known || o.Rated {
			t.Errorf("known: %v, %+v", known, o)
		}
		better, tally := aView()
		tally.Slots[0].Damage = 20
		s.Note(better, tally)
		s.Close() // before its patience is over; it is recorded all the same
	})
	c, err := records.ReadCareer(path, []string{"SHA256:ann"})
	if err != nil || c.Matches != 2 || c.Wins != 2 || c.Kills != 6 || c.Damage != 20 || c.Last[0].Host != "example.org" || c.Last[0].Place != 1 || c.Last[0].Ships != 2 {
		t.Errorf("found %+v, %v", c, err)
	}
}

func TestOnlyThePlayersMatchesAreRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	s := newSeen(path, "example.org", "SHA256:ann", nil)
	watched, tally := aView()
	watched.Me = -1
	s.Note(watched, tally)
	foreign, tally := aView()
	foreign.Foreign = true
	s.Note(foreign, tally)
	view, tally := aView()
	tally.Slots[0].Flown = 0 // when it ended
	s.Note(view, tally)
	s.Close()
	anonymous := newSeen(path, "example.org", "", nil)
	anonymous.Note(aView())
	anonymous.Close()
	if c, err := records.ReadCareer(path, []string{"SHA256:ann", ""}); err != nil || c.Matches != 0 {
		t.Errorf("found %+v, %v", c, err)
	}
}
