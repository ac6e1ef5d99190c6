package records

import (
	"strings"
)

// UndoResults removes matches that AddOnce has kept from the scores and ratings, by their ids, each in a transaction of its own. Careers
// keep them: a fleet shows none.
func (s *Store) UndoResults(ids []string) error {
	for _, id := range ids {
		err := s.db.Change(func(tx *Tx) error {
			var match int64
			if err := tx.QueryRow(`SELECT coalesce(max(match), 0) FROM results WHERE id = ?`, id).Scan(&match); err != nil {
				return err
			}
			for _, change := range undone {
				if _, err := tx.Exec(strings.ReplaceAll(change, "CHANGED", ratingsChanged), match); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return explain(s.path, err)
		}
	}
	return nil
}

// ratingsChanged selects the change of each pilot's rating by a match, and its number in the pilot's career.
const ratingsChanged = `(SELECT c.pilot, c.number, c.rating - coalesce((SELECT b.rating FROM careers AS b
	WHERE b.pilot = c.pilot AND b.number < c.number AND b.rating IS NOT NULL ORDER BY b.number DESC LIMIT 1), 1500) AS by
	FROM matches AS m, careers AS c WHERE m.id = ? AND c.pilot IN (SELECT pilot FROM flights WHERE match = m.id)
	AND c.started = m.started AND c.arena = m.arena AND c.mode = m.mode AND c.host = '' AND c.rating IS NOT NULL) AS d`

// undone removes a match from the scores. Its change of each rating is subtracted, and in the career from that match on, so that the
// changes by later matches stay as they were. Later matches are not rated again: the records lack some of the inputs of ratings.
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
