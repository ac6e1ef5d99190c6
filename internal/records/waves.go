package records

import (
	"database/sql"
	"fmt"
	"time"

	"dogfight/game/career"
)

// storeWaves stores the wave for pilots that flew to the end, if it is higher than before.
func storeWaves(tx *Tx, m *career.Match, pilots map[string]*known) error {
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

// BestWave is a player's best result in a campaign.
type BestWave struct {
	Campaign string    `json:"campaign"`
	Wave     int       `json:"wave"`
	Won      bool      `json:"won"`
	Mates    int       `json:"mates"`
	Name     string    `json:"name"`
	Identity string    `json:"identity"`
	Flown    time.Time `json:"flown"`
}

// ReadWaves returns up to limit best results in each campaign, best first, of the records at path, none if there is no file. It does not change
// the file.
func ReadWaves(path string, limit int) ([]BestWave, error) {
	return readFile(path, nil, func(s *Store) ([]BestWave, error) { return s.Waves(limit) })
}

// Waves returns up to limit best results in each campaign, best first.
func (s *Store) Waves(limit int) ([]BestWave, error) {
	if version, err := s.version(); err != nil || version < wavesVersion {
		return nil, err
	}
	return list(s.db, func(row *sql.Rows) (b BestWave, err error) {
		var flown int64
		err = row.Scan(&b.Campaign, &b.Wave, &b.Won, &b.Mates, &b.Name, &b.Identity, &flown)
		b.Flown = time.Unix(flown, 0).UTC()
		return b, err
	}, `WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY campaign ORDER BY wave DESC, won DESC, flown) AS place FROM waves)
		SELECT campaign, wave, won, mates, name, identity, flown FROM ranked JOIN pilots ON pilots.id = ranked.pilot
		WHERE place <= ? ORDER BY campaign, place`, min(max(limit, 0), MostListed))
}

// WavesText returns results as lines of at most width columns, with times in loc.
func WavesText(waves []BestWave, width int, loc *time.Location) string {
	if len(waves) == 0 {
		return "No waves recorded yet.\n"
	}
	t := &textTable{columns: []column{
		{"CAMPAIGN", atLeft}, {"WAVE", atRight}, {"", atLeft}, {"PILOT", atLeft | flexible}, {"WITH", atRight}, {"FLOWN", atLeft},
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
