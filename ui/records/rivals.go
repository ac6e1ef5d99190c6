package records

import (
	"fmt"
	"strings"

	"dogfight/internal/career"
	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

// The columns of a rival between the two bars: a number, the name, a number.
const (
	rivalNumber = 5
	rivalName   = 16
	rivalBar    = 30 // at most
)

// drawRivals draws who destroys the player, and whom the player destroys: a bar to each side of their names.
func (p *Page) drawRivals(s *draw.Sheet, a draw.Area) {
	if p.isNew() || len(p.Career.Rivals) == 0 {
		p.drawNoRivals(s, a)
		return
	}
	bar := min((a.Width-2*rivalNumber-rivalName-2)/2, rivalBar)
	middle := a.X + a.Width/2
	name := middle - rivalName/2
	most := 1
	for _, r := range p.Career.Rivals {
		most = max(most, r.Kills, r.Deaths)
	}
	s.Right(name-1, a.Y, "destroyed you", palette.Label)
	s.Text(name+rivalName+1, a.Y, "you destroyed", palette.Label)
	rows := a.Height - 1
	p.list.fit(len(p.Career.Rivals), rows)
	for i := p.list.at; i < min(p.list.at+rows, len(p.Career.Rivals)); i++ {
		r, y := &p.Career.Rivals[i], a.Y+1+i-p.list.at
		drawRivalName(s, middle, y, r)
		s.Right(name-1, y, fmt.Sprint(r.Deaths), palette.Strong)
		s.Right(name-rivalNumber-1, y, strings.Repeat("▊", pips(r.Deaths, most, bar)), palette.Bad)
		s.Text(name+rivalName+1, y, fmt.Sprintf("%-*d", rivalNumber, r.Kills), palette.Strong)
		s.Text(name+rivalName+1+rivalNumber, y, strings.Repeat("▊", pips(r.Kills, most, bar)), palette.Good)
	}
}

// pips is how many cells a bar has for a part of the most. What is not nothing shows.
func pips(n, most, bar int) int {
	if n == 0 {
		return 0
	}
	return max(n*bar/most, 1)
}

func drawRivalName(s *draw.Sheet, middle, y int, r *career.Rival) {
	name, ink := canvas.Cut(canvas.Clean(r.Name), rivalName-1), palette.Text
	if !r.Bot {
		ink = palette.Accent
	}
	s.Text(middle-canvas.Width(name)/2, y, name, ink)
}

func (p *Page) drawNoRivals(s *draw.Sheet, a draw.Area) {
	if p.isNew() {
		p.drawNewcomer(s, a)
		return
	}
	s.Wrapped(a, "Nobody has destroyed you yet, nor you them, in a match since rivals are recorded.")
}
