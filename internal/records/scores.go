package records

import (
	"database/sql"
	"errors"
	"time"
)

// Scores are the best pilots and the last matches.
type Scores struct {
	Pilots  []Standing `json:"pilots"`  // best first
	Matches []Played   `json:"matches"` // last first
}

// Standing is a line of the scores. The order is that of the rating minus two deviations, so one lucky match does not lead.
type Standing struct {
	Rank      int       `json:"rank"` // from 1
	Name      string    `json:"name"` // the latest
	Identity  string    `json:"identity"`
	Rating    float64   `json:"rating"`
	Deviation float64   `json:"deviation"`
	Matches   int       `json:"matches"`
	Wins      int       `json:"wins"`
	Kills     int       `json:"kills"`
	Deaths    int       `json:"deaths"`
	Assists   int       `json:"assists"`
	Shots     int       `json:"shots"` // aimed
	Hits      int       `json:"hits"`
	Accuracy  float64   `json:"accuracy"` // share of the shots that hit, 0 to 1
	Seen      time.Time `json:"seen"`
}

// Played is a match of the records.
type Played struct {
	Started  time.Time `json:"started"`
	Seconds  float64   `json:"seconds"`
	Arena    string    `json:"arena"`
	Mode     string    `json:"mode"`
	Pilots   int       `json:"pilots"` // people
	Bots     int       `json:"bots"`
	Finished bool      `json:"finished"`
	Winners  []string  `json:"winners"`
	// Replay is the career.ReplayKey, which callers may replace by the name of a file; "" for none.
	Replay string `json:"replay,omitempty"`
}

// MostListed is the maximum of listed pilots and matches.
const MostListed = 1000

func noScores() *Scores { return &Scores{Pilots: []Standing{}, Matches: []Played{}} }

// ReadScores returns up to limit pilots and matches of the records at path, none if there is no file. It does not change the file.
func ReadScores(path string, limit int) (*Scores, error) {
	return readFile(path, noScores(), func(s *Store) (*Scores, error) { return s.Scores(limit) })
}

// Scores returns up to limit pilots and matches.
func (s *Store) Scores(limit int) (*Scores, error) {
	scores := noScores()
	if version, err := s.version(); err != nil || version == 0 {
		return scores, err
	}
	limit = min(max(limit, 0), MostListed)
	err := errors.Join(s.standings(scores, limit), s.played(scores, limit))
	return scores, err
}

func (s *Store) standings(scores *Scores, limit int) error {
	pilots, err := list(s.db, func(row *sql.Rows) (p Standing, err error) {
		var seen int64
		err = row.Scan(&p.Name, &p.Identity, &p.Rating, &p.Deviation, &p.Matches, &p.Wins, &p.Kills, &p.Deaths, &p.Assists, &p.Shots, &p.Hits, &seen)
		p.Seen = time.Unix(seen, 0).UTC()
		p.Accuracy = min(float64(p.Hits)/float64(max(p.Shots, 1)), 1) // a shot may hit two ships
		return p, err
	}, `SELECT name, identity, rating, deviation, matches, wins, kills, deaths, assists, shots, hits, seen
		FROM pilots WHERE matches > 0 ORDER BY standing DESC, id LIMIT ?`, limit)
	for i := range pilots {
		pilots[i].Rank = i + 1
	}
	scores.Pilots = append(scores.Pilots, pilots...)
	return err
}

func (s *Store) played(scores *Scores, limit int) error {
	version, err := s.version()
	if err != nil {
		return err
	}
	replay := "''"
	if version >= replaysVersion {
		replay = "replay"
	}
	rows, err := s.db.Query(`WITH last AS (SELECT * FROM matches ORDER BY id DESC LIMIT ?)
		SELECT last.id, started, lasted, arena, mode, finished, `+replay+`, name, skill, won
		FROM last LEFT JOIN flights ON flights.match = last.id ORDER BY last.id DESC, flights.rowid`, limit)
	if err != nil {
		return err
	}
	defer rows.Close()
	for before := int64(0); rows.Next(); {
		var id, started, lasted int64
		var m Played
		var name *string
		var skill, won *int
		if err := rows.Scan(&id, &started, &lasted, &m.Arena, &m.Mode, &m.Finished, &m.Replay, &name, &skill, &won); err != nil {
			return err
		}
		if id != before {
			m.Started, m.Seconds, m.Winners = time.Unix(started, 0).UTC(), float64(lasted)/1000, []string{}
			scores.Matches = append(scores.Matches, m)
			before = id
		}
		if name != nil {
			scores.Matches[len(scores.Matches)-1].add(*name, *skill > 0, *won > 0)
		}
	}
	return rows.Err()
}

// add counts a flight of the match.
func (m *Played) add(name string, bot, won bool) {
	if bot {
		m.Bots++
	} else {
		m.Pilots++
	}
	if won {
		m.Winners = append(m.Winners, name)
	}
}
