package cli

import (
	"time"

	"dogfight/game"
	"dogfight/internal/records"
	"dogfight/proto/replay"
)

// resultTold is how a match went.
type resultTold struct {
	Finished   bool         `json:"finished"`
	Seconds    float64      `json:"seconds,omitempty"`
	Wave       int          `json:"wave,omitempty"`
	TeamScores []int32      `json:"team_scores,omitempty"` // of team 1 and up
	Flights    []flightTold `json:"flights"`
}

// flightTold is what a pilot did in it.
type flightTold struct {
	Pilot   int     `json:"pilot"` // id
	Name    string  `json:"name"`
	Bot     bool    `json:"bot"`
	Skill   int     `json:"skill,omitempty"` // of a bot, if that is known
	Team    int     `json:"team,omitempty"`
	Class   string  `json:"class"`
	Weapon  string  `json:"weapon"`
	Place   int     `json:"place"` // 0: left before the end
	Won     bool    `json:"won"`
	Score   int     `json:"score"`
	Kills   int     `json:"kills"`
	Deaths  int     `json:"deaths"`
	Assists int     `json:"assists"`
	Shots   int     `json:"shots"`
	Hits    int     `json:"hits"`
	Damage  int     `json:"damage"`
	Seconds float64 `json:"seconds"`
}

// tellResult returns what the result of a replay says.
func tellResult(r *replay.Result) *resultTold {
	told := &resultTold{Finished: r.Finished, Wave: int(r.Wave), TeamScores: teamScores(r.TeamScores[:]), Flights: []flightTold{}}
	for i := range r.Flights {
		f := &r.Flights[i]
		skill := int(f.Skill)
		if f.Skill == replay.SkillUnknown {
			skill = 0
		}
		told.Flights = append(told.Flights, flightTold{
			Pilot: int(f.Pilot), Name: f.Name, Bot: f.Skill != 0, Skill: skill, Team: int(f.Team), Class: f.Class, Weapon: f.Weapon,
			Place: int(f.Place), Won: f.Won, Score: int(f.Score), Kills: int(f.Kills), Deaths: int(f.Deaths), Assists: int(f.Assists),
			Shots: int(f.Shots), Hits: int(f.Hits), Damage: int(f.Damage), Seconds: float64(f.Flown) / game.TickRate,
		})
	}
	return told
}

// teamScores returns the scores of teams up to the last that has one.
func teamScores(scores []int32) []int32 {
	for len(scores) > 0 && scores[len(scores)-1] == 0 {
		scores = scores[:len(scores)-1]
	}
	return scores
}

// records returns a result as the records have it.
func (r *resultTold) records() *records.Match {
	m := &records.Match{Finished: r.Finished}
	copy(m.TeamScores[1:], r.TeamScores)
	for i := range r.Flights {
		f := &r.Flights[i]
		skill := f.Skill
		if f.Bot && skill == 0 {
			skill = -1
		}
		m.Flights = append(m.Flights, records.Flight{
			Name: f.Name, Skill: skill, Team: uint8(f.Team), Class: f.Class, Weapon: f.Weapon, Place: f.Place, Won: f.Won,
			Score: int32(f.Score), Kills: f.Kills, Deaths: f.Deaths, Assists: f.Assists, Shots: f.Shots, Hits: f.Hits, Damage: f.Damage,
			Flown: time.Duration(f.Seconds * float64(time.Second)),
		})
	}
	return m
}
