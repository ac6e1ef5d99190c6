package records

import "dogfight/game/career"

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
		of.latest(careerColumns, `people = 1 AND bots > 0 AND finished = 1 AND place > 0 AND host = '' AND event = ''`, n))
	return list, err
}
