package hud

import (
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// DrawResults draws the winner, the table, the player's facts, the awards and the next match.
func (f *Board) DrawResults() {
	awards := f.awards()
	top := f.drawWinner(len(awards))
	room := f.Sheet.Height() - 1 - top
	board := canvas.Area{Y: top, Width: pagesBoardWidth(f.Sheet.Width() - 2), Height: f.rows() + 2}
	if f.awardsBeside(len(awards)) {
		board.Width = pagesBoardWidth(f.Sheet.Width() - 4 - awardsWidth)
		board.Height = min(board.Height, room-f.afterRows(board.Width))
		board.X = (f.Sheet.Width() - board.Width - awardsWidth - 1) / 2
		f.drawAwards(canvas.Rect(board.X+board.Width+1, top, awardsWidth, room-1), awards)
		f.drawFramed(board)
		f.drawAfter(board)
		return
	}
	board.X = (f.Sheet.Width() - board.Width) / 2
	board.Height = min(board.Height, room-f.afterRows(board.Width)-min(len(awards)+2, f.awardRows()))
	f.drawFramed(board)
	below := f.drawAfter(board)
	width := min(awardsWidth, f.Sheet.Width()-2)
	f.drawAwards(canvas.Rect((f.Sheet.Width()-width)/2, below, width, f.Sheet.Height()-1-below), awards)
}

func (f *Board) awardsBeside(awards int) bool {
	return awards > 0 && f.Sheet.Width() >= tableWidth+awardsWidth+4
}

// afterRows returns the rows after a table that wide: own line, play, ballot and next match.
func (f *Board) afterRows(width int) int {
	rows := f.ownLines(width, f.mostOwnLines()) + f.ballotRows()
	if f.nextLine() != "" {
		rows++
	}
	if f.Play != "" {
		rows++
	}
	return rows
}

func (f *Board) mostOwnLines() int {
	if f.Sheet.Height() < roomyResults {
		return 1
	}
	return ownRows
}

// roomy reports whether the ballot may have a panel.
func (f *Board) roomy() bool {
	return f.Sheet.Height() >= podiumTall || f.Sheet.Height() >= roomyResults && f.Sheet.Width() >= tableWidth+awardsWidth+4
}

// drawAfter draws everything after the table, and returns the next row.
func (f *Board) drawAfter(board canvas.Area) int {
	row := board.Y + board.Height
	own := canvas.Rect(board.X, row, board.Width, f.ownLines(board.Width, f.mostOwnLines()))
	f.drawOwn(own)
	row += own.Height
	if f.Play != "" {
		f.drawPlay(canvas.Rect(board.X, row, board.Width, 1))
		row++
	}
	ballot := canvas.Rect(board.X, row, board.Width, f.ballotRows())
	f.drawBallot(ballot)
	row += ballot.Height
	if line := f.nextLine(); line != "" {
		row = f.Sheet.Notice(row, line, canvas.TextInk)
	}
	return row
}

// drawPlay names the play of the match, and the key that shows it.
func (f *Board) drawPlay(a canvas.Area) {
	const title = "Play of the match: "
	key, watches := "w", " watches"
	if f.Sheet.Pad {
		key, watches = "REPLAY", ""
	}
	if needs := ownIndent + len("play: ") + canvas.Width(f.Play) + ownGap + len(key) + len(watches) + 1; a.Width < needs {
		a.X, a.Width = 1, f.Sheet.Width()-2
	}
	f.Sheet.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelMarked)
	f.Sheet.Text(a.X+1, a.Y, "►", canvas.Bad)
	x, end := a.X+ownIndent, a.X+a.Width-1-len(key)-len(watches)
	if end-x > len(title)+canvas.Width(f.Play) {
		x = f.Sheet.Text(x, a.Y, title, canvas.LabelInk)
	} else {
		x = f.Sheet.Text(x, a.Y, "play: ", canvas.LabelInk)
	}
	f.Sheet.Text(x, a.Y, canvas.Cut(f.Play, end-ownGap-x), canvas.Strong)
	f.Sheet.Text(f.Sheet.Text(end, a.Y, key, canvas.Accent), a.Y, watches, canvas.LabelInk)
}

// drawWinner draws the winner, large if the rest leaves room, and the podium. It returns the next row.
func (f *Board) drawWinner(awards int) int {
	const others = 6 + 2 + 2 // the headline, the table's frame, the line below all and a gap
	headline, ink := f.headline()
	needs := others + f.podiumRows() + f.rows() + f.afterRows(pagesBoardWidth(f.Sheet.Width()-2))
	if f.podiumRows() > 0 && !f.awardsBeside(awards) {
		needs += awards + 2 // with a frame
	}
	if needs > f.Sheet.Height() && (f.podiumRows() > 0 || f.Sheet.Height() < 30) {
		return f.drawPodium(f.Sheet.Notice(1, headline, ink))
	}
	return f.drawPodium(f.Sheet.Headline(2, headline, ink))
}

// awardRows returns the rows below a long table kept free for awards.
func (f *Board) awardRows() int {
	if f.Sheet.Height() < roomyResults && f.podiumRows() > 0 {
		return 1
	}
	return max(1, (f.Sheet.Height()-18-f.afterRows(pagesBoardWidth(f.Sheet.Width()-2)))/2)
}

// headline names the winner, from the own pilot's point of view.
func (f *Board) headline() (string, canvas.Colour) {
	winner := f.Match.Setup.Winner(f.Match.World)
	switch {
	case f.Match.Setup.Mode == game.Waves:
		return f.wavesHeadline(winner)
	case f.Match.Setup.Teams() == 0 && len(f.Ranks) == 0:
		return "NOBODY LEFT", canvas.LabelInk
	case !winner.Decided:
		return "DRAW", canvas.Fair
	case f.Match.Me >= 0 && winner.Includes(uint8(f.Match.Me), f.Match.World.Ships[f.Match.Me].Team):
		return "VICTORY", canvas.Accent
	case winner.Team != 0:
		return "TEAM " + model.TeamLetter(winner.Team) + " WINS", canvas.TeamInk(winner.Team)
	}
	slot := int(winner.Slot)
	return strings.ToUpper(canvas.Cut(f.Match.Pilots.Name(slot), 16)) + " WINS", f.Match.HullOf(slot).Middle
}

// wavesHeadline returns the outcome of the waves.
func (f *Board) wavesHeadline(winner game.Winner) (string, canvas.Colour) {
	if winner.Team == 1 {
		return "VICTORY", canvas.Accent
	}
	return "GAME OVER - WAVE " + strconv.Itoa(int(f.Match.World.Assault.Wave)), canvas.Bad
}
