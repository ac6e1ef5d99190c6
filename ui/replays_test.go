package ui

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game/career"
	"dogfight/ui/input"
)

// shelf is a folder of replays.
type shelf struct {
	list    []career.Replay
	err     error
	slow    time.Duration
	watched []string
	match   *flown
}

func (s *shelf) List() ([]career.Replay, error) {
	time.Sleep(s.slow)
	return slices.Clone(s.list), s.err
}

func (s *shelf) find(name string) (*career.Replay, error) {
	for i := range s.list {
		if s.list[i].Name == name {
			return &s.list[i], nil
		}
	}
	return nil, fmt.Errorf("no replay called %q", name)
}

func (s *shelf) Watch(name, player string) (*Session, error) {
	s.watched = append(s.watched, name+" by "+player)
	if s.match == nil {
		return nil, errors.New("it is the beginning of a replay")
	}
	return s.match.session(""), nil
}

func (s *shelf) Describe(name string) (string, error) {
	return "Friday night\nRex: good evening\n12.0 Rex destroyed Vega\n", nil
}

func (s *shelf) Protect(name string, on bool) error {
	e, err := s.find(name)
	if err == nil {
		e.Protected = on
	}
	return err
}

func (s *shelf) Rename(name, to string) error {
	if _, err := s.find(to); err == nil {
		return fmt.Errorf("there is a replay called %q", to)
	}
	e, err := s.find(name)
	if err == nil {
		e.Name = to
	}
	return err
}

func (s *shelf) Delete(name string) error {
	if _, err := s.find(name); err != nil {
		return err
	}
	s.list = slices.DeleteFunc(s.list, func(e career.Replay) bool { return e.Name == name })
	return nil
}

func (s *shelf) Path(name string) (string, error) { return "/home/nova/replays/" + name, nil }

// someReplays has one replay of each kind: whole, marked, torn, of other rules, and invalid.
func someReplays() *shelf {
	at := func(hour int) time.Time { return time.Date(2000, 1, 1, hour, 30, 0, 0, time.UTC) }
	end := []career.Flight{{Pilot: 1, Place: 1, Name: "Rex", Score: 90, Won: true}, {Pilot: 2, Place: 2, Name: "Nova", Score: 71, Kills: 7}}
	for place := 3; place <= 8; place++ {
		end = append(end, career.Flight{Place: place, Name: fmt.Sprint("Bot ", place), Skill: 3})
	}
	team := []career.Flight{{Pilot: 2, Place: 1, Name: "Nova", Team: 1, Won: true}}
	return &shelf{list: []career.Replay{
		{Name: "evening", Title: "Friday night", Players: []string{"Nova", "Rex"}, Bots: 6, Size: 34_567, Watched: true, Pilot: 2,
			Match: career.Match{Started: at(20), Lasted: 5 * time.Minute, Arena: "open", Mode: "deathmatch", Finished: true, Flights: end}},
		{Name: "team up", Protected: true, Players: []string{"Nova"}, Bots: 1, Sealed: true, Watched: true, Pilot: 2,
			Match: career.Match{Started: at(19), Lasted: 62 * time.Minute, Arena: "duel", Mode: "teams", Finished: true, Flights: team}},
		{Name: "torn", Match: career.Match{Started: at(18), Arena: "belt", Mode: "orb"}, Torn: errors.New("unexpected end")},
		{Name: "old", Match: career.Match{Started: at(17), Arena: "tour", Mode: "race"}, Unplayable: errors.New("other rules"), RulesVersion: 2},
		{Name: "broken", Match: career.Match{Started: at(16)}, Broken: errors.New("it is no replay")},
	}}
}

func TestReplaysAreListedWithAllThatIsKnownOfThem(t *testing.T) {
	onRig(t, Config{Replays: someReplays()}, func(r *rig) {
		r.press("w")
		r.shows("Replays (5)", "1 Jan 20:30", "deathmatch", "5:00", "2/8", "Rex won", "evening", "Friday night · 35 kB", "Nova, Rex and 6 bots")
		r.shows("1:02:00", "team A won", "end is missing", "rules version 2", "cannot be read")
		r.press(down)
		r.shows("team up", "signed by its host", "Nova and a bot", "k unkeep")
		r.press(down)
		r.shows("up to there it can be watched")
		r.press(down)
		r.shows("Enter shows its chat, kills and result")
		r.press(down)
		r.shows("It cannot be read: it is no replay")
		for _, size := range [][2]int{{60, 20}, {120, 40}, {200, 60}} {
			r.resize(size[0], size[1])
			r.shows("deathmatch", "1:02:00", "2/8", "it is no replay", "Esc")
		}
		r.press(up, up, up, up)
		r.shows("1 Rex", "2 Nova", "7/0/0")
		r.press(esc)
		r.shows("(w) Replays")
	})
}

