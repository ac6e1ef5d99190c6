package stats

import (
	"errors"
	"io/fs"
)

// Past is how a player did in a match against bots.
type Past struct {
	Rank  int     // among the bots, from 1
	Ships int     // the bots and the player
	Skill float64 // of the bots, on average
}

// ReadPast returns how the player of an identity did in the last few matches that they flew to the end alone among bots,
// the newest last, out of the records at path; none if there are none. The file stays as it is.
func ReadPast(path, identity string, limit int) ([]Past, error) {
	s, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	past, err := s.past(identity, limit)
	if err != nil {
		return nil, explain(path, err)
	}
	return past, nil
}

func (s *Store) past(identity string, limit int) (past []Past, err error) {
	if version, err := s.version(); err != nil || version == 0 {
		return nil, err
	}
	rows, err := s.db.Query(`SELECT sum(bot.score > own.score) + 1, count(*) + 1, avg(bot.skill)
		FROM pilots JOIN flights AS own ON own.pilot = pilots.id JOIN matches ON matches.id = own.match
			JOIN flights AS bot ON bot.match = own.match AND bot.skill > 0 AND bot.flown * 2 >= matches.lasted
		WHERE pilots.identity = ? AND matches.finished AND own.flown * 2 >= matches.lasted
			AND (SELECT count(*) FROM flights WHERE match = own.match AND skill = 0) = 1
		GROUP BY matches.id ORDER BY matches.id DESC LIMIT ?`, identity, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p Past
		if err := rows.Scan(&p.Rank, &p.Ships, &p.Skill); err != nil {
			return nil, err
		}
		past = append([]Past{p}, past...)
	}
	return past, rows.Err()
}
