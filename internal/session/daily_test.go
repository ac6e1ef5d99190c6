package session

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/proto"
)

var long = flag.Bool("long", false, "try every day of a year, not every fourth")

var update = flag.Bool("update", false, "rewrite the file of the challenges of some days")

// noon is the middle of a day.
func noon(days int) time.Time {
	return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC).AddDate(0, 0, days)
}

func describe(c *Challenge) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s %v class %q weapon %q level %v seed %d\n", c.Day, c.Arena, c.Mode.Name(), c.Time, c.Class, c.Weapon, c.Level, c.Seed)
	for i := range c.Bots {
		s := &c.Bots[i]
		fmt.Fprintf(&b, "  %s %s %s %d\n", s.Name, c.classes()[s.Class].Name, c.weapons()[s.Weapon].Name, s.Skill)
	}
	return b.String()
}

// Players of one version compare their results of a day, so the challenge must not change by accident. If it has to, as with another arena,
// the file is this program's output.
func TestTheChallengeOfADayStaysTheSame(t *testing.T) {
	var b strings.Builder
	for _, days := range []int{0, 1, 2, 3, 39, 500} {
		c := ChallengeOf(noon(days))
		b.WriteString(describe(&c))
	}
	const file = "testdata/days.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != b.String() {
		t.Errorf("%v: expected\n%s\nfound\n%s", err, want, b.String())
	}
}

func TestADayIsOfUTC(t *testing.T) {
	first := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	c := ChallengeOf(first)
	tokyo := time.FixedZone("Tokyo", 9*3600)
	for _, at := range []time.Time{first.Add(24*time.Hour - 1), first.In(tokyo), first.Add(17 * time.Hour).In(tokyo)} {
		if other := ChallengeOf(at); describe(&other) != describe(&c) {
			t.Errorf("at %v another challenge than at %v", at, first)
		}
	}
	if next := ChallengeOf(first.Add(24 * time.Hour)); next.Day != "2026-11-24" || next.Seed == c.Seed {
		t.Errorf("the next day is %+v", next)
	}
}

func TestDaysDiffer(t *testing.T) {
	seen := map[string]int{}
	seeds, before := map[uint64]bool{}, ""
	for days := range 365 {
		c := ChallengeOf(noon(days))
		for _, what := range []string{c.Arena, c.Mode.Name(), c.Time.String(), "class " + c.Class, "weapon " + c.Weapon} {
			seen[what]++
		}
		if c.Arena == before || seeds[c.Seed] {
			t.Errorf("%s is like a day before it", c.Day)
		}
		before, seeds[c.Seed] = c.Arena, true
		if c.Time < 3*time.Minute || c.Time > 5*time.Minute || c.Level < 15 || c.Level > 35 {
			t.Errorf("%s: %v, level %v", c.Day, c.Time, c.Level)
		}
	}
	for _, arena := range assets.ArenaNames() {
		if seen[arena] < 365/len(assets.ArenaNames())/2 {
			t.Errorf("%s on %d days", arena, seen[arena])
		}
	}
	for _, what := range []string{"deathmatch", "teams", "3m0s", "4m0s", "5m0s", "class ", "weapon ", "class scout", "class bomber", "weapon rail", "weapon mines"} {
		if seen[what] < 10 || seen[what] > 330 {
			t.Errorf("%q on %d of 365 days", what, seen[what])
		}
	}
}

func TestEveryDayCanBePlayed(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	step := 4
	if *long {
		step = 1
	}
	for days := 0; days < 365; days += step {
		c := ChallengeOf(noon(days))
		m, err := c.Match()
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for i := range c.Bots {
			s := &c.Bots[i]
			if int(s.Class) >= len(m.Setup.Classes) || int(s.Weapon) >= len(m.Setup.Weapons) || s.Skill < 0 || s.Skill > bot.MaxSkill || names[s.Name] {
				t.Errorf("%s: bot %+v", c.Day, s)
			}
			names[s.Name] = true
		}
		if _, err := proto.ParseSetup(proto.AppendSetup(nil, m.Setup)); err != nil {
			t.Errorf("%s, %s with class %q and weapon %q: no client accepts it: %v", c.Day, c.Mode.Name(), c.Class, c.Weapon, err)
		}
		if m.Options.Bots != len(c.Bots) || m.Setup.TimeLimit == 0 || m.Setup.Mode != c.Mode {
			t.Errorf("%s: %+v", c.Day, m.Options)
		}
	}
}

