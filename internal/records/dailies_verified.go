package records

import (
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// RatedTry is a try at a daily challenge that counts.
type RatedTry struct {
	Day      string `json:"day"`
	Identity string `json:"identity"`
	Finished bool   `json:"finished"`
	Score    int32  `json:"score"`
	Place    int    `json:"place"`
	Ships    int    `json:"ships"`
	Kills    int    `json:"kills"`
	Deaths   int    `json:"deaths"`
	Verified string `json:"verified,omitempty"` // as of a lap; "" also if there is no replay

	Replay []byte `json:"-"`
}

// ProveTry keeps the replay of a try.
func (s *Store) ProveTry(id int64, replay []byte) error {
	if _, err := s.db.Exec(`UPDATE dailies SET replay = ? WHERE id = ?`, replay, id); err != nil {
		return explain(s.path, err)
	}
	return nil
}

// ReadRatedTries returns so many tries that count, the last first, with their replays, out of the records at path; none if there are
// none. The file stays as it is.
func ReadRatedTries(path string, limit int) ([]RatedTry, error) {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	tries, err := s.ratedTries(limit)
	if err != nil {
		return nil, explain(path, err)
	}
	return tries, nil
}

func (s *Store) ratedTries(limit int) (tries []RatedTry, err error) {
	if version, err := s.version(); err != nil || version < replaysVersion {
		return nil, err // before, they had no replays
	}
	rows, err := s.db.Query(`SELECT day, identity, finished, score, place, ships, kills, deaths, replay FROM dailies
		WHERE rated = 1 ORDER BY day DESC, identity LIMIT ?`, min(max(limit, 0), MostListed))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var t RatedTry
		if err := rows.Scan(&t.Day, &t.Identity, &t.Finished, &t.Score, &t.Place, &t.Ships, &t.Kills, &t.Deaths, &t.Replay); err != nil {
			return nil, err
		}
		tries = append(tries, t)
	}
	return tries, rows.Err()
}

// RatedTriesText returns tries as lines of so many columns at most.
func RatedTriesText(tries []RatedTry, width int) string {
	t := &statsTable{columns: []column{
		{"DAILY", atLeft}, {"SCORE", atRight}, {"PLACE", atRight}, {"K/D", atRight}, {"HOLDS", atLeft | gives},
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
