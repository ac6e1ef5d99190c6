package stats

import "dogfight/internal/database"

// UndoResults takes the matches that AddOnce has kept of a host out of the scores and ratings. Careers keep them: a fleet shows none.
func (s *Store) UndoResults(host string) error {
	err := s.db.Change(func(tx *database.Tx) error {
		for {
			var match int64
			if err := tx.QueryRow(`SELECT coalesce(max(match), 0) FROM results WHERE host = ?`, host).Scan(&match); err != nil || match == 0 {
				return err
			}
			if err := undoMatch(tx, match); err != nil {
				return err
			}
		}
	})
	if err != nil {
		return explain(s.path, err)
	}
	return nil
}

// undone are the changes that leave a match out of the sums, and then out of the tables.
var undone = []string{
	`UPDATE pilots SET matches = pilots.matches - 1, wins = pilots.wins - f.won, kills = pilots.kills - f.kills, deaths = pilots.deaths - f.deaths,
		assists = pilots.assists - f.assists, shots = pilots.shots - f.shots, hits = pilots.hits - f.hits
		FROM (SELECT pilot, max(won) AS won, sum(kills) AS kills, sum(deaths) AS deaths, sum(assists) AS assists, sum(shots) AS shots, sum(hits) AS hits
		FROM flights WHERE match = ? AND pilot IS NOT NULL GROUP BY pilot) AS f WHERE pilots.id = f.pilot`,
	`DELETE FROM flights WHERE match = ?`,
	`DELETE FROM results WHERE match = ?`,
	`DELETE FROM matches WHERE id = ?`,
}

func undoMatch(tx *database.Tx, match int64) error {
	if err := undoRatings(tx, match); err != nil {
		return err
	}
	for _, change := range undone {
		if _, err := tx.Exec(change, match); err != nil {
			return err
		}
	}
	return nil
}

// undoRatings moves the ratings of the pilots of a match, from that match on, back by as much as it has changed them. Matches since then
// are not rated again: not all that their ratings came of is kept.
func undoRatings(tx *database.Tx, match int64) error {
	rows, err := tx.Query(`SELECT c.pilot, c.number, c.rating - coalesce((SELECT b.rating FROM careers AS b
		WHERE b.pilot = c.pilot AND b.number < c.number AND b.rating IS NOT NULL ORDER BY b.number DESC LIMIT 1), ?)
		FROM matches AS m, careers AS c WHERE m.id = ? AND c.pilot IN (SELECT pilot FROM flights WHERE match = m.id)
		AND c.started = m.started AND c.arena = m.arena AND c.mode = m.mode AND c.host = '' AND c.rating IS NOT NULL`, unrated.Value, match)
	if err != nil {
		return err
	}
	defer rows.Close()
	type change struct {
		pilot, number int64
		by            float64
	}
	var changes []change
	for rows.Next() {
		var c change
		if err := rows.Scan(&c.pilot, &c.number, &c.by); err != nil {
			return err
		}
		changes = append(changes, c)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, c := range changes {
		if _, err := tx.Exec(`UPDATE careers SET rating = rating - ? WHERE pilot = ? AND number >= ? AND rating IS NOT NULL`, c.by, c.pilot, c.number); err != nil {
			return err
		}
		if _, err := tx.Exec(`UPDATE pilots SET rating = rating - ? WHERE id = ?`, c.by, c.pilot); err != nil {
			return err
		}
	}
	return nil
}