// On days of waves the drones are those of the campaign, independent of the pilots' choice.
func TestDronesHaveTheirClassOnADayOfOneKind(t *testing.T) {
	usual, err := (&net.MatchOptions{Mode: game.Waves, Arena: "shoal"}).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []struct{ class, weapon string }{{"", ""}, {"fighter", ""}, {"", "mines"}} {
		c := Challenge{Mode: game.Waves, Arena: "shoal", Class: kind.class, Weapon: kind.weapon}
		m, err := c.Match()
		if err != nil {
			t.Fatal(err)
		}
		for i, wave := range m.Setup.Campaign.Waves {
			for j, group := range wave.Groups {
				was := usual.Campaign.Waves[i].Groups[j].Class
				if got, want := m.Setup.Classes[group.Class].Name, usual.Classes[was].Name; got != want {
					t.Errorf("%+v: wave %d has %s, expected %s", kind, i+1, got, want)
				}
				drone, usually := m.Setup.Kind(group.Class), usual.Kind(was)
				if got, want := m.Setup.Weapons[drone.Weapon].Name, usual.Weapons[usually.Weapon].Name; got != want {
					t.Errorf("%+v: a %s has %s, expected %s", kind, m.Setup.Classes[group.Class].Name, got, want)
				}
				for k, part := range drone.Parts {
					if got, want := m.Setup.Classes[part.Class].Name, usual.Classes[usually.Parts[k].Class].Name; got != want {
						t.Errorf("%+v: a boss has %s, expected %s", kind, got, want)
					}
				}
			}
		}
	}
}

func TestAChallengeOfOneClassIgnoresTheChoice(t *testing.T) {
	for _, c := range []struct {
		day           Challenge
		class, weapon string
	}{{Challenge{}, "scout", "rail"}, {Challenge{Class: "bomber"}, "", "rail"}, {Challenge{Weapon: "mines"}, "scout", ""}} {
		if class, weapon := c.day.Fit("scout", "rail"); class != c.class || weapon != c.weapon {
			t.Errorf("%+v: %q and %q", c.day, class, weapon)
		}
	}
}

// made is a complete try.
func made(day string, rated bool, score int32) records.Try {
	return records.Try{Day: day, Rated: rated, Finished: true, Score: score, Place: 2, Ships: 8, Kills: 4, Deaths: 3}
}

func TestTextDescribesTheChallengeAndAllTries(t *testing.T) {
	c := ChallengeOf(noon(0))
	left := made(c.Day, false, 1)
	left.Finished = false
	tries := &records.Tries{
		Today: []records.Try{made(c.Day, false, 12), made(c.Day, true, 43), left},
		Rated: []records.Try{made(c.Day, true, 43), made("2026-11-22", true, 30), made("2026-11-20", true, 8)},
	}
	text := c.Text(tries, 60)
	for _, want := range []string{
		"Monday, 23 November 2026 (UTC)\n", c.Arena + ", " + c.Mode.Name() + ", ", c.Bots[0].Name,
		"Today's try  43 points, 2 of 8, 4/3 k/d\nPractice     12 points, 2 of 8, 4/3 k/d\nPractice     1 point, 2 of 8, 4/3 k/d, left early\nBest         43 points\n",
		"Streak: 2 days\n2026-11-22  30 points, 2 of 8, 4/3 k/d\n2026-11-20  8 points",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("expected %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(c.Text(tries, 50)) {
		if len(strings.TrimRight(line, "\n")) > 50 {
			t.Errorf("longer than 50 columns: %q", line)
		}
	}
}

func TestLinesDoNotEndBetweenABotAndItsSkill(t *testing.T) {
	c := ChallengeOf(noon(0))
	for width := 40; width <= 80; width++ {
		text := c.Text(&records.Tries{}, width)
		for _, b := range c.Bots {
			if !strings.Contains(text, fmt.Sprintf("%s %d", b.Name, b.Skill)) {
				t.Errorf("in %d columns %s has a line for itself:\n%s", width, b.Name, text)
			}
		}
	}
}

func TestManyTriesAreCounted(t *testing.T) {
	c := ChallengeOf(noon(0))
	tries := &records.Tries{}
	for n := range int32(9) {
		tries.Today = append(tries.Today, made(c.Day, false, n))
	}
	text := c.Text(tries, 80)
	if !strings.Contains(text, "Practice     4 more\nPractice     4 points") || !strings.Contains(text, "Best         8 points") {
		t.Errorf("found\n%s", text)
	}
}

func TestStreaks(t *testing.T) {
	for _, c := range []struct {
		days   string
		streak int
	}{
		{"", 0}, {"23", 1}, {"22", 1}, {"21", 0}, {"23 22 21", 3}, {"22 21", 2}, {"23 21", 1}, {"23 22 20", 2},
	} {
		var rated []records.Try
		for _, day := range strings.Fields(c.days) {
			rated = append(rated, made("2026-11-"+day, true, 1))
		}
		if got := streak(rated, "2026-11-23"); got != c.streak {
			t.Errorf("tries on %q: a streak of %d, expected %d", c.days, got, c.streak)
		}
	}
	across := []records.Try{made("2027-01-01", true, 1), made("2026-12-31", true, 1)}
	if got := streak(across, "2027-01-01"); got != 2 {
		t.Errorf("across New Year a streak of %d", got)
	}
}
