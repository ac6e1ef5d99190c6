package records

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"dogfight/game/career"
	"dogfight/testkit"
)

var began = time.Date(2026, 11, 21, 19, 10, 0, 0, time.UTC)

// aMatch returns a match of five minutes that these flew in from its beginning.
func aMatch(flights ...career.Flight) *career.Match {
	for i := range flights {
		flights[i].Class, flights[i].Weapon = "fighter", "cannon"
		if flights[i].Flown == 0 {
			flights[i].Flown = 5 * time.Minute
		}
	}
	return &career.Match{
		Started: began, Lasted: 5 * time.Minute, Arena: "open", Mode: "deathmatch", TimeLimit: 5 * time.Minute,
		Finished: true, Flights: flights,
	}
}

func ann() career.Flight {
	return career.Flight{Identity: "SHA256:ann", Name: "Ann", Score: 43, Kills: 4, Deaths: 2, Assists: 1, Shots: 40, Hits: 10, Won: true}
}

func aBot() career.Flight {
	return career.Flight{Name: "Vega", Skill: 3, Score: 20, Kills: 2, Deaths: 4}
}

func newStore(t *testing.T) *Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.db")
	if err := os.WriteFile(path, emptyFile(), 0o600); err != nil {
		t.Fatal(err)
	}
	return openStore(t, path)
}

// emptyFile returns the path of new records: a copy, since creating all tables takes longer than most tests.
var emptyFile = sync.OnceValue(func() []byte {
	folder, err := os.MkdirTemp("", "records")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "data", "records.db")
	s, err := Open(path)
	if err == nil {
		err = s.Close()
	}
	content, failed := os.ReadFile(path)
	if err = errors.Join(err, failed); err != nil {
		panic(err)
	}
	return content
})

func openStore(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if _, err := s.db.Exec(`PRAGMA synchronous = OFF`); err != nil { // no test loses power
		t.Fatal(err)
	}
	return s
}

func (s *Store) mustAdd(t *testing.T, m *career.Match) {
	t.Helper()
	if _, err := s.Add(m); err != nil {
		t.Fatal(err)
	}
}

func (s *Store) mustScore(t *testing.T) *Scores {
	t.Helper()
	scores, err := s.Scores(MostListed)
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

func TestMatchesAddUpToAPilotsSums(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aMatch(ann(), aBot()))
		lost := ann()
		lost.Won, lost.Score, lost.Name = false, 3, "Anna"
		s.mustAdd(t, aMatch(lost, aBot()))
		scores := s.mustScore(t)
		if len(scores.Pilots) != 1 || len(scores.Matches) != 2 {
			t.Fatalf("found %+v", scores)
		}
		p := scores.Pilots[0]
		p.Rating, p.Deviation = 0, 0
		want := Standing{
			Rank: 1, Name: "Anna", Identity: "SHA256:ann", Matches: 2, Wins: 1, Kills: 8, Deaths: 4, Assists: 2,
			Shots: 80, Hits: 20, Accuracy: 0.25, Seen: began.Add(5 * time.Minute),
		}
		if p != want {
			t.Errorf("expected\n%+v\nfound\n%+v", want, p)
		}
		last := scores.Matches[1]
		if last.Pilots != 1 || last.Bots != 1 || !last.Finished || last.Seconds != 300 || !last.Started.Equal(began) || !slices.Equal(last.Winners, []string{"Ann"}) {
			t.Errorf("found %+v", last)
		}
	})
}

func TestAPlayerThatLeftAndReturnedHasPlayedOneMatch(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		first, second := ann(), ann()
		first.Won = false
		s.mustAdd(t, aMatch(first, second, aBot()))
		if p := s.mustScore(t).Pilots[0]; p.Matches != 1 || p.Wins != 1 || p.Kills != 8 {
			t.Errorf("found %+v", p)
		}
	})
}

func TestAPlayerWithoutAKeyIsOnlyInTheMatch(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		keyless := ann()
		keyless.Identity = ""
		s.mustAdd(t, aMatch(keyless, aBot()))
		scores := s.mustScore(t)
		if len(scores.Pilots) != 0 || len(scores.Matches) != 1 || !slices.Equal(scores.Matches[0].Winners, []string{"Ann"}) {
			t.Errorf("found %+v", scores)
		}
	})
}

