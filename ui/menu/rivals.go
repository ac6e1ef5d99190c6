package menu

import (
	"fmt"
	"strings"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// The columns of a rival between the two bars: a number, the name, a number.
const (
	rivalNumber = 5
	rivalName   = 16
	rivalBar    = 30 // at most
)

// drawRivals draws who destroys the player, and whom the player destroys: a bar to each side of their names.
func (p *RecordsPage) drawRivals(s *canvas.Sheet, a canvas.Area) {
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
	s.Right(name-1, a.Y, "destroyed you", canvas.LabelInk)
	s.Text(name+rivalName+1, a.Y, "you destroyed", canvas.LabelInk)
	rows := a.Height - 1
	p.list.fit(len(p.Career.Rivals), rows)
	for i := p.list.at; i < min(p.list.at+rows, len(p.Career.Rivals)); i++ {
		r, y := &p.Career.Rivals[i], a.Y+1+i-p.list.at
		drawRivalName(s, middle, y, r)
		s.Right(name-1, y, fmt.Sprint(r.Deaths), canvas.Strong)
		s.Right(name-rivalNumber-1, y, strings.Repeat("▊", pips(r.Deaths, most, bar)), canvas.Bad)
		s.Text(name+rivalName+1, y, fmt.Sprintf("%-*d", rivalNumber, r.Kills), canvas.Strong)
		s.Text(name+rivalName+1+rivalNumber, y, strings.Repeat("▊", pips(r.Kills, most, bar)), canvas.Good)
	}
}

// pips is how many cells a bar has for a part of the most. What is not nothing shows.
func pips(n, most, bar int) int {
	if n == 0 {
		return 0
	}
	return max(n*bar/most, 1)
}

func drawRivalName(s *canvas.Sheet, middle, y int, r *career.Rival) {
	name, ink := canvas.Cut(canvas.Clean(r.Name), rivalName-1), canvas.TextInk
	if !r.Bot {
		ink = canvas.Accent
	}
	s.Text(middle-canvas.Width(name)/2, y, name, ink)
}

func (p *RecordsPage) drawNoRivals(s *canvas.Sheet, a canvas.Area) {
	if p.isNew() {
		p.drawNewcomer(s, a)
		return
	}
	s.Wrapped(a, "Nobody has destroyed you yet, nor you them, in a match since rivals are recorded.")
}
