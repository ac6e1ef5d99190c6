package records

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/game/career"
)

// aRace returns a race in which the flights had these best laps.
func aRace(course string, tape string, laps []int, flights ...career.Flight) *career.Match {
	m := aMatch(flights...)
	m.Mode, m.Arena = "race", "ring"
	m.Laps = career.Laps{Course: course, Proof: []byte(tape)}
	for i, took := range laps {
		m.Laps.Best = append(m.Laps.Best, career.Lap{Flight: i, Slot: uint8(i), Class: "scout", Took: took})
	}
	return m
}

func bob() career.Flight { return career.Flight{Identity: "SHA256:bob", Name: "Bob"} }

// lines writes laps as "rank name ticks tape".
func lines(laps []RankedLap) string {
	var b strings.Builder
	for _, l := range laps {
		b.WriteString(strings.Join([]string{string(rune('0' + l.Rank)), l.Name, lapTime(l.Ticks), string(l.Proof)}, " ") + "\n")
	}
	return b.String()
}

func TestTheBestLapOfEachPlayerIsRankedByArena(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aRace("x", "first", []int{600, 630}, ann(), bob()))
		s.mustAdd(t, aRace("x", "second", []int{660, 590}, ann(), bob()))
		s.mustAdd(t, aRace("y", "third", []int{300}, ann()))
		laps, err := s.Laps("ring", 10)
		if want := "1 Bob 9.83 second\n2 Ann 10.00 first\n1 Ann 5.00 third\n"; err != nil || lines(laps) != want {
			t.Errorf("%v, found\n%sexpected\n%s", err, lines(laps), want)
		}
		if none, err := s.Laps("tour", 10); err != nil || len(none) != 0 {
			t.Errorf("in another arena: %+v, %v", none, err)
		}
		if best, err := s.Laps("", 1); err != nil || len(best) != 2 {
			t.Errorf("one of each course: %+v, %v", best, err)
		}
		text := LapsText(laps, 80, time.UTC)
		if !strings.Contains(text, "ring   1   9.83  Bob    scout  2026-11-21 19:15") {
			t.Errorf("listed as\n%s", text)
		}
	})
}

func TestATapeIsStoredAsLongAsItProvesALap(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aRace("x", "first", []int{600, 630}, ann(), bob()))
		s.mustAdd(t, aRace("x", "second", []int{500, 700}, ann(), bob()))
		count := func() (n int) {
			if err := s.db.QueryRow(`SELECT count(*) FROM tapes`).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if n := count(); n != 2 {
			t.Errorf("%d tapes, expected both", n)
		}
		s.mustAdd(t, aRace("x", "third", []int{550, 400}, ann(), bob()))
		if n := count(); n != 2 {
			t.Errorf("%d tapes, expected the first to be deleted", n)
		}
		s.mustAdd(t, aRace("x", "fourth", []int{900, 900}, ann(), bob()))
		if n := count(); n != 2 {
			t.Errorf("%d tapes: one is stored that proves nothing", n)
		}
	})
}

func TestLapsOfBotsAndOfPlayersWithoutAKeyAreNotStored(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		keyless := ann()
		keyless.Identity = ""
		s.mustAdd(t, aRace("x", "tape", []int{600, 630}, aBot(), keyless))
		if laps, err := s.Laps("", 10); err != nil || len(laps) != 0 {
			t.Errorf("%+v, %v", laps, err)
		}
	})
}

func TestRecordsOfVersionThreeHaveRoomForLaps(t *testing.T) {
	dump, err := os.ReadFile("testdata/version-3.sql")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "records.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(string(dump)); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if laps, err := ReadLaps(path, "", 10); err != nil || len(laps) != 0 {
		t.Errorf("before: %+v, %v", laps, err)
	}
	before, err := ReadScores(path, MostListed)
	if err != nil || len(before.Matches) != 2 || len(before.Pilots) != 1 || before.Pilots[0].Name != "Nova" {
		t.Fatalf("found %+v, %v", before, err)
	}
	s := openStore(t, path)
	s.mustAdd(t, aRace("x", "tape", []int{600}, career.Flight{Identity: before.Pilots[0].Identity, Name: "Nova"}))
	laps, err := s.Laps("ring", 10)
	if err != nil || lines(laps) != "1 Nova 10.00 tape\n" {
		t.Errorf("%s, %v", lines(laps), err)
	}
	if after := s.mustScore(t); len(after.Matches) != 3 || after.Pilots[0].Matches != 3 {
		t.Errorf("after: %+v", after)
	}
}
