package records

import (
	"database/sql"
	"errors"
	"strings"

	"dogfight/game/career"
)

// resultsOf is the part of the database with the ids of results. Only the databases of fleets have it, and files of hosts to which a result
// came late.
const resultsOf = "results"

var resultMigrations = []Migration{{Schema: `CREATE TABLE results (
		id    TEXT PRIMARY KEY, -- as its host has named it
		host  TEXT NOT NULL,
		match INTEGER NOT NULL REFERENCES matches
	) STRICT, WITHOUT ROWID;
	CREATE INDEX results_match ON results (match);`}}

// PrepareResults creates the tables of AddOnce.
func (s *Store) PrepareResults() error {
	if err := s.db.Migrate(resultsOf, resultMigrations); err != nil {
		return explain(s.path, err)
	}
	return nil
}

// AddOnce stores a match of a host of a fleet unless its id is stored already, and reports whether it was new. Without an error, the match is
// on the disk. Call TakeResults first.
func (s *Store) AddOnce(id, host string, m *career.Match) (fresh bool, err error) {
	err = s.db.Change(func(tx *Tx) error {
		var before int64
		fresh = false
		err := tx.QueryRow(`SELECT match FROM results WHERE id = ?`, id).Scan(&before)
		if !errors.Is(err, sql.ErrNoRows) {
			return err // nil if it is stored
		}
		_, number, err := add(tx, m)
		if err != nil {
			return err
		}
		fresh = true
		_, err = tx.Exec(`INSERT INTO results VALUES (?, ?, ?)`, id, host, number)
		return err
	})
	if err != nil {
		return false, explain(s.path, err)
	}
	return fresh, nil
}

// IsInvalid reports whether an error of AddOnce means that the match can never be stored.
func IsInvalid(err error) bool { return BreaksRule(err) }

// Results returns up to limit ids of results of a host (of all hosts for ""), in the order in which AddOnce stored them, after a number. It
// also returns the number to continue from.
func (s *Store) Results(host string, after int64, limit int) (ids []string, last int64, err error) {
	rows, err := s.db.Query(`SELECT id, match FROM results WHERE match > ? AND (? = '' OR host = ?) ORDER BY match LIMIT ?`, after, host, host, limit)
	if err != nil {
		return nil, after, explain(s.path, err)
	}
	defer rows.Close()
	for last = after; rows.Next(); {
		var id string
		if err := rows.Scan(&id, &last); err != nil {
			return nil, after, explain(s.path, err)
		}
		ids = append(ids, id)
	}
	return ids, last, rows.Err()
}

// UndoResults removes matches of AddOnce from the scores and ratings, by their ids, each in its own transaction. Careers keep them, as a fleet
// shows none.
func (s *Store) UndoResults(ids []string) error {
	for _, id := range ids {
		err := s.db.Change(func(tx *Tx) error {
			var match int64
			if err := tx.QueryRow(`SELECT coalesce(max(match), 0) FROM results WHERE id = ?`, id).Scan(&match); err != nil {
				return err
			}
			for _, change := range undone {
				if _, err := tx.Exec(strings.ReplaceAll(change, "CHANGED", ratingsChanged), match); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return explain(s.path, err)
		}
	}
	return nil
}

// ratingsChanged selects a match's change of each rating, and its number in the pilot's career.
const ratingsChanged = `(SELECT c.pilot, c.number, c.rating - coalesce((SELECT b.rating FROM careers AS b
	WHERE b.pilot = c.pilot AND b.number < c.number AND b.rating IS NOT NULL ORDER BY b.number DESC LIMIT 1), 1500) AS by
	FROM matches AS m, careers AS c WHERE m.id = ? AND c.pilot IN (SELECT pilot FROM flights WHERE match = m.id)
	AND c.started = m.started AND c.arena = m.arena AND c.mode = m.mode AND c.host = '' AND c.rating IS NOT NULL) AS d`

// undone removes a match from the scores. It subtracts the match's change of each rating, in careers from that match on, so the changes by later
// matches stay. Later matches are not rated again, as the records lack some inputs of ratings.
var undone = []string{
	`UPDATE pilots SET rating = pilots.rating - d.by FROM CHANGED WHERE pilots.id = d.pilot`,
	`UPDATE careers SET rating = careers.rating - d.by FROM CHANGED WHERE careers.pilot = d.pilot AND careers.number >= d.number`,
	`UPDATE pilots SET matches = pilots.matches - 1, wins = pilots.wins - f.won, kills = pilots.kills - f.kills, deaths = pilots.deaths - f.deaths,
		assists = pilots.assists - f.assists, shots = pilots.shots - f.shots, hits = pilots.hits - f.hits
		FROM (SELECT pilot, max(won) AS won, sum(kills) AS kills, sum(deaths) AS deaths, sum(assists) AS assists, sum(shots) AS shots, sum(hits) AS hits
		FROM flights WHERE match = ? AND pilot IS NOT NULL GROUP BY pilot) AS f WHERE pilots.id = f.pilot`,
	`DELETE FROM flights WHERE match = ?`,
	`DELETE FROM results WHERE match = ?`,
	`DELETE FROM matches WHERE id = ?`,
}
