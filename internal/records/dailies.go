package records

import (
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Try is a try at a daily challenge.
type Try struct {
	Day      string // such as 2026-11-23, in UTC
	Rated    bool   // otherwise practice
	Started  time.Time
	Finished bool // otherwise left; the rest may be missing
	Score    int32
	Place    int // from 1; 0: unknown
	Ships    int
	Kills    int
	Deaths   int
}

// BeginTry stores the start of a try and returns its number, 0 if the player's rated try of that day exists. Without an error, it is on the
// disk.
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

// EndTry stores the result of a try.
func (s *Store) EndTry(id int64, t *Try) error {
	_, err := s.db.Exec(`UPDATE dailies SET finished = ?, score = ?, place = ?, ships = ?, kills = ?, deaths = ? WHERE id = ?`,
		t.Finished, t.Score, t.Place, t.Ships, t.Kills, t.Deaths, id)
	if err != nil {
		return explain(s.path, err)
	}
	return nil
}

// Tries are the tries of a player.
type Tries struct {
	Today []Try // oldest first
	Rated []Try // of all days, latest first
}

// ReadTries returns the tries of a player in the records at path, none if there is no file. It does not change the file.
func ReadTries(path, identity, day string) (*Tries, error) {
	return readFile(path, &Tries{}, func(s *Store) (*Tries, error) { return s.tries(identity, day) })
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
func (s *Store) listTries(where string, args ...any) ([]Try, error) {
	return list(s.db, func(row *sql.Rows) (t Try, err error) {
		var started int64
		err = row.Scan(&t.Day, &t.Rated, &started, &t.Finished, &t.Score, &t.Place, &t.Ships, &t.Kills, &t.Deaths)
		t.Started = time.Unix(started, 0).UTC()
		return t, err
	}, `SELECT day, rated, started, finished, score, place, ships, kills, deaths FROM dailies WHERE `+where, args...)
}

// RatedTry is a rated try at a daily challenge.
type RatedTry struct {
	Day      string `json:"day"`
	Identity string `json:"identity"`
	Finished bool   `json:"finished"`
	Score    int32  `json:"score"`
	Place    int    `json:"place"`
	Ships    int    `json:"ships"`
	Kills    int    `json:"kills"`
	Deaths   int    `json:"deaths"`
	Verified string `json:"verified,omitempty"` // as in RankedLap; "" also if there is no replay

	Replay []byte `json:"-"`
}

// ProveTry stores the replay of a try.
func (s *Store) ProveTry(id int64, replay []byte) error {
	if _, err := s.db.Exec(`UPDATE dailies SET replay = ? WHERE id = ?`, replay, id); err != nil {
		return explain(s.path, err)
	}
	return nil
}

// ReadRatedTries returns up to limit rated tries with their replays, latest first, of the records at path, none if there is no file. It does not
// change the file.
func ReadRatedTries(path string, limit int) ([]RatedTry, error) {
	return readFile(path, nil, func(s *Store) ([]RatedTry, error) { return s.ratedTries(limit) })
}

func (s *Store) ratedTries(limit int) ([]RatedTry, error) {
	if version, err := s.version(); err != nil || version < replaysVersion {
		return nil, err
	}
	return list(s.db, func(row *sql.Rows) (t RatedTry, err error) {
		err = row.Scan(&t.Day, &t.Identity, &t.Finished, &t.Score, &t.Place, &t.Ships, &t.Kills, &t.Deaths, &t.Replay)
		return t, err
	}, `SELECT day, identity, finished, score, place, ships, kills, deaths, replay FROM dailies
		WHERE rated = 1 ORDER BY day DESC, identity LIMIT ?`, min(max(limit, 0), MostListed))
}

// RatedTriesText returns tries as lines of at most width columns.
func RatedTriesText(tries []RatedTry, width int) string {
	t := &textTable{columns: []column{
		{"DAILY", atLeft}, {"SCORE", atRight}, {"PLACE", atRight}, {"K/D", atRight}, {"HOLDS", atLeft | flexible},
	}}
	for i := range tries {
		try := &tries[i]
		holds := try.Verified
		if holds == "" {
			holds = "- (it has no replay)"
		}
		place := "-"
		if try.Place > 0 {
			place = fmt.Sprintf("%d of %d", try.Place, try.Ships)
		}
		t.add(try.Day, fmt.Sprint(try.Score), place, fmt.Sprintf("%d/%d", try.Kills, try.Deaths), holds)
	}
	return t.text(width)
}

// Date returns the day of a try.
func (t *RatedTry) Date() (time.Time, error) { return time.Parse(time.DateOnly, t.Day) }