func TestRecordsSurviveAProgramThatDoesNotCloseThem(t *testing.T) {
	s := newStore(t)
	s.mustAdd(t, aMatch(ann(), aBot()))
	copied := filepath.Join(t.TempDir(), "records.db")
	for _, suffix := range []string{"", "-wal"} { // the files of a process that is killed now
		content, err := os.ReadFile(s.path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(copied+suffix, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if scores := openStore(t, copied).mustScore(t); len(scores.Matches) != 1 {
		t.Errorf("found %+v", scores)
	}
}

func TestTwoProgramsWriteTheSameRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	each := 10
	if *long {
		each = 100
	}
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			s, err := Open(path) // concurrently, so that all try to create it
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			for range each {
				if _, err := s.Add(aMatch(ann(), aBot())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	scores := openStore(t, path).mustScore(t)
	if len(scores.Matches) != 4*each || scores.Pilots[0].Matches != 4*each || scores.Pilots[0].Kills != 4*each*4 {
		t.Errorf("%d matches, and %+v", len(scores.Matches), scores.Pilots)
	}
}

func TestAForeignFileIsRefusedByNameAndUnchanged(t *testing.T) {
	good := func(t *testing.T, path string) {
		s := openStore(t, path)
		for range 30 {
			s.mustAdd(t, aMatch(ann(), aBot()))
		}
		s.Close()
	}
	pragma := func(t *testing.T, path, what string) {
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(what); err != nil {
			t.Fatal(err)
		}
	}
	for fault, makeIt := range map[string]func(t *testing.T, path string){
		"is damaged": func(t *testing.T, path string) {
			os.WriteFile(path, bytes.Repeat([]byte("no database. "), 1000), 0o600)
		},
		"is damaged ": func(t *testing.T, path string) { // in the middle
			good(t, path)
			content, _ := os.ReadFile(path)
			copy(content[4096+500:], bytes.Repeat([]byte{0xaa}, len(content)-4096-1000))
			os.WriteFile(path, content, 0o600)
		},
		"is damaged  ": func(t *testing.T, path string) { // cut off
			good(t, path)
			os.Truncate(path, 9000)
		},
		fmt.Sprintf("is from a later version of the game: version must be %d at most, got 99", len(migrations)): func(t *testing.T, path string) {
			good(t, path)
			pragma(t, path, "PRAGMA user_version = 99")
		},
		"is another program's": func(t *testing.T, path string) {
			pragma(t, path, "CREATE TABLE pilots (name TEXT); INSERT INTO pilots VALUES ('Earhart')")
		},
	} {
		path := filepath.Join(t.TempDir(), "records.db")
		makeIt(t, path)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Open(path)
		if want := "records: " + path + " " + strings.TrimSpace(fault); err == nil || err.Error() != want {
			t.Errorf("expected %q, found %v", want, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the file was changed", fault)
		}
	}
}

func TestReadingChangesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "records.db")
	scores, err := ReadScores(path, 10)
	if err != nil || len(scores.Matches)+len(scores.Pilots) != 0 {
		t.Errorf("found %+v, %v", scores, err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("the folder is there now: %v", err)
	}
}

func TestABackupOfRecordsInUseIsWholeAndOverwritesNothing(t *testing.T) {
	s, folder := newStore(t), t.TempDir()
	s.mustAdd(t, aMatch(ann(), aBot())) // which is only in the log: nothing has been moved to the file
	copied := filepath.Join(folder, "copy.db")
	if err := Backup(s.path, copied); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := ReadScores(copied, MostListed)
	if err != nil || len(scores.Matches) != 1 || len(scores.Pilots) != 1 {
		t.Errorf("the copy has %+v, %v", scores, err)
	}
	if info, err := os.Stat(copied); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
	s.mustAdd(t, aMatch(ann(), aBot()))
	if err := Backup(s.path, copied); !errors.Is(err, os.ErrExist) {
		t.Errorf("over a file: %v", err)
	}
	if again, _ := os.ReadFile(copied); !bytes.Equal(content, again) {
		t.Error("the file that was there is another now")
	}
	none := filepath.Join(folder, "none.db")
	if err := Backup(none, filepath.Join(folder, "second.db")); err == nil || !strings.Contains(err.Error(), none) {
		t.Errorf("of no records: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("left are %v", left)
	}
}

func TestPathWithSignsOfAURLIsJustAPath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "50% of #1, or ü", "records.db")
	openStore(t, path).mustAdd(t, aMatch(ann(), aBot()))
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestRecorderStoresAllMatchesBeforeItsEnd(t *testing.T) {
	s := newStore(t)
	path := s.path
	r := NewRecorder(s)
	for range room {
		if err := r.Record(aMatch(ann(), aBot())); err != nil {
			t.Error(err)
		}
	}
	if err := r.Record(aMatch(ann(), aBot())); err != errBusy {
		t.Errorf("expected %v, found %v", errBusy, err)
	}
	r.Finish()
	r.Run(func(_ *career.Match, _ map[string]*career.News, err error) {
		if err != nil {
			t.Error(err)
		}
	})
	if n := len(openStore(t, path).mustScore(t).Matches); n != room {
		t.Errorf("expected %d matches, found %d", room, n)
	}
}

func BenchmarkAdd(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "records.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for b.Loop() {
		if _, err := s.Add(aMatch(ann(), aBot(), aBot(), aBot(), aBot(), aBot(), aBot(), aBot())); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLargeRecords has ten thousand matches: years of evenings.
func BenchmarkLargeRecords(b *testing.B) {
	path := filepath.Join(b.TempDir(), "records.db")
	s, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := s.db.Exec(`PRAGMA synchronous = OFF`); err != nil {
		b.Fatal(err)
	}
	for i := range 10_000 {
		p := ann()
		p.Identity = fmt.Sprint(i % 500)
		if _, err := s.Add(aMatch(p, aBot(), aBot(), aBot(), aBot(), aBot(), aBot(), aBot())); err != nil {
			b.Fatal(err)
		}
	}
	s.Close()
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			s, err := Open(path)
			if err != nil {
				b.Fatal(err)
			}
			s.Close()
		}
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := ReadScores(path, 100); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// statsOnBoth runs a test on SQLite and on PostgreSQL. The test gets a function that makes empty records.
func statsOnBoth(t *testing.T, test func(t *testing.T, newStore func(*testing.T) *Store)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, newStore)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, newInPostgreSQL)
	})
}

// emptied are records in PostgreSQL that a test has used and emptied: creating all tables takes longer than most tests.
var emptied struct {
	sync.Mutex
	stores []*Store
}

func newInPostgreSQL(t *testing.T) *Store {
	t.Helper()
	emptied.Lock()
	defer emptied.Unlock()
	var s *Store
	if last := len(emptied.stores) - 1; last >= 0 {
		s, emptied.stores = emptied.stores[last], emptied.stores[:last]
	} else {
		s = connectToPostgreSQL(t, testkit.PostgresURL(t))
	}
	t.Cleanup(func() {
		if _, err := s.db.Exec(emptyAll); err != nil || t.Failed() {
			s.Close()
			return
		}
		emptied.Lock()
		defer emptied.Unlock()
		emptied.stores = append(emptied.stores, s)
	})
	return s
}

// emptyAll resets the tables to their state after creation: no rows, and numbers from the first.
const emptyAll = `DO $$
DECLARE name text;
BEGIN
	SET LOCAL session_replication_role = replica; -- in which tables are emptied in any order
	FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'versions' LOOP
		EXECUTE format('DELETE FROM %I', name);
	END LOOP;
	FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() LOOP
		PERFORM setval(format('%I', name), 1, false);
	END LOOP;
END $$`

func openInPostgreSQL(t *testing.T, url string) *Store {
	t.Helper()
	s := connectToPostgreSQL(t, url)
	t.Cleanup(func() { s.Close() })
	return s
}

func connectToPostgreSQL(t *testing.T, url string) *Store {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenPostgreSQL("postgres", db)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// nova is the player of the file of version 1.
const nova = "SHA256:oPs3y6ttOnBMl+EauYvvB+WngLttO70IWOQDbA5qu5U"

// versionOne returns the path of records written by version 1.
func versionOne(t *testing.T) string {
	t.Helper()
	dump, err := os.ReadFile("testdata/version-1.sql")
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

func TestRecordsOfVersionOneLoseNothing(t *testing.T) {
	path := versionOne(t)
	before, err := ReadScores(path, MostListed)
	if err != nil || len(before.Matches) != 5 || len(before.Pilots) != 1 || before.Pilots[0].Deaths != 2 {
		t.Fatalf("found %+v, %v", before, err)
	}
	s := openStore(t, path)
	if after := s.mustScore(t); !reflect.DeepEqual(before, after) {
		t.Errorf("before\n%+v\nand after\n%+v", before, after)
	}
	if version, err := s.version(); version != len(migrations) || err != nil {
		t.Errorf("version %d, %v", version, err)
	}
	s.mustAdd(t, aMatch(ann(), aBot()))
	if scores := s.mustScore(t); len(scores.Matches) != 6 || len(scores.Pilots) != 2 {
		t.Errorf("with one more match: %+v", scores)
	}
}

func TestRecordsOfVersionOneBecomeCareers(t *testing.T) {
	path := versionOne(t)
	c, err := ReadCareer(path, []string{nova}) // migrates the file
	if err != nil {
		t.Fatal(err)
	}
	old, err := ReadScores(path, MostListed)
	if err != nil {
		t.Fatal(err)
	}
	p := old.Pilots[0]
	if c.Name != "Nova" || c.Matches != p.Matches || c.Wins != p.Wins || c.Kills != p.Kills || c.Deaths != p.Deaths || c.Assists != p.Assists || c.Shots != p.Shots || c.Hits != p.Hits {
		t.Errorf("expected the sums of %+v, found %+v", p, c.Sums)
	}
	if c.Rating != p.Rating || c.MostWins != 1 || len(c.Last) != 5 {
		t.Errorf("found %+v", c)
	}
	for i, m := range c.Last {
		was := old.Matches[i]
		if !m.Started.Equal(was.Started) || m.Arena != was.Arena || m.Mode != was.Mode || m.Finished != was.Finished || m.People != was.Pilots || m.Bots != was.Bots || m.Place != 0 || m.Rating != 0 {
			t.Errorf("%+v was\n%+v", m, was)
		}
	}
	if first := c.Last[4]; first.Class != "scout" || first.Weapon != "spread" || first.Skill != 2 || first.Seconds != 19.933 {
		t.Errorf("the first match: %+v", first)
	}
	deaths, flown := 0, 0.0
	for _, a := range c.Weapons {
		deaths += a.Deaths
		flown += a.Seconds
	}
	if deaths != c.Deaths || flown != c.Seconds || len(c.Classes) != 2 {
		t.Errorf("by weapon %+v, by class %+v", c.Weapons, c.Classes)
	}
}

func TestRecordsThatCannotBeMigratedAreReportedToReaders(t *testing.T) {
	path := versionOne(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`CREATE TABLE dailies (day TEXT)`); err != nil {
		t.Fatal(err)
	}
	if c, err := ReadCareer(path, []string{nova}); err == nil {
		t.Errorf("found %+v", c)
	}
}

func TestRecordsThatCannotBeMigratedAreReportedAndUnchanged(t *testing.T) {
	path := versionOne(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`CREATE TABLE careers (someone TEXT)`); err != nil {
		t.Fatal(err)
	}
	db.Close()
	if _, err := ReadCareer(path, []string{nova}); err == nil {
		t.Error("expected an error")
	}
	if scores, err := ReadScores(path, 10); err != nil || len(scores.Matches) != 5 {
		t.Errorf("the matches are there no more: %+v, %v", scores, err)
	}
}

// versionFive returns the path of records written by version 5.
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

func TestOldRecordsHaveTheirTapesAndGetReplays(t *testing.T) {
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
		m.Replay = career.ReplayKey(0xabc, 3)
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

func TestFlightsAreListedByPlaceWithDepartedPlayersLast(t *testing.T) {
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
