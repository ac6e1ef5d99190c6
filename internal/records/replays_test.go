package records

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// versionFive returns the path of records that were written by version 5.
func versionFive(t *testing.T) string {
	t.Helper()
	dump, err := os.ReadFile("testdata/version-5.sql")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "records.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(string(dump)); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRecordsOfBeforeTheReplaysKeepTheirTapesAndGetThem(t *testing.T) {
	path := versionFive(t)
	tape := []byte{1, 0x7c, 0xab, 0x69, 0x1a, 0}
	for _, when := range []string{"before", "after"} {
		laps, err := ReadLaps(path, "", 10)
		if err != nil || len(laps) != 1 || laps[0].Name != "Rex" || laps[0].Ticks != 220 || !bytes.Equal(laps[0].Proof, tape) {
			t.Fatalf("%s: %+v, %v", when, laps, err)
		}
		scores, err := ReadScores(path, 10)
		if err != nil || len(scores.Matches) != 1 || scores.Matches[0].Replay != "" {
			t.Fatalf("%s: %+v, %v", when, scores, err)
		}
		if tries, err := ReadRatedTries(path, 10); err != nil || len(tries) != 0 {
			t.Fatalf("%s: %+v, %v", when, tries, err)
		}
		s := openStore(t, path)
		if version, err := s.version(); version != len(migrations) || err != nil {
			t.Errorf("version %d, %v", version, err)
		}
		s.Close()
	}
}

func TestAMatchRefersToItsReplay(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		m := aMatch(ann(), aBot())
		m.Replay = ReplayKey(0xabc, 3)
		s.mustAdd(t, m)
		s.mustAdd(t, aMatch(ann()))
		scores := s.mustScore(t)
		if scores.Matches[0].Replay != "" || scores.Matches[1].Replay != "0000000000000abc-3" {
			t.Errorf("found %+v", scores.Matches)
		}
		if text := scores.Text(120, time.UTC); !strings.Contains(text, "REPLAY\n") || !strings.Contains(text, "0000000000000abc-3\n") {
			t.Errorf("on a wide screen:\n%s", text)
		}
		if text := scores.Text(80, time.UTC); strings.Contains(text, "REPLAY") {
			t.Errorf("on a narrow screen:\n%s", text)
		}
	})
}

func TestATryThatCountsHasItsReplay(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		try := &Try{Day: "2026-11-23", Rated: true, Started: began, Finished: true, Score: 30, Place: 2, Ships: 8, Kills: 4, Deaths: 3}
		for i, rated := range []bool{true, false} {
			try.Rated = rated
			id, err := s.BeginTry("SHA256:ann", try)
			if err == nil {
				err = s.EndTry(id, try)
			}
			if err == nil && i == 0 {
				err = s.ProveTry(id, []byte("replay"))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		tries, err := s.ratedTries(10)
		if err != nil || len(tries) != 1 || string(tries[0].Replay) != "replay" || tries[0].Score != 30 || tries[0].Place != 2 || !tries[0].Finished {
			t.Fatalf("found %+v, %v", tries, err)
		}
		tries[0].Verified = "no: another score than in its replay"
		if text := RatedTriesText(append(tries, RatedTry{Day: "2026-11-22"}), 80); !strings.Contains(text, "2026-11-23     30  2 of 8  4/3  no: another score than in its replay") ||
			!strings.Contains(text, "- (it has no replay)") {
			t.Errorf("listed as\n%s", text)
		}
	})
}

func TestFlightsAreListedByPlaceAndThoseWhoLeftAreLast(t *testing.T) {
	left := bob()
	left.Score = 90
	first, second := ann(), aBot()
	first.Place, second.Place = 1, 2
	text := FlightsText(aMatch(left, second, first), 80)
	lines := strings.Split(text, "\n")
	if len(lines) != 5 || !strings.Contains(lines[1], "1  Ann") || !strings.HasSuffix(lines[1], "won") || !strings.Contains(lines[2], "Vega") || !strings.HasSuffix(lines[2], "bot") || !strings.Contains(lines[3], "-  Bob") {
		t.Errorf("listed as\n%s", text)
	}
	if text := FlightsText(aMatch(), 80); text != "No pilot has flown in it.\n" {
		t.Error(text)
	}
}
