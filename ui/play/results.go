package play

import (
	"fmt"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// drawResults draws who has won, the table, what was earned, and when it goes on.
func (s *Screen) drawResults(f *frame) {
	top := f.drawWinner(s.ranks)
	awards := f.awards(&s.tally, s.ranks)
	room := f.height() - 1 - top
	board := area{y: top, width: boardWidth(f.width() - 2), height: f.tableRows(s.ranks) + 2}
	if len(awards) > 0 && f.width() >= tableWidth+awardsWidth+4 {
		board.width = boardWidth(f.width() - 4 - awardsWidth)
		board.height = min(board.height, room-1)
		board.x = (f.width() - board.width - awardsWidth - 1) / 2
		f.drawAwards(area{board.x + board.width + 1, top, awardsWidth, room - 1}, awards, s.tally.partly)
		s.drawBoard(f, board)
		f.drawNext(top + board.height)
		return
	}
	board.x = (f.width() - board.width) / 2
	board.height = min(board.height, room-1-min(len(awards)+2, f.awardRows()))
	s.drawBoard(f, board)
	below := f.drawNext(top + board.height)
	width := min(awardsWidth, f.width()-2)
	f.drawAwards(area{(f.width() - width) / 2, below, width, f.height() - 1 - below}, awards, s.tally.partly)
}

// drawWinner draws who has won: large, unless a long table needs the room. It
// returns the row after it.
func (f *frame) drawWinner(ranks []int) int {
	const others = 6 + 2 + 3 // the headline, the table's frame, what comes after it
	headline, ink := f.headline(ranks)
	if f.tableRows(ranks)+others > f.height() && f.height() < 30 {
		return f.drawNotice(1, headline, ink)
	}
	return f.drawHeadline(2, headline, ink)
}

// drawNext says when the next match begins, and returns the row after it.
func (f *frame) drawNext(row int) int {
	if f.NextMatch <= 0 {
		return row
	}
	left := (f.NextMatch + time.Second - 1) / time.Second
	return f.drawNotice(row, fmt.Sprintf("next match in %d s", left), text)
}

// awardRows is how many rows below a long table are kept free for the awards.
func (f *frame) awardRows() int { return max(1, (f.height()-18)/2) }

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
