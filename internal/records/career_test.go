package records

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/rivo/uniseg"

	"dogfight/game/career"
)

func (s *Store) mustKnow(t testing.TB, identities ...string) *career.Career {
	t.Helper()
	c, err := s.Career(identities)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// aFineMatch returns a match that Ann has won against a bot and Bob, of which everything is known.
func aFineMatch() *career.Match {
	a, vega, bob := ann(), aBot(), ann()
	a.Place, a.Damage, a.DamageTaken, a.Streak, a.Items, a.Revenges, a.FirstBlood, a.Behind = 1, 23, 11, 6, 5, 1, true, 30
	a.Classes = []career.Arm{{Name: "scout", Shots: 40, Hits: 10, Kills: 4, Deaths: 2, Damage: 23, Seconds: 300}}
	a.Weapons = []career.Arm{{Name: "cannon", Shots: 30, Hits: 9, Kills: 3, Deaths: 1, Damage: 20, Seconds: 200}, {Name: "mines", Kills: 1, Deaths: 1, Damage: 3, Seconds: 100}}
	bob.Identity, bob.Name, bob.Score, bob.Won, bob.Place = "SHA256:bob", "Bob", 10, false, 3
	vega.Place = 2
	m := aMatch(a, vega, bob)
	m.Kills = []career.Kills{{By: 0, Of: 1, Times: 3}, {By: 1, Of: 0, Times: 2}, {By: 0, Of: 2, Times: 1}, {By: 2, Of: 1, Times: 4}}
	return m
}

func TestCareerHasAllMatches(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aFineMatch())
		lost := aFineMatch()
		lost.Started = began.Add(time.Hour)
		lost.Flights[0].Won, lost.Flights[0].Score, lost.Flights[0].Place, lost.Flights[0].Streak = false, 1, 3, 2
		s.mustAdd(t, lost)
		c := s.mustKnow(t, "SHA256:ann")
		want := career.Sums{Matches: 2, Wins: 1, Kills: 8, Deaths: 4, Assists: 2, Shots: 80, Hits: 20, Damage: 46, Taken: 22, Items: 10, Seconds: 600}
		if c.Name != "Ann" || c.Sums != want || c.LongestStreak != 6 || c.WinsInARow != 0 || c.MostWins != 1 {
			t.Errorf("expected %+v, found %+v", want, c)
		}
		if len(c.Ratings) != 2 || c.Ratings[0].Rating <= unrated.Value || c.Ratings[1].Rating >= c.Ratings[0].Rating || c.Ratings[1].Rating != c.Rating || c.BestRating != c.Ratings[0].Rating {
			t.Errorf("expected a rise and a fall to %v from %v, found %v", c.Rating, c.BestRating, c.Ratings)
		}
		wantArms := []career.Arm{
			{Name: "cannon", Matches: 2, Shots: 60, Hits: 18, Kills: 6, Deaths: 2, Damage: 40, Seconds: 400},
			{Name: "mines", Matches: 2, Kills: 2, Deaths: 2, Damage: 6, Seconds: 200},
		}
		if !reflect.DeepEqual(c.Weapons, wantArms) || len(c.Classes) != 1 || c.Classes[0].Name != "scout" {
			t.Errorf("found %+v and %+v", c.Weapons, c.Classes)
		}
		wantRivals := []career.Rival{{Name: "Vega", Bot: true, Kills: 6, Deaths: 4}, {Name: "Bob", Identity: "SHA256:bob", Kills: 2}}
		if !reflect.DeepEqual(c.Rivals, wantRivals) {
			t.Errorf("found %+v", c.Rivals)
		}
		last := c.Last[0]
		if len(c.Last) != 2 || !last.Started.Equal(lost.Started) || last.Place != 3 || last.Ships != 3 || last.People != 2 || last.Bots != 1 || last.Skill != 3 || last.Rating != c.Rating {
			t.Errorf("found %+v", c.Last)
		}
		for _, medal := range c.Medals {
			if want := map[string]int{"first-blood": 2, "revenge": 2, "streak-5": 1, "comeback": 1}[medal.Name]; medal.Times != want {
				t.Errorf("%s: expected %d times, found %d", medal.Title, want, medal.Times)
			}
		}
	})
}

