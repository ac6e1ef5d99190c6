package outbox

import (
	"fmt"
	"time"

	"dogfight/game/career"
	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/proto"
)

// Bounds of a match. What players could have grow beyond them is brought into them: see fit.
const (
	mostFlights = 4096
	mostKills   = 1 << 16
	mostArms    = 64
	mostLinked  = 16
	mostCount   = 1_000_000_000
	longestText = 80
	longestName = 4 * proto.MaxName // a rune has at most four bytes
	longest     = 30 * 24 * time.Hour
)

// first is when there were no matches yet.
var firstMatch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// check says what of a match is out of bounds.
func check(m *records.Match) error {
	c := checker{}
	c.ok(m.Started.After(firstMatch) && m.Started.Before(firstMatch.AddDate(180, 0, 0)), "started", m.Started)
	c.duration("lasted_ns", m.Lasted)
	c.duration("time_limit_ns", m.TimeLimit)
	c.count("score_limit", int(m.ScoreLimit))
	c.texts("text of the match", m.Arena, m.Mode, m.Event, m.Replay, m.Laps.Course, m.Waves.Campaign)
	for _, score := range m.TeamScores {
		c.score("team_scores", score)
	}
	c.ok(len(m.Flights) <= mostFlights, "number of flights", len(m.Flights))
	c.ok(len(m.Kills) <= mostKills, "number of kills", len(m.Kills))
	c.ok(len(m.Laps.Best) <= mostFlights, "number of laps", len(m.Laps.Best))
	c.ok(len(m.Laps.Best) == 0 || len(m.Laps.Proof) > 0, "proof of laps", len(m.Laps.Proof))
	c.count("wave", m.Waves.Wave)
	for i := range m.Flights {
		if c.err == nil {
			c.flight(&m.Flights[i])
		}
	}
	for _, k := range m.Kills {
		c.ok(k.By >= 0 && k.By < len(m.Flights) && k.Of >= 0 && k.Of < len(m.Flights), "pilots of a kill", k)
		c.count("times", k.Times)
	}
	for _, l := range m.Laps.Best {
		c.ok(l.Flight >= 0 && l.Flight < len(m.Flights), "flight of a lap", l.Flight)
		c.ok(l.Took > 0 && l.Took <= mostCount, "ticks of a lap", l.Took)
		c.texts("class of a lap", l.Class)
	}
	return c.err
}

// checker keeps the first thing that is out of bounds.
type checker struct{ err error }

func (c *checker) ok(is bool, what string, got any) {
	if !is && c.err == nil {
		c.err = fmt.Errorf("match: %s is out of bounds: %.80q", what, fmt.Sprint(got))
	}
}

func (c *checker) count(what string, n int) { c.ok(n >= 0 && n <= mostCount, what, n) }

func (c *checker) score(what string, n int32) { c.ok(n >= -mostCount && n <= mostCount, what, n) }

func (c *checker) duration(what string, d time.Duration) { c.ok(d >= 0 && d <= longest, what, d) }

// texts checks those that are shown, and kept: a database refuses some of what others would take.
func (c *checker) texts(what string, texts ...string) {
	for _, s := range texts {
		c.text(what, longestText, s)
	}
}

func (c *checker) text(what string, most int, s string) {
	c.ok(proto.Legible(s, most), what, s)
}

func (c *checker) flight(f *records.Flight) {
	c.texts("text of a flight", f.Identity, f.Class, f.Weapon)
	c.text("name", longestName, f.Name)
	c.texts("linked key", f.Linked...)
	c.ok(len(f.Linked) <= mostLinked, "number of linked keys", len(f.Linked))
	c.ok(len(f.Proof) <= identity.MaxCertificate, "length of a proof", len(f.Proof))
	c.ok(f.Skill >= -1 && f.Skill <= 5, "skill", f.Skill)
	c.ok(f.Team <= 4, "team", f.Team)
	c.ok(f.Place >= 0 && f.Place <= mostFlights, "place", f.Place)
	c.score("score", f.Score)
	c.duration("flown_ns", f.Flown)
	for _, n := range []int{f.Kills, f.Deaths, f.Assists, f.Shots, f.Hits, f.Damage, f.Taken, f.Streak, f.Items, f.Barrels, f.Crashes, f.Revenges, f.Behind} {
		c.count("count of a flight", n)
	}
	for _, arms := range [][]career.Arm{f.Classes, f.Weapons} {
		c.ok(len(arms) <= mostArms, "number of arms", len(arms))
		for i, a := range arms {
			c.texts("name of an arm", a.Name)
			for _, other := range arms[:i] {
				c.ok(a.Name != other.Name, "arm, which is there twice,", a.Name)
			}
			for _, n := range []int{a.Shots, a.Hits, a.Kills, a.Deaths, a.Damage} {
				c.count("count of an arm", n)
			}
			c.ok(a.Seconds >= 0 && a.Seconds <= longest.Seconds(), "seconds of an arm", a.Seconds)
		}
		if c.err != nil {
			return
		}
	}
}
