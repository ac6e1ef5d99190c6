package records

import (
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// addWaves keeps the wave that each player with a key has come to at most in each campaign.
const addWaves = `CREATE TABLE waves (
		pilot    INTEGER NOT NULL REFERENCES pilots,
		campaign TEXT NOT NULL, -- its name
		wave     INTEGER NOT NULL,
		won      INTEGER NOT NULL, -- whether the last was repelled
		mates    INTEGER NOT NULL, -- that flew along, bots too
		flown    INTEGER NOT NULL, -- when the match was over, in seconds since 1970
		PRIMARY KEY (pilot, campaign)
	) STRICT, WITHOUT ROWID;`

// wavesVersion is that of the first file with waves.
const wavesVersion = 5

// Waves is how far a match of waves came.
type Waves struct {
	Campaign string `json:"campaign"` // "" in other modes
	Wave     int    `json:"wave"`
	Won      bool   `json:"won,omitempty"` // the last wave was repelled
}

// addWaves keeps for those who flew to the end how far that was, if it is farther than they had come.
func (m *Match) addWaves(tx *Tx, pilots map[string]*known) error {
	if m.Waves.Campaign == "" {
		return nil
	}
	for i := range m.Flights {
		f := &m.Flights[i]
		p := pilots[f.Identity]
		if p == nil || f.Skill != 0 || f.Place == 0 {
			continue
		}
		_, err := tx.Exec(`INSERT INTO waves VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (pilot, campaign) DO UPDATE SET
			wave = excluded.wave, won = excluded.won, mates = excluded.mates, flown = excluded.flown
			WHERE excluded.wave > waves.wave OR excluded.wave = waves.wave AND excluded.won > waves.won`,
			p.id, m.Waves.Campaign, m.Waves.Wave, m.Waves.Won, len(m.Flights)-1, m.Started.Add(m.Lasted).Unix())
		if err != nil {
			return err
		}
	}
	return nil
}

// BestWave is how far a player has come in a campaign.
type BestWave struct {
	Campaign string    `json:"campaign"`
	Wave     int       `json:"wave"`
	Won      bool      `json:"won"`
	Mates    int       `json:"mates"`
	Name     string    `json:"name"`
	Identity string    `json:"identity"`
	Flown    time.Time `json:"flown"`
}

// ReadWaves returns how far so many players at most have come in each campaign, the farthest first, out of the
// records at path, and nothing if there are none. The file stays as it is.
func ReadWaves(path string, limit int) ([]BestWave, error) {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	waves, err := s.Waves(limit)
	if err != nil {
		return nil, explain(path, err)
	}
	return waves, nil
}

// Waves returns how far so many players at most have come in each campaign.
func (s *Store) Waves(limit int) (waves []BestWave, err error) {
	if version, err := s.version(); err != nil || version < wavesVersion {
		return nil, err
	}
	rows, err := s.db.Query(`WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY campaign ORDER BY wave DESC, won DESC, flown) AS place FROM waves)
		SELECT campaign, wave, won, mates, name, identity, flown FROM ranked JOIN pilots ON pilots.id = ranked.pilot
		WHERE place <= ? ORDER BY campaign, place`, min(max(limit, 0), MostListed))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var b BestWave
		var flown int64
		if err := rows.Scan(&b.Campaign, &b.Wave, &b.Won, &b.Mates, &b.Name, &b.Identity, &flown); err != nil {
			return nil, err
		}
		b.Flown = time.Unix(flown, 0).UTC()
		waves = append(waves, b)
	}
	return waves, rows.Err()
}

// WavesText returns them as lines of so many columns at most, with times as they were where loc is.
func WavesText(waves []BestWave, width int, loc *time.Location) string {
	if len(waves) == 0 {
		return "No waves recorded yet.\n"
	}
	t := &statsTable{columns: []column{
		{"CAMPAIGN", atLeft}, {"WAVE", atRight}, {"", atLeft}, {"PILOT", atLeft | gives}, {"WITH", atRight}, {"FLOWN", atLeft},
	}}
	for i := range waves {
		b := &waves[i]
		won := ""
		if b.Won {
			won = "won"
		}
		t.add(b.Campaign, fmt.Sprint(b.Wave), won, b.Name, fmt.Sprint(b.Mates), b.Flown.In(loc).Format("2006-01-02 15:04"))
	}
	return t.text(width)
}
