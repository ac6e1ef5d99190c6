package play

import (
	"fmt"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// drawResults draws who has won, the table, and when it goes on.
func (s *Screen) drawResults(f *frame) {
	headline, ink := f.headline(s.ranks)
	top := f.drawHeadline(2, headline, ink)
	height := min(f.tableRows(s.ranks)+2, f.height()-top-3)
	a := area{x: (f.width() - min(tableWidth, f.width()-2)) / 2, y: top, width: min(tableWidth, f.width()-2), height: height}
	f.drawTable(f.drawPanel(a, f.title()), s.ranks)
	if f.NextMatch > 0 {
		left := (f.NextMatch + time.Second - 1) / time.Second
		f.drawNotice(a.y+a.height, fmt.Sprintf("next match in %d s", left), text)
	}
}

// headline returns who has won, from the own pilot's point of view.
func (f *frame) headline(ranks []int) (string, canvas.Colour) {
	if f.Setup.Mode.Teams() > 0 {
		return f.teamHeadline()
	}
	switch {
	case len(ranks) == 0:
		return "NOBODY LEFT", label
	case len(ranks) > 1 && f.World.Ships[ranks[0]].Score == f.World.Ships[ranks[1]].Score:
		return "DRAW", fair
	case ranks[0] == f.Me:
		return "VICTORY", accent
	}
	return strings.ToUpper(canvas.Cut(f.pilots.name(ranks[0]), 16)) + " WINS", f.hullOf(ranks[0]).middle
}

func (f *frame) teamHeadline() (string, canvas.Colour) {
	a, b := f.World.TeamScores[1], f.World.TeamScores[2]
	winner := uint8(1)
	switch {
	case a == b:
		return "DRAW", fair
	case b > a:
		winner = 2
	}
	if f.Me >= 0 && f.World.Ships[f.Me].Team == winner {
		return "VICTORY", accent
	}
	return "TEAM " + teamLetter(winner) + " WINS", teamInk(winner)
}

// drawStart greets the beginning of a match.
func (f *frame) drawStart() {
	const shown = game.TickRate * 5 / 4
	if f.World.Status == game.InProgress && f.World.Tick-f.World.Started < shown {
		f.drawHeadline(f.height()/4, "FIGHT", flameOrange)
	}
}
