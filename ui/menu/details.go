package menu

import (
	"fmt"
	"strconv"
	"strings"

	"dogfight/ui/canvas"
)

// drawDetails draws what the list has no room for.
func (p *ReplaysPage) drawDetails(s *canvas.Sheet, a canvas.Area, e *ReplayEntry) {
	s.Heading(canvas.Rect(a.X, a.Y, a.Width, 1), canvas.Cut(canvas.Clean(e.Name), a.Width-4))
	line := func(row int, text string, ink canvas.Colour) {
		s.Text(a.X+1, a.Y+row, fit(text, a.Width-2), ink)
	}
	facts := []string{size(e.Size)}
	if e.Kept {
		facts = append(facts, "kept")
	}
	if e.Sealed {
		facts = append(facts, "signed by its host")
	}
	if e.Title != "" {
		facts = append([]string{e.Title}, facts...)
	}
	line(1, strings.Join(facts, " · "), canvas.LabelInk)
	line(2, e.pilots(), canvas.TextInk)
	switch {
	case p.Problem != "":
		line(3, p.Problem, canvas.Bad)
	case e.Broken != "":
		line(3, "It cannot be read: "+e.Broken, canvas.Bad)
	case e.OtherRules != "":
		line(3, "Played by "+e.OtherRules+": Enter tells its chat, kills and result.", canvas.Fair)
	case e.Torn:
		line(3, "Its end is missing; up to there it can be watched.", canvas.Fair)
	default:
		line(3, e.result(), canvas.TextInk)
	}
	if a.Height > details {
		drawStanding(s, canvas.Rect(a.X+1, a.Y+details, a.Width-2, a.Height-details-1), e.Standing)
	}
}

// standWidth is how wide a pilot's row is at least; where there is room for two, they stand side by side.
const standWidth = 46

// drawStanding draws how all did.
func drawStanding(s *canvas.Sheet, a canvas.Area, all []ReplayStanding) {
	side := max(min(a.Width/standWidth, 2), 1)
	width := a.Width / side
	rows := a.Height - 1
	for at := 0; at < side && at*rows < len(all); at++ {
		x := a.X + at*width
		right := x + min(width-2, standWidth+10)
		cell := func(y int, place, name, score, kills string, ink canvas.Colour) {
			s.Right(x+3, y, place, canvas.LabelInk)
			s.Text(x+4, y, fit(name, right-x-26), ink)
			s.Right(right-12, y, score, ink)
			s.Right(right, y, kills, ink)
		}
		cell(a.Y, "", "pilot", "score", "K/D/A", canvas.LabelInk)
		for i := at * rows; i < min((at+1)*rows, len(all)); i++ {
			e := &all[i]
			place, name, ink := "-", e.Name, canvas.TextInk
			if e.Place > 0 {
				place = strconv.Itoa(e.Place)
			}
			if e.Team > 0 {
				name += " (" + string('A'+e.Team-1) + ")"
			}
			if e.Own {
				ink = canvas.Strong
			}
			cell(a.Y+1+i-at*rows, place, name, strconv.Itoa(e.Score), fmt.Sprintf("%d/%d/%d", e.Kills, e.Deaths, e.Assists), ink)
		}
	}
}
