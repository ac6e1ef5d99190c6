package session

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dogfight/internal/records"
	"dogfight/net"
)

const today = "2026-11-23"

// openBook opens the book of Ann in the records at path.
func openBook(t *testing.T, path string) *DailyBook {
	t.Helper()
	b, err := OpenDailyBook(path, "SHA256:ann", today)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// scored is a result in which the player has so many points and two bots have 20 and 40.
func scored(points int32, finished bool) net.Result {
	return net.Result{Finished: finished, Lasted: 3 * time.Minute, Flights: []net.Flight{
		{Name: "Vega", Skill: 2, Score: 20}, {Name: "Ann", Score: points, Kills: 4, Deaths: 3}, {Name: "Nova", Skill: 1, Score: 40},
	}}
}

func read(t *testing.T, path string) *records.Tries {
	t.Helper()
	tries, err := records.ReadTries(path, "SHA256:ann", today)
	if err != nil {
		t.Fatal(err)
	}
	return tries
}

func TestTheFirstMatchAfterRateCountsAndAllOthersArePractice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	b := openBook(t, path)
	if ok, err := b.Rate(time.Now()); !ok || err != nil {
		t.Fatalf("refused: %v", err)
	}
	var told []string
	b.Begin(func(text string) { told = append(told, text) })
	b.Note(scored(30, true))
	b.Note(scored(50, true))
	b.Close()
	tries := read(t, path)
	if len(tries.Today) != 2 || len(tries.Rated) != 1 {
		t.Fatalf("found %+v", tries)
	}
	if first := tries.Today[0]; !first.Rated || !first.Finished || first.Score != 30 || first.Place != 2 || first.Ships != 3 || first.Kills != 4 || first.Deaths != 3 {
		t.Errorf("the try that counts is %+v", first)
	}
	if second := tries.Today[1]; second.Rated || second.Score != 50 || second.Place != 1 {
		t.Errorf("practice is %+v", second)
	}
	if !slices.Equal(told, []string{"that was today's try: from here on it is practice", "practice: it counts for nothing"}) {
		t.Errorf("told %q", told)
	}
}

func TestATryThatIsLeftCountsWithWhatThereWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	b := openBook(t, path)
	b.Rate(time.Now())
	b.Begin(func(string) {})
	b.Note(scored(10, false))
	b.Close()
	if tries := read(t, path); len(tries.Rated) != 1 || tries.Rated[0].Finished || tries.Rated[0].Score != 10 || tries.Rated[0].Place != 3 {
		t.Errorf("found %+v", tries)
	}
}

func TestATryIsUsedUpThoughTheProgramWasKilledInIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	killed := openBook(t, path)
	killed.Rate(time.Now())
	killed.store.Close()
	b := openBook(t, path)
	if ok, err := b.Rate(time.Now()); ok || err != nil {
		t.Errorf("allowed a second try: %v", err)
	}
	b.Begin(func(string) {})
	b.Close()
	if tries := read(t, path); len(tries.Rated) != 1 || tries.Rated[0].Score != 0 || tries.Rated[0].Finished {
		t.Errorf("found %+v", tries)
	}
}
