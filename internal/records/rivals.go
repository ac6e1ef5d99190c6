package records

import (
	"dogfight/game/career"
)

// keptRivals is how many rivals of a pilot are kept: those who met most. Of as many meetings the last
// one decides, so that a new rival has a chance.
const keptRivals = 200

// The kinds of rivals.
const (
	rivalKey  = "key"
	rivalBot  = "bot"
	rivalName = "name" // anybody may call himself that
)

// rivalOf returns the kind of a rival, and by what such are told apart.
func rivalOf(f *Flight) (kind, rival string) {
	switch {
	case f.Skill != 0:
		return rivalBot, f.Name
	case f.Identity != "":
		return rivalKey, f.Identity
	}
	return rivalName, f.Name
}

// addRivals notes whom a pilot destroyed in the match, and by whom the pilot was destroyed.
func (m *Match) addRivals(tx *Tx, identity string, pilot int64) error {
	own := func(i int) bool { return m.Flights[i].Identity == identity && m.Flights[i].Skill == 0 }
	added := false
	for _, k := range m.Kills {
		var other *Flight
		kills, deaths := 0, 0
		switch {
		case own(k.By) == own(k.Of):
			continue
		case own(k.By):
			other, kills = &m.Flights[k.Of], k.Times
		default:
			other, deaths = &m.Flights[k.By], k.Times
		}
		kind, rival := rivalOf(other)
		_, err := tx.Exec(`INSERT INTO rivals VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (pilot, kind, rival) DO UPDATE SET
			name = excluded.name, kills = rivals.kills + excluded.kills, deaths = rivals.deaths + excluded.deaths, met = excluded.met`,
			pilot, kind, rival, other.Name, kills, deaths, m.Started.Unix())
		if err != nil {
			return err
		}
		added = true
	}
	if !added {
		return nil
	}
	_, err := tx.Exec(`DELETE FROM rivals WHERE pilot = ?1 AND (kind, rival) NOT IN (
		SELECT kind, rival FROM rivals WHERE pilot = ?1 ORDER BY kills + deaths DESC, met DESC LIMIT ?2)`, pilot, keptRivals)
	return err
}

// rivals returns those of a player, who met most first.
func (s *Store) rivals(of pilots) (list []career.Rival, err error) {
	rows, err := s.db.Query(`SELECT kind, rival, name, kills, deaths FROM (
			SELECT kind, rival, name, met, sum(kills) OVER same AS kills, sum(deaths) OVER same AS deaths,
				row_number() OVER (PARTITION BY kind, rival ORDER BY met DESC, name) AS place
			FROM rivals WHERE pilot IN `+of.in()+` WINDOW same AS (PARTITION BY kind, rival)) AS summed
		WHERE place = 1 ORDER BY kills + deaths DESC, met DESC, name LIMIT ?`, career.MostRivals)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r career.Rival
		var kind, rival string
		if err := rows.Scan(&kind, &rival, &r.Name, &r.Kills, &r.Deaths); err != nil {
			return nil, err
		}
		if r.Bot = kind == rivalBot; kind == rivalKey {
			r.Identity = rival
		}
		list = append(list, r)
	}
	return list, rows.Err()
}
