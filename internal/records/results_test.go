package records

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"dogfight/testkit"

	"dogfight/game/career"
)

// withResults returns the store, ready for AddOnce.
func withResults(t *testing.T, s *Store) *Store {
	t.Helper()
	if err := s.PrepareResults(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAMatchOfAFleetIsStoredOnce(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := withResults(t, newStore(t))
		for _, want := range []bool{true, false, false} {
			fresh, err := s.AddOnce("00000000000000ab-1", "host", aMatch(ann(), aBot()))
			if fresh != want || err != nil {
				t.Errorf("expected %v, found %v, %v", want, fresh, err)
			}
		}
		if fresh, err := s.AddOnce("00000000000000ab-2", "host", aMatch(ann(), aBot())); !fresh || err != nil {
			t.Errorf("the next round: %v, %v", fresh, err)
		}
		scores := s.mustScore(t)
		if len(scores.Matches) != 2 || scores.Pilots[0].Matches != 2 {
			t.Errorf("found %+v", scores)
		}
		ids, last, err := s.Results("", 0, 10)
		if err != nil || !slices.Equal(ids, []string{"00000000000000ab-1", "00000000000000ab-2"}) {
			t.Errorf("found %v, %v", ids, err)
		}
		if ids, _, err := s.Results("", last, 10); err != nil || len(ids) != 0 {
			t.Errorf("after the last: %v, %v", ids, err)
		}
	})
}

func TestTheGamesFileHasNothingOfAFleet(t *testing.T) {
	s := newStore(t)
	s.mustAdd(t, aMatch(ann(), aBot()))
	var tables int
	if err := s.db.QueryRow(`SELECT count(*) FROM sqlite_schema WHERE name IN ('results', 'versions')`).Scan(&tables); err != nil || tables != 0 {
		t.Errorf("%d tables, %v", tables, err)
	}
}

func TestAMatchThatCannotBeStoredLeavesNothing(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := withResults(t, newStore(t))
		wrong := aMatch(ann(), aBot())
		wrong.Laps = career.Laps{Course: "c", Proof: nil, Best: []career.Lap{{Flight: 0, Class: "fighter", Took: 200}}} // which must be there
		if fresh, err := s.AddOnce("1", "host", wrong); err == nil || fresh {
			t.Errorf("found %v, %v", fresh, err)
		}
		if scores := s.mustScore(t); len(scores.Matches)+len(scores.Pilots) != 0 {
			t.Errorf("found %+v", scores)
		}
		if fresh, err := s.AddOnce("1", "host", aMatch(ann(), aBot())); err != nil || !fresh {
			t.Errorf("the right one: %v, %v", fresh, err)
		}
	})
}

// TestTwoConcurrentHubsStoreEachMatchOnceAndRateThemInOrder stores the same matches from several connections in one PostgreSQL, as hubs do
// that get a result twice. The ratings must equal those of one connection that stored the matches in order.
func TestTwoConcurrentHubsStoreEachMatchOnceAndRateThemInOrder(t *testing.T) {
	t.Parallel()
	url := testkit.PostgresURL(t)
	matches := 30
	if *long {
		matches = 300
	}
	match := func(i int) *career.Match {
		p, q := ann(), bob()
		p.Score, q.Score = int32(i*7%31), int32(i*5%29)
		return aMatch(p, q, aBot())
	}
	var hubs sync.WaitGroup
	var counting sync.Mutex
	fresh := 0
	for hub := range 3 {
		hubs.Go(func() {
			s := withResults(t, openInPostgreSQL(t, url))
			for i := range matches {
				if hub == 1 {
					i = matches - 1 - i
				}
				is, err := s.AddOnce(fmt.Sprint(i), "host", match(i))
				if err != nil {
					t.Error(err)
				}
				counting.Lock()
				if is {
					fresh++
				}
				counting.Unlock()
			}
		})
	}
	hubs.Wait()
	together := openInPostgreSQL(t, url)
	ids, _, err := together.Results("", 0, 2*matches)
	if err != nil || len(ids) != matches || fresh != matches {
		t.Fatalf("%d ids, %d new, %v", len(ids), fresh, err)
	}
	alone := newStore(t)
	for _, id := range ids {
		var i int
		fmt.Sscan(id, &i)
		alone.mustAdd(t, match(i))
	}
	found, want := together.mustScore(t).Pilots, alone.mustScore(t).Pilots
	if !slices.Equal(found, want) {
		t.Errorf("expected\n%+v\nfound\n%+v", want, found)
	}
}

func TestAnErrorOfPostgreSQLIsOneLineThatNamesIt(t *testing.T) {
	s := openInPostgreSQL(t, testkit.PostgresURL(t)) // not used by another test
	_, err := s.AddOnce("1", "host", aMatch(ann()))  // without its table
	if err == nil || !strings.HasPrefix(err.Error(), "records: postgres ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("found %v", err)
	}
}
