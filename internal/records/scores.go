package records

import (
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// Scores are what the records tell: the best pilots, and the last matches.
type Scores struct {
	Pilots  []Standing `json:"pilots"`  // the best first
	Matches []Played   `json:"matches"` // the last first
}

// Standing is how a pilot stands. The order is that of the rating that he has at
// the least, which is two deviations below: one lucky match makes nobody the first.
type Standing struct {
	Rank      int       `json:"rank"` // from 1
	Name      string    `json:"name"` // the last that he flew under
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
	// Replay is its ReplayKey, until whoever knows the files puts the name of one there; "" for none.
	Replay string `json:"replay,omitempty"`
}

// MostListed is how many pilots and matches are listed at most.
const MostListed = 1000

// ReadScores returns as many pilots and as many matches as the limit says at most
// out of the records at path, and nothing if there are none. The file stays as it
// is.
func ReadScores(path string, limit int) (*Scores, error) {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Scores{Pilots: []Standing{}, Matches: []Played{}}, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	scores, err := s.Scores(limit)
	if err != nil {
		return nil, explain(path, err)
	}
	return scores, nil
}

// Scores returns as many pilots and as many matches as the limit says at most.
func (s *Store) Scores(limit int) (*Scores, error) {
	scores := &Scores{Pilots: []Standing{}, Matches: []Played{}}
	if version, err := s.version(); err != nil || version == 0 {
		return scores, err
	}
	limit = min(max(limit, 0), MostListed)
	err := errors.Join(s.standings(scores, limit), s.played(scores, limit))
	return scores, err
}

func (s *Store) standings(scores *Scores, limit int) error {
	rows, err := s.db.Query(`SELECT name, identity, rating, deviation, matches, wins, kills, deaths, assists, shots, hits, seen
		FROM pilots WHERE matches > 0 ORDER BY standing DESC, id LIMIT ?`, limit)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		p := Standing{Rank: len(scores.Pilots) + 1}
		var seen int64
		if err := rows.Scan(&p.Name, &p.Identity, &p.Rating, &p.Deviation, &p.Matches, &p.Wins, &p.Kills, &p.Deaths, &p.Assists, &p.Shots, &p.Hits, &seen); err != nil {
			return err
		}
		p.Seen = time.Unix(seen, 0).UTC()
		p.Accuracy = min(float64(p.Hits)/float64(max(p.Shots, 1)), 1) // three shots may hit two ships each
		scores.Pilots = append(scores.Pilots, p)
	}
	return rows.Err()
}

// ReplayKey names the replay of a match by the numbers in its head, whatever its file is called.
func ReplayKey(host uint64, match uint16) string { return fmt.Sprintf("%016x-%d", host, match) }

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

// add takes a flight of the match into account.
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
