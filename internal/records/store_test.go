package records

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/game/career"
)

var began = time.Date(2026, 11, 21, 19, 10, 0, 0, time.UTC)

// aMatch returns a match of five minutes that these flew in from its beginning.
func aMatch(flights ...Flight) *Match {
	for i := range flights {
		flights[i].Class, flights[i].Weapon = "fighter", "cannon"
		if flights[i].Flown == 0 {
			flights[i].Flown = 5 * time.Minute
		}
	}
	return &Match{
		Started: began, Lasted: 5 * time.Minute, Arena: "open", Mode: "deathmatch", TimeLimit: 5 * time.Minute,
		Finished: true, Flights: flights,
	}
}

func ann() Flight {
	return Flight{Identity: "SHA256:ann", Name: "Ann", Score: 43, Kills: 4, Deaths: 2, Assists: 1, Shots: 40, Hits: 10, Won: true}
}

func aBot() Flight { return Flight{Name: "Vega", Skill: 3, Score: 20, Kills: 2, Deaths: 4} }

func newStore(t *testing.T) *Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records.db")
	if err := os.WriteFile(path, emptyFile(), 0o600); err != nil {
		t.Fatal(err)
	}
	return openStore(t, path)
}

// emptyFile returns what Open makes where nothing is: to make all tables takes longer than most tests.
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
	if _, err := s.db.Exec(`PRAGMA synchronous = OFF`); err != nil { // no test ends the power
		t.Fatal(err)
	}
	return s
}

func (s *Store) mustAdd(t *testing.T, m *Match) {
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

func TestWhoLeftAndCameBackHasPlayedOneMatch(t *testing.T) {
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

func TestWhoHasNoKeyIsNotedInTheMatchAlone(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		nobody := ann()
		nobody.Identity = ""
		s.mustAdd(t, aMatch(nobody, aBot()))
		scores := s.mustScore(t)
		if len(scores.Pilots) != 0 || len(scores.Matches) != 1 || !slices.Equal(scores.Matches[0].Winners, []string{"Ann"}) {
			t.Errorf("found %+v", scores)
		}
	})
}

func TestRecordsOutliveTheProgramThatDoesNotCloseThem(t *testing.T) {
	s := newStore(t)
	s.mustAdd(t, aMatch(ann(), aBot()))
	copied := filepath.Join(t.TempDir(), "records.db")
	for _, suffix := range []string{"", "-wal"} { // as they are when the program is killed now
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
			s, err := Open(path) // at the same time, so that all want to make it
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

func TestFileThatIsNotForUsIsRefusedNamedAndLeftAlone(t *testing.T) {
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
	for said, makeIt := range map[string]func(t *testing.T, path string){
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
		if want := "records: " + path + " " + strings.TrimSpace(said); err == nil || err.Error() != want {
			t.Errorf("expected %q, found %v", want, err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the file was changed", said)
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
	s.mustAdd(t, aMatch(ann(), aBot())) // which is in the log alone: nothing has been moved to the file
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

func TestRecorderKeepsAllThatCameBeforeItsEnd(t *testing.T) {
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
	r.Run(func(_ *Match, _ map[string]*career.News, err error) {
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

// BenchmarkLargeRecords has ten thousand matches, which are years of evenings.
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
