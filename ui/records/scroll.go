package records

import "dogfight/ui/keys"

// scroll is how far a list that is longer than its place is moved up.
type scroll struct {
	at   int // lines above the place
	most int
	page int // lines in it
}

// fit takes note of a list of so many lines, and of its place.
func (s *scroll) fit(lines, place int) {
	s.page = max(place, 1)
	s.most = max(lines-s.page, 0)
	s.at = min(s.at, s.most)
}

func (s *scroll) key(k keys.Key) {
	switch k {
	case keys.Up:
		s.at--
	case keys.Down:
		s.at++
	case keys.PgUp:
		s.at -= max(s.page-1, 1)
	case keys.PgDn:
		s.at += max(s.page-1, 1)
	case keys.Home:
		s.at = 0
	case keys.End:
		s.at = s.most
	}
	s.at = min(max(s.at, 0), s.most)
}
