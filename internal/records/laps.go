package records

import (
	"database/sql"
	"errors"
	"io/fs"
	"time"
)

// addLaps keeps the best lap of each player with a key on each course, and the orders of the race in which it
// was flown, which prove it.
const addLaps = `CREATE TABLE tapes (
		id   INTEGER PRIMARY KEY,
		tape BLOB NOT NULL -- a race, as proto.Tape has it
	) STRICT;
	CREATE TABLE laps (
		pilot  INTEGER NOT NULL REFERENCES pilots,
		course TEXT NOT NULL, -- an arena by what it is
		arena  TEXT NOT NULL, -- its name
		class  TEXT NOT NULL,
		took   INTEGER NOT NULL, -- in ticks, 60 to the second
		flown  INTEGER NOT NULL, -- when the race was over, in seconds since 1970
		slot   INTEGER NOT NULL, -- of the ship, in the race
		tape   INTEGER NOT NULL REFERENCES tapes,
		PRIMARY KEY (pilot, course)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX laps_arena ON laps (arena, took);
	CREATE INDEX laps_tape ON laps (tape);
	CREATE TRIGGER laps_better AFTER UPDATE OF tape ON laps BEGIN
		DELETE FROM tapes WHERE id = old.tape AND NOT EXISTS (SELECT 1 FROM laps WHERE tape = old.tape);
	END;`

// Laps are those of a match that are kept: at most one of each flight.
type Laps struct {
	Course string `json:"course,omitempty"` // the arena by what it is: others have the same name
	Proof  []byte `json:"proof,omitempty"`  // the replay of the race, which proves them
	Best   []Lap  `json:"best,omitempty"`
}

// Lap is the best of a flight.
type Lap struct {
	Flight int    `json:"flight"` // its place among the Flights
	Slot   uint8  `json:"slot"`
	Class  string `json:"class"`
	Took   int    `json:"ticks"` // 60 to the second
}

// addLaps keeps the laps that are better than their players' were.
func (m *Match) addLaps(tx *Tx, pilots map[string]*known) error {
	var tape sql.NullInt64
	for _, lap := range m.Laps.Best {
		f := &m.Flights[lap.Flight]
		p := pilots[f.Identity]
		if p == nil || f.Skill != 0 {
			continue
		}
		before := 0
		err := tx.QueryRow(`SELECT took FROM laps WHERE pilot = ? AND course = ?`, p.id, m.Laps.Course).Scan(&before)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if before > 0 && before <= lap.Took {
			continue
		}
		if !tape.Valid {
			if err := tx.QueryRow(`INSERT INTO tapes (tape) VALUES (?) RETURNING id`, m.Laps.Proof).Scan(&tape.Int64); err != nil {
				return err
			}
			tape.Valid = true
		}
		_, err = tx.Exec(`INSERT INTO laps VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (pilot, course) DO UPDATE SET
			arena = excluded.arena, class = excluded.class, took = excluded.took, flown = excluded.flown, slot = excluded.slot, tape = excluded.tape`,
			p.id, m.Laps.Course, m.Arena, lap.Class, lap.Took, m.Started.Add(m.Lasted).Unix(), lap.Slot, tape.Int64)
		if err != nil {
			return err
		}
	}
	return nil
}

// RankedLap is a lap of the records.
type RankedLap struct {
	Rank     int       `json:"rank"` // in its arena, from 1
	Arena    string    `json:"arena"`
	Course   string    `json:"course"` // the arena by what it is
	Name     string    `json:"name"`
	Identity string    `json:"identity"`
	Class    string    `json:"class"`
	Ticks    int       `json:"ticks"` // 60 to the second
	Seconds  float64   `json:"seconds"`
	Flown    time.Time `json:"flown"`
	Verified string    `json:"verified,omitempty"` // "yes", or why it does not hold; "" if nobody asked

	Slot  uint8  `json:"-"`
	Proof []byte `json:"-"` // a replay of the race, or what was kept before there were any
}

// ReadLaps returns so many of the best laps of each arena, or of one, out of the records at path, and nothing
// if there are none. The file stays as it is.
func ReadLaps(path, arena string, limit int) ([]RankedLap, error) {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	laps, err := s.Laps(arena, limit)
	if err != nil {
		return nil, explain(path, err)
	}
	return laps, nil
}

// lapsVersion is that of the first file with laps.
const lapsVersion = 4

// Laps returns so many of the best laps of each arena, or of one.
func (s *Store) Laps(arena string, limit int) (laps []RankedLap, err error) {
	if version, err := s.version(); err != nil || version < lapsVersion {
		return nil, err
	}
	rows, err := s.db.Query(`WITH ranked AS (SELECT *, rank() OVER (PARTITION BY arena, course ORDER BY took) AS rank FROM laps WHERE ? IN ('', arena))
		SELECT rank, arena, course, name, identity, class, took, flown, slot, tapes.tape
		FROM ranked JOIN pilots ON pilots.id = ranked.pilot JOIN tapes ON tapes.id = ranked.tape
		WHERE rank <= ? ORDER BY arena, course, rank, flown`, arena, min(max(limit, 0), MostListed))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var l RankedLap
		var flown int64
		if err := rows.Scan(&l.Rank, &l.Arena, &l.Course, &l.Name, &l.Identity, &l.Class, &l.Ticks, &flown, &l.Slot, &l.Proof); err != nil {
			return nil, err
		}
		l.Flown, l.Seconds = time.Unix(flown, 0).UTC(), float64(l.Ticks)/ticksASecond
		laps = append(laps, l)
	}
	return laps, rows.Err()
}

// ticksASecond is what a lap's time is told in.
const ticksASecond = 60
