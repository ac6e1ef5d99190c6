package records

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"dogfight/game/career"
)

// Add stores a match and returns the news for its players, by identity. Without an error, the match is on the disk. A match of another host that
// was in fact hosted here is stored already.
func (s *Store) Add(m *career.Match) (news map[string]*career.News, err error) {
	err = s.db.Change(func(tx *Tx) error {
		news, _, err = add(tx, m)
		return err
	})
	if err != nil {
		return nil, explain(s.path, err)
	}
	return news, nil
}

// add is Add in a transaction. It also returns the number of the match, 0 for a match of another host.
func add(tx *Tx, m *career.Match) (news map[string]*career.News, number int64, err error) {
	one, err := unlinked(tx, m)
	if err != nil {
		return nil, 0, err
	}
	pilots, err := enlist(tx, one)
	if err != nil {
		return nil, 0, err
	}
	if one.Host != "" {
		err = dropStored(tx, one, pilots)
	} else {
		number, err = addHosted(tx, one, pilots)
	}
	if err != nil {
		return nil, 0, err
	}
	if news, err = addToCareers(tx, one, pilots); err != nil {
		return nil, 0, err
	}
	for i := range m.Flights {
		if n := news[one.Flights[i].Identity]; n != nil {
			news[m.Flights[i].Identity] = n
		}
	}
	return news, number, nil
}

// addHosted adds a match that was hosted here to the scores and returns its number.
func addHosted(tx *Tx, m *career.Match, pilots map[string]*known) (number int64, err error) {
	if number, err = addMatch(tx, m, pilots); err != nil {
		return 0, err
	}
	if err := storeWaves(tx, m, pilots); err != nil {
		return 0, err
	}
	if err := storeLaps(tx, m, pilots); err != nil {
		return 0, err
	}
	rate(m, pilots)
	return number, update(tx, m, pilots)
}

// sameStart is the maximum difference between the start times of a match at its host and at a client.
const sameStart = 5 * time.Second

// dropStored removes the pilots whose part in the match is stored already, from a host here.
func dropStored(tx *Tx, m *career.Match, pilots map[string]*known) error {
	for identity, p := range pilots {
		sum, stored := m.Sum(identity), 0
		err := tx.QueryRow(`SELECT count(*) FROM (SELECT * FROM careers WHERE pilot = ? ORDER BY number DESC LIMIT 5) AS last
			WHERE host = '' AND abs(started - ?) <= ? AND arena = ? AND mode = ? AND kills = ? AND deaths = ?`,
			p.id, m.Started.Unix(), int(sameStart.Seconds()), m.Arena, m.Mode, sum.Kills, sum.Deaths).Scan(&stored)
		if err != nil {
			return err
		}
		if stored > 0 {
			delete(pilots, identity)
		}
	}
	return nil
}

// unlinked returns the match with one identity for all keys of a player: the key with the most matches.
func unlinked(tx *Tx, m *career.Match) (*career.Match, error) {
	one := *m
	one.Flights = slices.Clone(m.Flights)
	for i := range one.Flights {
		f := &one.Flights[i]
		if f.Identity == "" || len(f.Linked) == 0 {
			continue
		}
		keys := append([]string{f.Identity}, f.Linked...)
		best := -2
		for _, key := range keys {
			matches := -1
			err := tx.QueryRow(`SELECT matches FROM pilots WHERE identity = ?`, key).Scan(&matches)
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return nil, err
			}
			if matches > best || matches == best && key < f.Identity {
				best, f.Identity = matches, key
			}
		}
	}
	return &one, nil
}

// known is a pilot with an entry in the records.
type known struct {
	id int64
	Rating
	before Rating
}

// rated reports whether the match has changed the rating.
func (p *known) rated() bool { return p.Rating != p.before }

// enlist returns the pilots of a match with an identity, and creates entries for new ones.
func enlist(tx *Tx, m *career.Match) (map[string]*known, error) {
	pilots := map[string]*known{}
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Identity == "" || f.Skill != 0 || pilots[f.Identity] != nil {
			continue
		}
		var p known
		err := tx.QueryRow(`INSERT INTO pilots (identity, name, seen, rating, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (identity) DO UPDATE SET name = excluded.name RETURNING id, rating, deviation, volatility`,
			f.Identity, f.Name, m.Started.Unix(), unrated.Value, unrated.Deviation, unrated.Volatility).
			Scan(&p.id, &p.Value, &p.Deviation, &p.Volatility)
		if err != nil {
			return nil, err
		}
		p.before = p.Rating
		pilots[f.Identity] = &p
	}
	return pilots, nil
}

func addMatch(tx *Tx, m *career.Match, pilots map[string]*known) (match int64, err error) {
	err = tx.QueryRow(`INSERT INTO matches (started, lasted, arena, mode, time_limit, score_limit, finished, replay) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id`, m.Started.Unix(), m.Lasted.Milliseconds(), m.Arena, m.Mode, m.TimeLimit.Milliseconds(), m.ScoreLimit, m.Finished, m.Replay).
		Scan(&match)
	if err != nil {
		return 0, err
	}
	for i := range m.Flights {
		f := &m.Flights[i]
		var pilot sql.NullInt64
		if p := pilots[f.Identity]; p != nil && f.Skill == 0 {
			pilot = sql.NullInt64{Int64: p.id, Valid: true}
		}
		_, failed := tx.Exec(`INSERT INTO flights VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			match, pilot, f.Name, f.Skill, f.Class, f.Weapon, f.Team, f.Score, f.Kills, f.Deaths, f.Assists,
			f.Shots, f.Hits, f.Won, f.Flown.Milliseconds())
		err = errors.Join(err, failed)
	}
	return match, err
}

// update updates the sums and ratings of the pilots.
func update(tx *Tx, m *career.Match, pilots map[string]*known) error {
	for identity, p := range pilots {
		sum := m.Sum(identity)
		_, err := tx.Exec(`UPDATE pilots SET seen = max(seen, ?), rating = ?, deviation = ?, volatility = ?,
			matches = matches + 1, wins = wins + ?, kills = kills + ?, deaths = deaths + ?, assists = assists + ?,
			shots = shots + ?, hits = hits + ? WHERE id = ?`,
			m.Started.Add(m.Lasted).Unix(), p.Value, p.Deviation, p.Volatility,
			sum.Won, sum.Kills, sum.Deaths, sum.Assists, sum.Shots, sum.Hits, p.id)
		if err != nil {
			return err
		}
	}
	return nil
}
