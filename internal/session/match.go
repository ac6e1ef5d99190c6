// Package recording makes records of matches: of those that a host tells of, and of those elsewhere that
// the player's own client has seen.
package session

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/records"
	"dogfight/net"
)

// MatchOf returns what is recorded of a match that has just ended.
func MatchOf(r *net.Result, now time.Time) *records.Match {
	m := &records.Match{
		Started: now.Add(-r.Lasted), Lasted: r.Lasted, Finished: r.Finished,
		Arena: r.Setup.Arena.Name, Mode: r.Setup.Mode.Name(),
		TimeLimit:  time.Duration(r.Setup.TimeLimit) * time.Second / game.TickRate,
		ScoreLimit: r.Setup.ScoreLimit, TeamScores: r.TeamScores,
	}
	if c := r.Setup.Campaign; c != nil {
		won := slices.ContainsFunc(r.Flights, func(f net.Flight) bool { return f.Won })
		m.Waves = records.Waves{Campaign: c.Name, Wave: r.Wave, Won: won}
		m.Unrated = true // they fought together
	}
	flightOf := map[uint16]int{}
	for i := range r.Flights {
		m.Flights = append(m.Flights, flight(r.Setup, &r.Flights[i]))
		flightOf[r.Flights[i].Pilot] = i
	}
	for _, k := range r.Kills {
		by, byKnown := flightOf[k.By]
		of, ofKnown := flightOf[k.Of]
		if byKnown && ofKnown {
			m.Kills = append(m.Kills, records.Kills{By: by, Of: of, Times: k.Times})
		}
	}
	if r.Replay != nil && r.Finished && r.Setup.Mode == game.Race {
		m.Prove = func(m *records.Match) { prove(m, r) }
	}
	return m
}

// prove adds the best laps of players as the replay of the race has them.
func prove(m *records.Match, r *net.Result) {
	flown, err := lapOf(r.Replay)
	if err != nil {
		return // it would be no proof
	}
	var claims []claim
	for i := range r.Flights {
		f := &r.Flights[i]
		at := slices.IndexFunc(flown, func(l Lap) bool { return l.Slot == f.Slot && l.Took == f.Lap })
		if f.Lap == 0 || f.Skill != 0 || f.Identity == "" || at < 0 {
			continue
		}
		m.Laps.Best = append(m.Laps.Best, records.Lap{Flight: i, Slot: f.Slot, Class: flown[at].Class, Took: int(f.Lap)})
		keys := slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(m.Flights[i].Linked), f.Identity))))
		claims = append(claims, claim{Lap: flown[at], Keys: keys})
	}
	if len(claims) == 0 {
		return
	}
	if m.Laps.Proof, err = withClaims(r.Replay, claims); err != nil {
		m.Laps = records.Laps{}
		return
	}
	m.Laps.Course = lapCourse(r.Setup.Arena)
}

// flight returns what is recorded of a flight in a match with that setup.
func flight(setup *game.Setup, f *net.Flight) records.Flight {
	return records.Flight{
		Identity: f.Identity, Name: f.Name, Skill: f.Skill, Novice: f.Novice,
		Class: f.Class, Weapon: f.Weapon, Team: f.Team,
		Score: f.Score, Kills: f.Kills, Deaths: f.Deaths, Assists: f.Assists, Shots: f.Shots, Hits: f.Hits,
		Won: f.Won, Place: f.Place, Flown: f.Flown,
		Damage: int(f.Did.Damage), Taken: int(f.Did.Taken), Streak: int(f.Did.LongestStreak),
		Items: int(f.Did.Items), Barrels: int(f.Did.Barrels), Crashes: int(f.Did.Crashes), Revenges: int(f.Did.Avenged),
		FirstBlood: f.Did.FirstBlood, Behind: int(f.Did.Behind),
		Classes: arms(f.Did.Classes[:len(setup.PilotClasses())], func(i int) string { return setup.Classes[i].Name }),
		Weapons: arms(f.Did.Weapons[:len(setup.PilotWeapons())], func(i int) string { return setup.Weapons[i].Name }),
	}
}

// arms returns what was done with each class or weapon with which anything was.
func arms(did []game.ArmTally, name func(i int) string) (list []career.Arm) {
	for i, a := range did {
		if a == (game.ArmTally{}) {
			continue
		}
		list = append(list, career.Arm{
			Name: name(i), Shots: int(a.Shots), Hits: int(a.Hits), Kills: int(a.Kills), Deaths: int(a.Deaths), Damage: int(a.Damage),
			Seconds: float64(a.Flown) / game.TickRate,
		})
	}
	return list
}