func TestAReplayReturnsToTheList(t *testing.T) {
	s := someReplays()
	s.match = newFlown()
	s.match.view = *fresh(stage())
	onRig(t, Config{Replays: s, Settings: input.Settings{Name: "Nova"}}, func(r *rig) {
		r.press("w", down, enter)
		r.showsNot("Replays (5)")
		if !slices.Equal(s.watched, []string{"team up by Nova"}) {
			t.Errorf("watched %q", s.watched)
		}
		r.press(esc, "l") // the menu's leave
		r.shows("Replays (5)", "team up", "Nova and a bot")
		r.press(esc)
		r.shows("(w) Replays")
		r.press("p")
		r.press(esc, "l")
		r.shows("(w) Replays")
		r.showsNot("Replays (5)")
	})
}

func TestAnUnplayableReplayIsDescribed(t *testing.T) {
	s := someReplays()
	onRig(t, Config{Replays: s}, func(r *rig) {
		r.press("w", enter)
		r.shows("it is the beginning of a replay", "Replays (5)")
		r.press(down, down, down)
		r.showsNot("beginning of a replay")
		r.press(enter)
		r.shows("Rex: good evening", "Rex destroyed Vega", "Esc back")
		r.press(esc)
		r.shows("Replays (5)")
	})
}

func TestReplaysAreMarkedRenamedSharedAndDeleted(t *testing.T) {
	s := someReplays()
	onRig(t, Config{Replays: s}, func(r *rig) {
		r.press("w", "k")
		r.shows("k unkeep")
		r.press("r", " again", enter)
		r.shows("evening again", "Replays (5)")
		r.press("s")
		r.shows("/home/nova/replays/evening again")
		r.press(enter, "k")
		r.shows("k keep")
		r.press("d")
		r.shows("Delete evening again? y deletes")
		r.press("n")
		r.shows("Replays (5)", "evening again")
		r.press("d", "y")
		r.shows("Replays (4)", "team up")
		if len(s.list) != 4 || s.list[0].Name != "team up" {
			t.Errorf("there is %+v", s.list)
		}
	})
}

func TestReplayIsNotRenamedToTheNameOfAnother(t *testing.T) {
	onRig(t, Config{Replays: someReplays()}, func(r *rig) {
		r.press("w", "r", strings.Repeat("\x7f", 7)+"torn", enter)
		r.shows("Rename replay", `there is a replay called "torn"`)
		r.press(esc)
		r.shows("evening")
	})
}

func TestReplaysAreFiltered(t *testing.T) {
	onRig(t, Config{Replays: someReplays()}, func(r *rig) {
		r.press("w", "/", "rex", " ", "open")
		r.shows("/rex open_", "Replays (1 of 5)", "evening")
		r.showsNot("duel")
		r.press(enter, "k") // which is no letter of the filter now
		r.shows("k unkeep", "/rex open")
		r.press(esc)
		r.shows("Replays (5)", "duel")
		r.press("/", "nothing")
		r.shows("None has that.", "Replays (0 of 5)")
		r.press(enter, enter, "d", "y")
		r.shows("Replays (0 of 5)")
		r.press(esc, "/")
		r.press(pasted("team\nA"))
		r.shows("/team A_", "Replays (1 of 5)")
		r.press("\x7f", "\x7f", "\x7f", "\x7f", "\x7f", "\x7f")
		r.shows("Replays (5)")
	})
}

func TestWithoutReplaysThePageExplainsThem(t *testing.T) {
	onRig(t, Config{Replays: &shelf{}}, func(r *rig) {
		r.press("w")
		r.shows("No replays yet.", "play one, and watch it again")
		r.press(enter, "k", "r", "d", "y", "s", "/", down)
		r.shows("No replays yet.", "Esc back")
		r.press(esc)
		r.shows("(w) Replays")
	})
	onRig(t, Config{Replays: &shelf{err: errors.New("replays: permission denied")}}, func(r *rig) {
		r.press("w")
		r.shows("replays: permission denied")
	})
}

