package menu

import (
	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// awaiting is what will stand where nothing does yet.
var awaiting = [...]string{
	"your rating after each match, as a line",
	"accuracy and K/D with each ship and each gun",
	"who destroys you, and whom you destroy",
	"your last matches, and the medals that you earn:",
}

// drawNewcomer says what there is to come, or why there is nothing.
func (p *RecordsPage) drawNewcomer(s *canvas.Sheet, a canvas.Area) {
	if p.Problem != "" {
		s.Wrapped(canvas.Rect(a.X, a.Y, a.Width, a.Height), p.Problem)
		return
	}
	s.Text(a.X, a.Y, "No match of yours yet. Play one, and here stand", canvas.Strong)
	y := a.Y + 1
	for _, line := range awaiting {
		s.Text(a.X+2, y, line, canvas.TextInk)
		y++
	}
	y++
	for _, m := range career.Medals {
		if y == a.Y+a.Height {
			return
		}
		s.Text(a.X+2, y, "♦", canvas.Fair)
		s.Text(a.X+4, y, m.Title, canvas.TextInk)
		s.Text(a.X+4+medalTitle, y, m.Rule, canvas.LabelInk)
		y++
	}
}