func TestWinsInARowEndWithAMatchThatIsNotWon(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		for i, won := range []bool{true, true, true, false, true, true} {
			m := aMatch(ann(), aBot())
			m.Started, m.Flights[0].Won = began.Add(time.Duration(i)*time.Hour), won
			s.mustAdd(t, m)
		}
		if c := s.mustKnow(t, "SHA256:ann"); c.WinsInARow != 2 || c.MostWins != 3 {
			t.Errorf("expected 2 now and 3 at most, found %d and %d", c.WinsInARow, c.MostWins)
		}
	})
}

func TestLinkedKeysAreOneCareer(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aMatch(ann(), aBot()))
		other := ann()
		other.Identity = "SHA256:ssh" // not yet linked to hers
		s.mustAdd(t, aMatch(other, aBot()))
		if c := s.mustKnow(t, "SHA256:ann", "SHA256:ssh"); c.Matches != 2 || c.Kills != 8 {
			t.Errorf("of both keys: %+v", c.Sums)
		}
		s.mustAdd(t, aMatch(ann(), aBot()))
		other.Linked = []string{"SHA256:ann"}
		m := aMatch(other, aBot())
		news, err := s.Add(m)
		if err != nil {
			t.Fatal(err)
		}
		if c := s.mustKnow(t, "SHA256:ann"); c.Matches != 3 || len(c.Ratings) != 3 {
			t.Errorf("the key with the most matches continues: %d matches and %d ratings", c.Matches, len(c.Ratings))
		}
		if news["SHA256:ssh"] == nil || m.Flights[0].Identity != "SHA256:ssh" {
			t.Errorf("the player is looked up by the presented key: %v", news)
		}
	})
}

func TestNewsCompareWithTheLastMatchOfItsKind(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		add := func(arena, mode string, finished bool, kills int) *career.News {
			m := aMatch(ann(), aBot())
			m.Arena, m.Mode, m.Finished, m.Flights[0].Kills = arena, mode, finished, kills
			news, err := s.Add(m)
			if err != nil {
				t.Fatal(err)
			}
			return news["SHA256:ann"]
		}
		if n := add("open", "deathmatch", true, 1); n.Last != nil || n.Before != 0 || n.Rating <= unrated.Value {
			t.Errorf("the first: %+v", n)
		}
		add("open", "deathmatch", false, 2)
		add("duel", "deathmatch", true, 3)
		add("open", "teams", true, 4)
		for _, c := range []struct {
			arena, mode string
			want        int
		}{{"open", "deathmatch", 1}, {"belt", "deathmatch", 9}, {"duel", "teams", 4}} {
			if n := add(c.arena, c.mode, true, 9); n.Last == nil || n.Last.Kills != c.want {
				t.Errorf("%s, %s: expected the match with %d kills, found %+v", c.arena, c.mode, c.want, n.Last)
			}
		}
	})
}

func TestUnratedMatchIsStoredAndChangesNoRating(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		m := aMatch(ann(), aBot())
		m.Unrated, m.Event = true, "daily 2026-11-23"
		s.mustAdd(t, m)
		if c := s.mustKnow(t, "SHA256:ann"); c.Matches != 1 || c.Rating != 0 || len(c.Ratings) != 0 || c.Last[0].Event != m.Event {
			t.Errorf("found %+v", c)
		}
	})
}

func TestLastSoloAreMatchesAgainstBotsAlone(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		add := func(hour int, change func(*career.Match)) {
			m := aFineMatch()
			m.Flights = m.Flights[:2]
			m.Kills, m.Started = nil, began.Add(time.Duration(hour)*time.Hour)
			change(m)
			s.mustAdd(t, m)
		}
		add(0, func(m *career.Match) { m.Flights[1].Skill = 1 })
		add(1, func(m *career.Match) { m.Flights = append(m.Flights, aFineMatch().Flights[2]) }) // with Bob
		add(2, func(m *career.Match) { m.Finished = false })
		add(3, func(m *career.Match) { m.Event = "daily" })
		add(4, func(m *career.Match) {
			m.Flights[0].Place, m.Flights[1].Place = 2, 1
			m.Flights = append(m.Flights, m.Flights[1])
			m.Flights[2].Skill = 4
		})
		for n, want := range map[int]int{1: 1, 8: 2} {
			list, err := s.lastSolo([]string{"SHA256:ann", "SHA256:other"}, n)
			if err != nil || len(list) != want {
				t.Fatalf("expected %d, found %+v, %v", want, list, err)
			}
			if first := list[0]; first.Place != 2 || first.Ships != 3 || first.Skill != 3.5 {
				t.Errorf("found %+v", first)
			}
		}
		if list, err := ReadLastSolo(filepath.Join(t.TempDir(), "none.db"), []string{"SHA256:ann"}, 8); len(list) != 0 || err != nil {
			t.Errorf("without records: %v, %v", list, err)
		}
	})
}

