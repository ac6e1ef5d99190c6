package stats

import "dogfight/internal/career"

// ReadLastSolo returns what the player who has these keys did in the last n matches against bots alone that were
// played to their end on this machine, the last first: Place of so many Ships, against bots of a Skill. Those of
// events are not among them. There are none if there are no records.
func ReadLastSolo(path string, identities []string, n int) (list []career.Match, err error) {
	err = reading(path, func(s *Store) (err error) {
		list, err = s.lastSolo(identities, n)
		return err
	})
	return list, err
}

func (s *Store) lastSolo(identities []string, n int) (list []career.Match, err error) {
	of, err := s.pilotsOf(identities, emptyCareer())
	if err != nil || len(of) == 0 {
		return nil, err
	}
	err = s.each(nil, func(m career.Match) { list = append(list, m) },
		of.latest(careerColumns, `people = 1 AND bots > 0 AND finished AND place > 0 AND host = '' AND event = ''`, n))
	return list, err
}

// ReadOfEvent returns what the player who has these keys did in matches of an event, the first first, and of so
// many at most as a Career tells of. There are none if there are no records.
func ReadOfEvent(path string, identities []string, event string) (list []career.Match, err error) {
	err = reading(path, func(s *Store) (err error) {
		list, err = s.ofEvent(identities, event)
		return err
	})
	return list, err
}

func (s *Store) ofEvent(identities []string, event string) (list []career.Match, err error) {
	of, err := s.pilotsOf(identities, emptyCareer())
	if err != nil {
		return nil, err
	}
	err = s.each(nil, func(m career.Match) { list = append(list, m) },
		`SELECT `+careerColumns+` FROM careers WHERE pilot IN `+of.in()+` AND event = ? ORDER BY started, number LIMIT ?`,
		event, career.MostLast)
	return list, err
}
