package menu

import (
	"fmt"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// The columns of a medal.
const (
	medalTitle = 15
	medalTimes = 6
	medalWidth = 2 + medalTitle + medalTimes
	medalRules = medalWidth + 36 // so wide a panel has their rules too
)

// medalRows is how many rows the medals take in a panel of that width.
func (p *RecordsPage) medalRows(width int) int {
	if width >= medalRules {
		return len(p.Career.Medals)
	}
	return (len(p.Career.Medals) + 1) / 2
}

// drawMedals draws all medals, with their rules where there is room, else in two columns.
func (p *RecordsPage) drawMedals(s *canvas.Sheet, a canvas.Area) {
	rows := p.medalRows(a.Width)
	for i := range p.Career.Medals {
		m := &p.Career.Medals[i]
		x, y := a.X+i/rows*(a.Width/2), a.Y+i%rows
		drawMedal(s, x, y, m)
		if a.Width >= medalRules {
			s.Text(x+medalWidth+2, y, m.Rule, canvas.LabelInk)
		}
	}
}

func drawMedal(s *canvas.Sheet, x, y int, m *career.Earned) {
	if m.Times == 0 {
		s.Text(x, y, "·", canvas.LabelInk)
		s.Text(x+2, y, m.Title, canvas.LabelInk)
		return
	}
	s.Text(x, y, "♦", canvas.Fair)
	s.Text(x+2, y, m.Title, canvas.Strong)
	s.Right(x+medalWidth, y, fmt.Sprint(m.Times), canvas.Fair)
}
