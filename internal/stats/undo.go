package stats

import (
	"strings"

	"dogfight/internal/database"
)

// UndoResults takes the matches that AddOnce has kept of a host out of the scores and ratings. Careers keep them: a fleet shows none.
func (s *Store) UndoResults(host string) error {
	err := s.db.Change(func(tx *database.Tx) error {
		for {
			var match int64
			if err := tx.QueryRow(`SELECT coalesce(max(match), 0) FROM results WHERE host = ?`, host).Scan(&match); err != nil || match == 0 {
				return err
			}
			for _, change := range undone {
				if _, err := tx.Exec(strings.ReplaceAll(change, "CHANGED", ratingsChanged), match); err != nil {
					return err
				}
			}
		}
	})
	if err != nil {
		return explain(s.path, err)
	}
	return nil
}

// ratingsChanged is by how much a match has changed ratings, and where in the careers of its pilots.
const ratingsChanged = `(SELECT c.pilot, c.number, c.rating - coalesce((SELECT b.rating FROM careers AS b
	WHERE b.pilot = c.pilot AND b.number < c.number AND b.rating IS NOT NULL ORDER BY b.number DESC LIMIT 1), 1500) AS by
	FROM matches AS m, careers AS c WHERE m.id = ? AND c.pilot IN (SELECT pilot FROM flights WHERE match = m.id)
	AND c.started = m.started AND c.arena = m.arena AND c.mode = m.mode AND c.host = '' AND c.rating IS NOT NULL) AS d`

// undone takes a match out of all that tells of it. Ratings go back by as much as it has changed them, in careers from that match on, so
// that the next one that is undone has its own change. Matches since then are not rated again: not all that ratings come of is kept.
var undone = []string{
	`UPDATE pilots SET rating = pilots.rating - d.by FROM CHANGED WHERE pilots.id = d.pilot`,
	`UPDATE careers SET rating = careers.rating - d.by FROM CHANGED WHERE careers.pilot = d.pilot AND careers.number >= d.number`,
	`UPDATE pilots SET matches = pilots.matches - 1, wins = pilots.wins - f.won, kills = pilots.kills - f.kills, deaths = pilots.deaths - f.deaths,
		assists = pilots.assists - f.assists, shots = pilots.shots - f.shots, hits = pilots.hits - f.hits
		FROM (SELECT pilot, max(won) AS won, sum(kills) AS kills, sum(deaths) AS deaths, sum(assists) AS assists, sum(shots) AS shots, sum(hits) AS hits
		FROM flights WHERE match = ? AND pilot IS NOT NULL GROUP BY pilot) AS f WHERE pilots.id = f.pilot`,
	`DELETE FROM flights WHERE match = ?`,
	`DELETE FROM results WHERE match = ?`,
	`DELETE FROM matches WHERE id = ?`,
}
