package menu

import "dogfight/ui/input"

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

func (s *scroll) key(k input.Key) {
	switch k {
	case input.KeyUp:
		s.at--
	case input.KeyDown:
		s.at++
	case input.KeyPgUp:
		s.at -= max(s.page-1, 1)
	case input.KeyPgDn:
		s.at += max(s.page-1, 1)
	case input.KeyHome:
		s.at = 0
	case input.KeyEnd:
		s.at = s.most
	}
	s.at = min(max(s.at, 0), s.most)
}
