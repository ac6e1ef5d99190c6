package stats

import (
	"database/sql"
	"errors"
	"time"
)

// Match is what is kept of a match.
type Match struct {
	Started     time.Time
	Lasted      time.Duration
	Arena, Mode string
	TimeLimit   time.Duration // 0 for none
	ScoreLimit  int32         // 0 for none
	// Finished says that it came to an end. One that did not counts for all sums,
	// but nobody has won it, and no rating changes.
	Finished   bool
	TeamScores [5]int32 // by team; [0] is unused
	Flights    []Flight
}

// Flight is what somebody did in a match. Who left and came back has several.
type Flight struct {
	Identity string // fingerprint of his key; "": only his name is known, in this match alone
	Name     string
	Skill    int // of a bot, 1 to 5; 0: a person

	Class, Weapon string
	Team          uint8 // 0 for none

	Score                  int32
	Kills, Deaths, Assists int
	Shots, Hits            int // aimed, and at foes
	Won                    bool
	Flown                  time.Duration // how long he had a ship
}

// Add keeps a match. When it returns without an error, the match is on the disk.
func (s *Store) Add(m *Match) error {
	err := s.change(func(tx *sql.Tx) error {
		pilots, err := enlist(tx, m)
		if err != nil {
			return err
		}
		if err := addMatch(tx, m, pilots); err != nil {
			return err
		}
		m.rate(pilots)
		return update(tx, m, pilots)
	})
	if err != nil {
		return explain(s.path, err)
	}
	return nil
}

// known is a pilot of a match whom the records know.
type known struct {
	id int64
	Rating
}

// enlist returns the pilots of a match who have an identity, by that. Who is new
// gets his first line.
func enlist(tx *sql.Tx, m *Match) (map[string]*known, error) {
	pilots := map[string]*known{}
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Identity == "" || f.Skill != 0 || pilots[f.Identity] != nil {
			continue
		}
		var p known
		err := tx.QueryRow(`INSERT INTO pilots (identity, name, seen, rating, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (identity) DO UPDATE SET name = excluded.name RETURNING id, rating, deviation, volatility`,
			f.Identity, f.Name, m.Started.Unix(), unrated.Value, unrated.Deviation, unrated.Volatility).
			Scan(&p.id, &p.Value, &p.Deviation, &p.Volatility)
		if err != nil {
			return nil, err
		}
		pilots[f.Identity] = &p
	}
	return pilots, nil
}

func addMatch(tx *sql.Tx, m *Match, pilots map[string]*known) error {
	added, err := tx.Exec(`INSERT INTO matches (started, lasted, arena, mode, time_limit, score_limit, finished) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		m.Started.Unix(), m.Lasted.Milliseconds(), m.Arena, m.Mode, m.TimeLimit.Milliseconds(), m.ScoreLimit, m.Finished)
	if err != nil {
		return err
	}
	match, err := added.LastInsertId()
	for i := range m.Flights {
		f := &m.Flights[i]
		var pilot sql.NullInt64
		if p := pilots[f.Identity]; p != nil && f.Skill == 0 {
			pilot = sql.NullInt64{Int64: p.id, Valid: true}
		}
		_, failed := tx.Exec(`INSERT INTO flights VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			match, pilot, f.Name, f.Skill, f.Class, f.Weapon, f.Team, f.Score, f.Kills, f.Deaths, f.Assists,
			f.Shots, f.Hits, f.Won, f.Flown.Milliseconds())
		err = errors.Join(err, failed)
	}
	return err
}

// update brings the sums and ratings of the pilots up to date.
func update(tx *sql.Tx, m *Match, pilots map[string]*known) error {
	for identity, p := range pilots {
		sum := m.sum(identity)
		_, err := tx.Exec(`UPDATE pilots SET seen = max(seen, ?), rating = ?, deviation = ?, volatility = ?,
			matches = matches + 1, wins = wins + ?, kills = kills + ?, deaths = deaths + ?, assists = assists + ?,
			shots = shots + ?, hits = hits + ? WHERE id = ?`,
			m.Started.Add(m.Lasted).Unix(), p.Value, p.Deviation, p.Volatility,
			sum.Won, sum.Kills, sum.Deaths, sum.Assists, sum.Shots, sum.Hits, p.id)
		if err != nil {
			return err
		}
	}
	return nil
}

// sum adds up the flights of a pilot. His score is that of the best.
func (m *Match) sum(identity string) (sum Flight) {
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Identity != identity || f.Skill != 0 {
			continue
		}
		if sum.Flown == 0 || f.Score > sum.Score {
			sum.Score, sum.Team = f.Score, f.Team
		}
		sum.Kills += f.Kills
		sum.Deaths += f.Deaths
		sum.Assists += f.Assists
		sum.Shots += f.Shots
		sum.Hits += f.Hits
		sum.Won = sum.Won || f.Won
		sum.Flown += f.Flown
	}
	return sum
}