func TestRivalsAreBoundedAndTheMostFrequentStay(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		const eachTime = 20
		for n := range maxRivals/eachTime + 1 {
			m := aFineMatch()
			m.Flights[2].Identity, m.Started = fmt.Sprintf("SHA256:%d", n), began.Add(time.Duration(n)*time.Hour)
			for other := range eachTime - 1 {
				f := bob()
				f.Identity, f.Name = "", fmt.Sprintf("Visitor %d of match %d", other, n)
				m.Flights = append(m.Flights, f)
				m.Kills = append(m.Kills, career.Kills{By: 0, Of: len(m.Flights) - 1, Times: 1})
			}
			s.mustAdd(t, m)
		}
		var ratings int
		if err := s.db.QueryRow(`SELECT count(*) FROM rivals WHERE pilot = (SELECT id FROM pilots WHERE identity = 'SHA256:ann')`).Scan(&ratings); err != nil || ratings != maxRivals {
			t.Errorf("expected %d, found %d, %v", maxRivals, ratings, err)
		}
		c := s.mustKnow(t, "SHA256:ann")
		if c.Rivals[0].Name != "Vega" || len(c.Rivals) != career.MostRivals || c.Rivals[1].Identity != fmt.Sprintf("SHA256:%d", maxRivals/eachTime) {
			t.Errorf("found %d, the first %+v", len(c.Rivals), c.Rivals[:2])
		}
	})
}

func TestAnUnknownPlayerHasAnEmptyCareer(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aFineMatch())
		for _, keys := range [][]string{nil, {""}, {"SHA256:eve"}} {
			if c := s.mustKnow(t, keys...); c.Matches != 0 || c.Name != "" || len(c.Medals) != len(career.Medals) {
				t.Errorf("%q: found %+v", keys, c)
			}
		}
	})
}

