package records

import (
	"database/sql"
	"errors"
	"io/fs"
	"time"
)

// addDailies keeps the tries at daily challenges. One at most of a player and a day is rated.
const addDailies = `CREATE TABLE dailies (
		id       INTEGER PRIMARY KEY,
		day      TEXT NOT NULL, -- as 2026-11-23, in UTC
		identity TEXT NOT NULL, -- '': a player without a key
		rated    INTEGER NOT NULL, -- 0: practice
		started  INTEGER NOT NULL, -- in seconds since 1970
		finished INTEGER NOT NULL DEFAULT 0, -- 0: it was left, and so are the numbers
		score    INTEGER NOT NULL DEFAULT 0,
		place    INTEGER NOT NULL DEFAULT 0, -- 0: not known
		ships    INTEGER NOT NULL DEFAULT 0,
		kills    INTEGER NOT NULL DEFAULT 0,
		deaths   INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE UNIQUE INDEX dailies_rated ON dailies (identity, day) WHERE rated;
	CREATE INDEX dailies_day ON dailies (identity, day);`

// dailiesVersion is that of the first file with dailies.
const dailiesVersion = 3

// Try is one at a daily challenge.
type Try struct {
	Day      string // as 2026-11-23, in UTC
	Rated    bool   // else it was practice
	Started  time.Time
	Finished bool // else it was left, and the rest is what there was then, if anything
	Score    int32
	Place    int // from 1; 0 if it is not known
	Ships    int
	Kills    int
	Deaths   int
}

// BeginTry notes that a player begins a try, and returns its number, 0 if the one that is rated on that day was begun
// before. When it returns without an error, that is on the disk.
func (s *Store) BeginTry(identity string, t *Try) (id int64, err error) {
	err = s.db.Change(func(tx *Tx) error {
		err := tx.QueryRow(`INSERT INTO dailies (day, identity, rated, started) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
			t.Day, identity, t.Rated, t.Started.Unix()).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return 0, explain(s.path, err)
	}
	return id, nil
}

// EndTry notes what became of a try.
func (s *Store) EndTry(id int64, t *Try) error {
	_, err := s.db.Exec(`UPDATE dailies SET finished = ?, score = ?, place = ?, ships = ?, kills = ?, deaths = ? WHERE id = ?`,
		t.Finished, t.Score, t.Place, t.Ships, t.Kills, t.Deaths, id)
	if err != nil {
		return explain(s.path, err)
	}
	return nil
}

// Tries are those of a player.
type Tries struct {
	Today []Try // the first first
	Rated []Try // of all days, the last first
}

// ReadTries returns the tries of a player out of the records at path; none if there are none. The file stays as it is.
func ReadTries(path, identity, day string) (*Tries, error) {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &Tries{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	tries, err := s.tries(identity, day)
	if err != nil {
		return nil, explain(path, err)
	}
	return tries, nil
}

func (s *Store) tries(identity, day string) (*Tries, error) {
	if version, err := s.version(); err != nil || version < dailiesVersion {
		return &Tries{}, err
	}
	today, err := s.listTries(`identity = ? AND day = ? ORDER BY id`, identity, day)
	if err != nil {
		return nil, err
	}
	rated, err := s.listTries(`identity = ? AND rated = 1 ORDER BY day DESC LIMIT ?`, identity, MostListed)
	return &Tries{today, rated}, err
}

// listTries returns the tries that a condition selects.
func (s *Store) listTries(where string, args ...any) (tries []Try, err error) {
	rows, err := s.db.Query(`SELECT day, rated, started, finished, score, place, ships, kills, deaths FROM dailies WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var t Try
		var started int64
		if err := rows.Scan(&t.Day, &t.Rated, &started, &t.Finished, &t.Score, &t.Place, &t.Ships, &t.Kills, &t.Deaths); err != nil {
			return nil, err
		}
		t.Started = time.Unix(started, 0).UTC()
		tries = append(tries, t)
	}
	return tries, rows.Err()
}
