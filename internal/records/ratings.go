package records

import "strings"

// RatingOf returns the rating of the player who has these keys, by the one that has flown most, and whether it is known.
func (s *Store) RatingOf(identities []string) (r Rating, known bool, err error) {
	if len(identities) == 0 {
		return r, false, nil
	}
	args := make([]any, len(identities))
	for i := range identities {
		args[i] = identities[i]
	}
	marks := strings.TrimSuffix(strings.Repeat("?,", len(identities)), ",")
	rows, err := s.db.Query(`SELECT rating, deviation, volatility FROM pilots WHERE identity IN (`+marks+`) ORDER BY matches DESC, id LIMIT 1`, args...)
	if err != nil {
		return r, false, explain(s.path, err)
	}
	defer rows.Close()
	if rows.Next() {
		known, err = true, rows.Scan(&r.Value, &r.Deviation, &r.Volatility)
	}
	if err == nil {
		err = rows.Err()
	}
	return r, known && r.Deviation < unrated.Deviation, err
}
