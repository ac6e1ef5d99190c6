package records

import (
	"fmt"

	"dogfight/internal/career"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

// The columns of a medal.
const (
	medalTitle = 15
	medalTimes = 6
	medalWidth = 2 + medalTitle + medalTimes
	medalRules = medalWidth + 36 // so wide a panel has their rules too
)

// medalRows is how many rows the medals take in a panel of that width.
func (p *Page) medalRows(width int) int {
	if width >= medalRules {
		return len(p.Career.Medals)
	}
	return (len(p.Career.Medals) + 1) / 2
}

// drawMedals draws all medals, with their rules where there is room, else in two columns.
func (p *Page) drawMedals(s *draw.Sheet, a draw.Area) {
	rows := p.medalRows(a.Width)
	for i := range p.Career.Medals {
		m := &p.Career.Medals[i]
		x, y := a.X+i/rows*(a.Width/2), a.Y+i%rows
		drawMedal(s, x, y, m)
		if a.Width >= medalRules {
			s.Text(x+medalWidth+2, y, m.Rule, palette.Label)
		}
	}
}

func drawMedal(s *draw.Sheet, x, y int, m *career.Earned) {
	if m.Times == 0 {
		s.Text(x, y, "·", palette.Label)
		s.Text(x+2, y, m.Title, palette.Label)
		return
	}
	s.Text(x, y, "♦", palette.Fair)
	s.Text(x+2, y, m.Title, palette.Strong)
	s.Right(x+medalWidth, y, fmt.Sprint(m.Times), palette.Fair)
}
