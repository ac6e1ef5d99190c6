package pages

import (
	"fmt"
	"strings"
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
	"dogfight/ui/play/model"
)

// DrawResults draws the winner, the table, what was earned, and when it goes on.
func (f *Board) DrawResults() {
	awards := f.awards(f.Tally, f.Ranks)
	top := f.drawWinner(len(awards))
	room := f.Height() - 1 - top
	board := draw.Area{Y: top, Width: boardWidth(f.Width() - 2), Height: f.rows() + 2}
	if len(awards) > 0 && f.Width() >= tableWidth+awardsWidth+4 {
		board.Width = boardWidth(f.Width() - 4 - awardsWidth)
		board.Height = min(board.Height, room-1)
		board.X = (f.Width() - board.Width - awardsWidth - 1) / 2
		f.drawAwards(draw.Rect(board.X+board.Width+1, top, awardsWidth, room-1), awards, f.Tally.Partly)
		f.drawFramed(board)
		f.drawNext(top + board.Height)
		return
	}
	board.X = (f.Width() - board.Width) / 2
	board.Height = min(board.Height, room-1-min(len(awards)+2, f.awardRows()))
	f.drawFramed(board)
	below := f.drawNext(top + board.Height)
	width := min(awardsWidth, f.Width()-2)
	f.drawAwards(draw.Rect((f.Width()-width)/2, below, width, f.Height()-1-below), awards, f.Tally.Partly)
}

// drawWinner draws the winner: large, unless the rest needs the room. Below are the first three. It
// returns the row after it.
func (f *Board) drawWinner(awards int) int {
	const others = 6 + 2 + 3 // the headline, the table's frame, what comes after it
	headline, ink := f.headline()
	needs := others + f.podiumRows() + f.rows()
	if f.podiumRows() > 0 && f.Width() < tableWidth+awardsWidth+4 { // they are not beside the table
		needs += awards + 2 // with a frame
	}
	if needs > f.Height() && (f.podiumRows() > 0 || f.Height() < 30) {
		return f.drawPodium(f.Notice(1, headline, ink))
	}
	return f.drawPodium(f.Headline(2, headline, ink))
}

// drawNext says when the next match begins, and returns the row after it.
func (f *Board) drawNext(row int) int {
	if f.NextMatch <= 0 {
		return row
	}
	left := (f.NextMatch + time.Second - 1) / time.Second
	return f.Notice(row, fmt.Sprintf("next match in %d s", left), palette.Text)
}

// awardRows is how many rows below a long table are kept free for the awards.
func (f *Board) awardRows() int {
	if f.Height() < roomyResults && f.podiumRows() > 0 {
		return 1
	}
	return max(1, (f.Height()-18)/2)
}

// headline names the winner, from the own pilot's point of view.
func (f *Board) headline() (string, canvas.Colour) {
	winner := f.Setup.Mode.Winner(f.World)
	switch {
	case f.Setup.Mode.Teams() == 0 && len(f.Ranks) == 0:
		return "NOBODY LEFT", palette.Label
	case !winner.Decided:
		return "DRAW", palette.Fair
	case f.Me >= 0 && winner.Includes(uint8(f.Me), f.World.Ships[f.Me].Team):
		return "VICTORY", palette.Accent
	case winner.Team != 0:
		return "TEAM " + model.TeamLetter(winner.Team) + " WINS", palette.TeamInk(winner.Team)
	}
	slot := int(winner.Slot)
	return strings.ToUpper(canvas.Cut(f.Pilots.Name(slot), 16)) + " WINS", f.HullOf(slot).Middle
}