func TestSlowFolderDoesNotBlockTheScreen(t *testing.T) {
	s := someReplays()
	s.slow = 3 * time.Second
	onRig(t, Config{Replays: s}, func(r *rig) {
		r.press("w")
		r.shows("Reading the replays.")
		r.press(esc)
		r.shows("(w) Replays")
		time.Sleep(s.slow)
		r.press("w")
		r.shows("Reading the replays.")
		time.Sleep(s.slow)
		r.wait()
		r.shows("Replays (5)")
	})
}

func TestFiveHundredReplaysScroll(t *testing.T) {
	s := &shelf{}
	for i := range 500 {
		s.list = append(s.list, career.Replay{Name: fmt.Sprintf("match-%03d", i), Match: career.Match{Arena: "open", Mode: "deathmatch", Started: time.Date(2000, 1, 1, 0, -i, 0, 0, time.UTC)}})
	}
	onRig(t, Config{Replays: s}, func(r *rig) {
		r.press("w")
		r.shows("Replays (500)", "match-000")
		r.press("\x1b[F")
		r.shows("match-499")
		r.press("\x1b[5~", "\x1b[5~")
		r.showsNot("match-499")
		r.press("\x1b[H")
		r.shows("match-000")
		r.press(up)
		r.shows("match-000")
	})
}

// someCareer is one of thirty matches, in which everything happened that can.
func someCareer() (*career.Career, error) {
	c := &career.Career{
		Name: "Nova 🚀", Rating: 1541.3, Deviation: 39.6, BestRating: 1608, LongestStreak: 11, WinsInARow: 1, MostWins: 3,
		Sums: career.Sums{Matches: 30, Wins: 9, Kills: 210, Deaths: 170, Assists: 60, Shots: 3000, Hits: 640, Damage: 1201, Taken: 900, Items: 80, Seconds: 9000},
		Classes: []career.Arm{
			{Name: "fighter", Matches: 20, Shots: 2000, Hits: 480, Kills: 150, Deaths: 100, Damage: 800, Seconds: 6000},
			{Name: "bomber", Matches: 10, Shots: 1000, Hits: 160, Kills: 60, Deaths: 70, Damage: 401, Seconds: 3000},
		},
		Weapons: []career.Arm{
			{Name: "cannon", Matches: 18, Shots: 2600, Hits: 520, Kills: 120, Deaths: 90, Damage: 700, Seconds: 5400},
			{Name: "rail", Matches: 4, Shots: 400, Hits: 120, Kills: 70, Deaths: 50, Damage: 400, Seconds: 1200},
			{Name: "mines", Matches: 8, Kills: 20, Deaths: 30, Damage: 101, Seconds: 2400},
		},
		Medals: career.Earn(map[string]int{"first-blood": 5, "revenge": 12, "streak-5": 9, "streak-10": 1, "comeback": 2, "top-gun": 9}),
		Rivals: []career.Rival{
			{Name: "Rivet", Bot: true, Kills: 40, Deaths: 52}, {Name: "Pogo", Bot: true, Kills: 61, Deaths: 18},
			{Name: "王小明", Identity: "SHA256:wang", Kills: 3, Deaths: 9}, {Name: "Vega", Bot: true, Deaths: 1},
		},
	}
	first := time.Date(2026, 10, 31, 19, 0, 0, 0, time.UTC)
	for i := range 30 {
		m := career.Result{
			Started: first.Add(time.Duration(i) * 17 * time.Hour), Lasted: 300, Arena: []string{"open", "belt", "duel"}[i%3], Mode: "deathmatch",
			Finished: i%7 != 3, Won: i%7 == 1, Place: 1 + i%7, Ships: 8, Class: "fighter", Weapon: "cannon",
			Score: 20 + 7*i%90, Kills: 2 + i%9, Deaths: 3 + i%5, Assists: i % 4, Shots: 100, Hits: 12 + i%20,
			Rating: 1500 + 100*math.Sin(float64(i)/4) + float64(i), Deviation: 40,
		}
		m.Streak = i % 8
		m.Award()
		c.Ratings = append(c.Ratings, career.Point{At: m.Started, Rating: m.Rating, Deviation: m.Deviation})
		c.Last = append([]career.Result{m}, c.Last...)
	}
	return c, nil
}

// withCareer has a player look at records that know them.
func withCareer(c *Config) { c.Career, c.Records = someCareer, briefRecords }

// briefRecords are records of all players.
func briefRecords() (Records, error) {
	return func(width int) string {
		return strings.Join([]string{"#  PILOT  RATING", "1  Nova   1541", "", "STARTED           ARENA"}, "\n") + "\n"
	}, nil
}
