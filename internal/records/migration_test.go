package records

import (
	"database/sql"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// nova is the player of the file of version 1.
const nova = "SHA256:oPs3y6ttOnBMl+EauYvvB+WngLttO70IWOQDbA5qu5U"

// versionOne returns the path of records that were written by version 1.
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

func TestRecordsOfVersionOneKeepAllThatTheyHeld(t *testing.T) {
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
	c, err := ReadCareer(path, []string{nova}) // brings the file to this version
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

func TestRecordsThatCannotBeBroughtToThisVersionSaySoToWhoReadsThem(t *testing.T) {
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

func TestRecordsThatCannotBeBroughtToThisVersionAreReportedAndLeft(t *testing.T) {
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
