package ui

import (
	"math"
	"strings"
	"time"

	"dogfight/game/career"
)

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
		m := career.Match{
			Started: first.Add(time.Duration(i) * 17 * time.Hour), Lasted: 300, Arena: []string{"open", "belt", "duel"}[i%3], Mode: "deathmatch",
			Finished: i%7 != 3, Won: i%7 == 1, Place: 1 + i%7, Ships: 8, Class: "fighter", Weapon: "cannon",
			Score: 20 + 7*i%90, Kills: 2 + i%9, Deaths: 3 + i%5, Assists: i % 4, Shots: 100, Hits: 12 + i%20,
			Rating: 1500 + 100*math.Sin(float64(i)/4) + float64(i), Deviation: 40,
		}
		m.Streak = i % 8
		m.Award()
		c.Ratings = append(c.Ratings, career.Point{At: m.Started, Rating: m.Rating, Deviation: m.Deviation})
		c.Last = append([]career.Match{m}, c.Last...)
	}
	return c, nil
}

// withCareer has a player look at records that know them.
func withCareer(c *Config) { c.Career, c.Records = someCareer, briefRecords }

// briefRecords are of what everybody did.
func briefRecords() (Records, error) {
	return func(width int) string {
		return strings.Join([]string{"#  PILOT  RATING", "1  Nova   1541", "", "STARTED           ARENA"}, "\n") + "\n"
	}, nil
}
