package records

import (
	"database/sql"
	"errors"
)

// resultsOf is the name by which a database keeps the version of what a fleet has beside the records. The game's own file has it
// once a match came late.
const resultsOf = "results"

// resultMigrations lead from one version of that to the next.
var resultMigrations = []Migration{{Schema: `CREATE TABLE results (
		id    TEXT PRIMARY KEY, -- as its host has named it
		host  TEXT NOT NULL,
		match INTEGER NOT NULL REFERENCES matches
	) STRICT, WITHOUT ROWID;
	CREATE INDEX results_match ON results (match);`}}

// TakeResults makes room for what AddOnce remembers.
func (s *Store) TakeResults() error {
	if err := s.db.Migrate(resultsOf, resultMigrations); err != nil {
		return explain(s.path, err)
	}
	return nil
}

// AddOnce keeps a match that was hosted somewhere in a fleet unless one with this id is kept, and reports whether it was
// new. When it returns without an error, it is on the disk, whoever has brought it there. TakeResults comes before.
func (s *Store) AddOnce(id, host string, m *Match) (fresh bool, err error) {
	err = s.db.Change(func(tx *Tx) error {
		var before int64
		fresh = false
		err := tx.QueryRow(`SELECT match FROM results WHERE id = ?`, id).Scan(&before)
		if !errors.Is(err, sql.ErrNoRows) {
			return err // which is nil if it is there
		}
		_, number, err := m.add(tx)
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

// NeverTakes reports whether an error of AddOnce says that the match can never be kept.
func NeverTakes(err error) bool { return BreaksRule(err) }

// Results returns the ids of those that AddOnce has kept of a host, or of all for "", after a number, in the order in which they were kept,
// at most so many, and the number to go on from.
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
