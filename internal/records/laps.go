package records

import (
	"database/sql"
	"errors"
	"time"

	"dogfight/game/career"
)

// storeLaps stores laps that improve on their players' best.
func storeLaps(tx *Tx, m *career.Match, pilots map[string]*known) error {
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

// RankedLap is a best lap.
type RankedLap struct {
	Rank     int       `json:"rank"` // in its arena, from 1
	Arena    string    `json:"arena"`
	Course   string    `json:"course"` // identifies the arena by its content
	Name     string    `json:"name"`
	Identity string    `json:"identity"`
	Class    string    `json:"class"`
	Ticks    int       `json:"ticks"` // 60 to the second
	Seconds  float64   `json:"seconds"`
	Flown    time.Time `json:"flown"`
	Verified string    `json:"verified,omitempty"` // "yes", or why it does not hold; "" if not checked

	Slot  uint8  `json:"-"`
	Proof []byte `json:"-"` // a replay of the race, or the older format
}

// ReadLaps returns up to limit best laps of each arena, or of one, in the records at path, none if there is no file. It does not change the file.
func ReadLaps(path, arena string, limit int) ([]RankedLap, error) {
	return readFile(path, nil, func(s *Store) ([]RankedLap, error) { return s.Laps(arena, limit) })
}

// Laps returns up to limit best laps of each arena, or of one.
func (s *Store) Laps(arena string, limit int) ([]RankedLap, error) {
	if version, err := s.version(); err != nil || version < lapsVersion {
		return nil, err
	}
	return list(s.db, func(row *sql.Rows) (l RankedLap, err error) {
		var flown int64
		err = row.Scan(&l.Rank, &l.Arena, &l.Course, &l.Name, &l.Identity, &l.Class, &l.Ticks, &flown, &l.Slot, &l.Proof)
		l.Flown, l.Seconds = time.Unix(flown, 0).UTC(), float64(l.Ticks)/ticksASecond
		return l, err
	}, `WITH ranked AS (SELECT *, rank() OVER (PARTITION BY arena, course ORDER BY took) AS rank FROM laps WHERE ? IN ('', arena))
		SELECT rank, arena, course, name, identity, class, took, flown, slot, tapes.tape
		FROM ranked JOIN pilots ON pilots.id = ranked.pilot JOIN tapes ON tapes.id = ranked.tape
		WHERE rank <= ? ORDER BY arena, course, rank, flown`, arena, min(max(limit, 0), MostListed))
}

// ticksASecond is the unit of lap times.
const ticksASecond = 60
