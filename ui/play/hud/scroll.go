package hud

import "dogfight/ui/input"

// Scroll is the position of a list that is longer than its area.
type Scroll struct {
	at   int // items above the place
	page int // items in it
	Most int
}

// fit sets the number of items and of rows.
func (s *Scroll) fit(items, place int) {
	s.page = max(place, 1)
	s.Most = max(items-s.page, 0)
	s.at = min(s.at, s.Most)
}

// Key scrolls, and reports whether the key does.
func (s *Scroll) Key(k input.Key) bool {
	switch k {
	case input.KeyUp:
		s.move(-1)
	case input.KeyDown:
		s.move(1)
	case input.KeyPgUp:
		s.move(-s.step())
	case input.KeyPgDn:
		s.move(s.step())
	case input.KeyHome:
		s.at = 0
	case input.KeyEnd:
		s.at = s.Most
	default:
		return false
	}
	return true
}

// step is the rows of a page: one stays, as the own line may cover it.
func (s *Scroll) step() int { return max(s.page-1, 1) }

func (s *Scroll) move(by int) { s.at = min(max(s.at+by, 0), s.Most) }

// show scrolls an item into view.
func (s *Scroll) show(item int) {
	s.at = min(max(s.at, item-s.page+1), max(item, 0))
}
