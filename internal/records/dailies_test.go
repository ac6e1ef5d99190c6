package records

import (
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func aTry(day string, rated bool) *Try {
	return &Try{Day: day, Rated: rated, Started: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)}
}

// begins stores the start of a try and returns its number.
func (s *Store) begins(t *testing.T, identity string, try *Try) int64 {
	t.Helper()
	id, err := s.BeginTry(identity, try)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestOneTryADayIsRatedFromTheMomentItBegins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	s := openStore(t, path)
	if s.begins(t, "ann", aTry("2026-11-23", true)) == 0 {
		t.Fatal("the first is refused")
	}
	if s.begins(t, "ann", aTry("2026-11-23", true)) != 0 {
		t.Error("the second is rated too, though the first was begun")
	}
	for _, other := range []struct {
		identity string
		try      *Try
	}{{"ann", aTry("2026-11-23", false)}, {"ann", aTry("2026-11-23", false)}, {"ann", aTry("2026-11-24", true)}, {"bob", aTry("2026-11-23", true)}} {
		if s.begins(t, other.identity, other.try) == 0 {
			t.Errorf("%s may not begin %+v", other.identity, other.try)
		}
	}
	tries, err := ReadTries(path, "ann", "2026-11-23")
	if err != nil || len(tries.Today) != 3 || !tries.Today[0].Rated || tries.Today[0].Finished || tries.Today[1].Rated {
		t.Errorf("found %+v, %v", tries, err)
	}
}

func TestTheResultOfATryIsStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	s := openStore(t, path)
	first, second := aTry("2026-11-22", true), aTry("2026-11-23", true)
	id := s.begins(t, "ann", first)
	s.begins(t, "ann", second)
	first.Finished, first.Score, first.Place, first.Ships, first.Kills, first.Deaths = true, 43, 2, 8, 4, 3
	if err := s.EndTry(id, first); err != nil {
		t.Fatal(err)
	}
	tries, err := ReadTries(path, "ann", "2026-11-23")
	if err != nil || !slices.Equal(tries.Rated, []Try{*second, *first}) || !slices.Equal(tries.Today, []Try{*second}) {
		t.Errorf("found %+v, %v", tries, err)
	}
}

func TestEmptyRecordsHaveNoTries(t *testing.T) {
	if tries, err := ReadTries(filepath.Join(t.TempDir(), "none.db"), "ann", "2026-11-23"); err != nil || len(tries.Rated) != 0 {
		t.Errorf("found %+v, %v", tries, err)
	}
}
