package records

import (
	"dogfight/internal/career"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

// awaiting is what will stand where nothing does yet.
var awaiting = [...]string{
	"your rating after each match, as a line",
	"accuracy and K/D with each ship and each gun",
	"who destroys you, and whom you destroy",
	"your last matches, and the medals that you earn:",
}

// drawNewcomer says what there is to come, or why there is nothing.
func (p *Page) drawNewcomer(s *draw.Sheet, a draw.Area) {
	if p.Problem != "" {
		s.Wrapped(draw.Rect(a.X, a.Y, a.Width, a.Height), p.Problem)
		return
	}
	s.Text(a.X, a.Y, "No match of yours yet. Play one, and here stand", palette.Strong)
	y := a.Y + 1
	for _, line := range awaiting {
		s.Text(a.X+2, y, line, palette.Text)
		y++
	}
	y++
	for _, m := range career.Medals {
		if y == a.Y+a.Height {
			return
		}
		s.Text(a.X+2, y, "♦", palette.Fair)
		s.Text(a.X+4, y, m.Title, palette.Text)
		s.Text(a.X+4+medalTitle, y, m.Rule, palette.Label)
		y++
	}
}
