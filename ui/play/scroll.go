package play

import "github.com/gdamore/tcell/v2"

// scroll is how far a list that is longer than its place is moved up.
type scroll struct {
	at   int // items above the place
	page int // items in it
	most int
}

// fit takes note of a list of so many items and the place for them.
func (s *scroll) fit(items, place int) {
	s.page = max(place, 1)
	s.most = max(items-s.page, 0)
	s.at = min(s.at, s.most)
}

// key moves the list, and reports whether the key is one for that.
func (s *scroll) key(k tcell.Key) bool {
	switch k {
	case tcell.KeyUp:
		s.move(-1)
	case tcell.KeyDown:
		s.move(1)
	case tcell.KeyPgUp:
		s.move(-s.step())
	case tcell.KeyPgDn:
		s.move(s.step())
	case tcell.KeyHome:
		s.at = 0
	case tcell.KeyEnd:
		s.at = s.most
	default:
		return false
	}
	return true
}

// step is how far a page moves: a line stays, since the own one may cover it.
func (s *scroll) step() int { return max(s.page-1, 1) }

func (s *scroll) move(by int) { s.at = min(max(s.at+by, 0), s.most) }

// show moves the list so that an item is in its place.
func (s *scroll) show(item int) {
	s.at = min(max(s.at, item-s.page+1), max(item, 0))
}