// BenchmarkCareer has ten thousand matches of one player, of eight ships each.
func BenchmarkCareer(b *testing.B) {
	path := filepath.Join(b.TempDir(), "records.db")
	s, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := s.db.Exec(`PRAGMA synchronous = OFF`); err != nil {
		b.Fatal(err)
	}
	for i := range 10_000 {
		m := aFineMatch()
		m.Started = began.Add(time.Duration(i) * time.Hour)
		for len(m.Flights) < 8 {
			m.Flights = append(m.Flights, aBot())
		}
		if _, err := s.Add(m); err != nil {
			b.Fatal(err)
		}
	}
	s.Close()
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	me := []string{"SHA256:ann"}
	b.Run("career", func(b *testing.B) {
		for b.Loop() {
			if c, err := ReadCareer(path, me); err != nil || c.Matches != 10_000 {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(info.Size())/10_000, "file-bytes/match")
	})
	b.Run("last solo", func(b *testing.B) {
		for b.Loop() {
			if _, err := ReadLastSolo(path, me, 8); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("scores", func(b *testing.B) {
		for b.Loop() {
			if _, err := ReadScores(path, 100); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestMatchFromElsewhereIsInTheCareerAloneAndNotRated(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		m := aFineMatch()
		m.Host, m.Flights[1].Skill, m.Flights[2].Identity = "example.org", -1, ""
		news, err := s.Add(m)
		if err != nil || news["SHA256:ann"] == nil || news["SHA256:ann"].Rating != 0 {
			t.Fatalf("found %+v, %v", news, err)
		}
		c := s.mustKnow(t, "SHA256:ann")
		if c.Matches != 1 || c.Rating != 0 || c.Last[0].Host != "example.org" || c.Last[0].Bots != 1 || c.Last[0].Skill != 0 || c.Last[0].People != 2 || len(c.Rivals) != 2 {
			t.Errorf("found %+v", c)
		}
		if scores := s.mustScore(t); len(scores.Pilots) != 0 || len(scores.Matches) != 0 {
			t.Errorf("the scores of all have it: %+v", scores)
		}
	})
}

func TestMatchOfALocalHostIsNotStoredTwice(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aFineMatch())
		seen := aFineMatch()
		seen.Host, seen.Started = "localhost", seen.Started.Add(2*time.Second)
		if news, err := s.Add(seen); err != nil || len(news) != 0 {
			t.Errorf("found %v, %v", news, err)
		}
		seen.Started = seen.Started.Add(10 * time.Minute) // the next one
		s.mustAdd(t, seen)
		if c := s.mustKnow(t, "SHA256:ann"); c.Matches != 2 {
			t.Errorf("expected 2 matches, found %d", c.Matches)
		}
	})
}

func TestCareerAsText(t *testing.T) {
	statsOnBoth(t, func(t *testing.T, newStore func(*testing.T) *Store) {
		s := newStore(t)
		s.mustAdd(t, aFineMatch())
		lost := aFineMatch()
		lost.Started, lost.Flights[0].Won, lost.Flights[0].Score, lost.Flights[0].Place = began.Add(time.Hour), false, 1, 3
		s.mustAdd(t, lost)
		want := `Ann, rating 1415 +-384, best 1739
Pilot, Wingman with 2 wins more
over 2 rated matches: 1739 1415
2 matches, 1 won, 1 in a row at most, 0 now, flown 10m0s
K/D/A 8/4/2, K/D 2.0, hits 25%, damage 46, taken 22, best streak 6

SHIP   HITS  K/D  KILLS  DEATHS  DAMAGE  FLOWN
scout   25%  2.0      8       4      46  10m0s

GUN     HITS  K/D  KILLS  DEATHS  DAMAGE  FLOWN
cannon   30%  3.0      6       2      40  6m40s
mines      -  1.0      2       2       6  3m20s

MEDAL           TIMES  FOR
First blood         2  the first kill of a match
Revenge             2  destroyed your killer within 10 s
Streak of five      2  five kills without a death
Comeback            1  won after 30 points behind

RIVAL  DESTROYED YOU  YOU DESTROYED
Vega               4              6  bot
Bob                0              2

STARTED           ARENA  MODE        PLACE  K/D/A  HITS  RATING
2026-11-21 20:10  open   deathmatch    3/3  4/2/1   25%    1415
2026-11-21 19:10  open   deathmatch    won  4/2/1   25%    1739
`
		if got := CareerText(s.mustKnow(t, "SHA256:ann"), 20, 80, time.UTC); got != want {
			t.Errorf("expected\n%s\nfound\n%s", want, got)
		}
		if got := CareerText(emptyCareer(), 20, 80, time.UTC); got != "No match of yours recorded yet.\n" {
			t.Errorf("found %q", got)
		}
	})
}

func TestCareerAsTextFitsAndIsLegible(t *testing.T) {
	c := emptyCareer()
	c.Name, c.Matches = "esc\x1b[2J日本のパイロット", 1
	for range 40 {
		c.Rivals = append(c.Rivals, career.Rival{Name: strings.Repeat("日本", 20) + "\x1b", Kills: 12345})
		c.Last = append(c.Last, career.Result{Arena: strings.Repeat("arena", 20), Mode: "deathmatch", Kills: 100, Deaths: 100, Assists: 100})
		c.Ratings = append(c.Ratings, career.Point{Rating: 1500})
	}
	for _, width := range []int{54, 80, 150} {
		text := CareerText(c, 5, width, time.UTC)
		for line := range strings.Lines(text) {
			if got := uniseg.StringWidth(strings.TrimSuffix(line, "\n")); got > width || strings.Contains(line, "\x1b") {
				t.Errorf("%d columns of %d: %q", got, width, line)
			}
		}
		if n := strings.Count(text, "arena"); n == 0 || strings.Count(text, "12345") != 5 {
			t.Errorf("expected five rivals and some arenas, found\n%s", text)
		}
	}
}
