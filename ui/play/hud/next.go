package hud

import (
	"fmt"
	"strconv"
	"time"

	"dogfight/proto"
	"dogfight/ui/canvas"
)

// After a match: the ballot, and the time to the next match.

const (
	voteBar     = 8 // columns of a full bar
	voteColumns = 6 // after the bar, for a figure
	ballotFrame = 2 // rows
	ballotGap   = 2 // columns between two choices in one row
	choiceKey   = 2 // before a choice
	choiceVotes = 3 // after it
)

// ballotRows returns the rows of the ballot: a panel if it fits, otherwise one row, or two if the choices do not fit
// side by side.
func (f *Board) ballotRows() int {
	switch {
	case f.Match.Ballot == nil:
		return 0
	case len(f.Match.Ballot.Choices) == 1:
		return 1
	case f.roomy():
		return len(f.Match.Ballot.Choices) + ballotFrame
	case f.choiceWidth(f.Sheet.Width()-2) < f.widestChoice():
		return 2
	}
	return 1
}

// choiceWidth returns the columns of each choice in a row of so many.
func (f *Board) choiceWidth(row int) int {
	n := len(f.Match.Ballot.Choices)
	return (row - 2 - ballotGap*(n-1)) / n
}

// widestChoice returns the columns of the longest choice, with its key and votes.
func (f *Board) widestChoice() (most int) {
	for i := range f.Match.Ballot.Choices {
		arena, mode := f.choiceWords(i)
		most = max(most, choiceKey+canvas.Width(arena+" "+mode)+choiceVotes)
	}
	return most
}

func (f *Board) choiceWords(i int) (arena, mode string) {
	choice := &f.Match.Ballot.Choices[i]
	return canvas.Clean(choice.Arena), choice.Mode.Name()
}

// drawBallot draws the choices, or the only one.
func (f *Board) drawBallot(a canvas.Area) {
	switch {
	case f.Match.Ballot == nil || a.Height < 1:
	case len(f.Match.Ballot.Choices) == 1:
		arena, mode := f.choiceWords(0)
		f.Sheet.Notice(a.Y, "next: "+mode+" in "+arena, canvas.Fair)
	case a.Height <= 2:
		f.drawBallotRow(a)
	default:
		f.drawBallotPanel(a)
	}
}

func (f *Board) drawBallotPanel(a canvas.Area) {
	title := "what next?"
	switch {
	case f.Match.Me >= 0 && f.Sheet.Pad:
		title = "what next? STICK votes"
	case f.Match.Me >= 0:
		title = fmt.Sprintf("what next? press 1-%d", len(f.Match.Ballot.Choices))
	}
	in := f.Sheet.Panel(a, title)
	most := f.mostVotes()
	for i := range f.Match.Ballot.Choices[:min(len(f.Match.Ballot.Choices), in.Height)] {
		row := canvas.Rect(in.X, in.Y+i, in.Width, 1)
		x := f.drawChoice(row, i, voteBar+voteColumns)
		if i == 0 {
			f.Sheet.Text(x, row.Y, canvas.Cut("  if nobody votes", row.X+row.Width-voteBar-voteColumns-x), canvas.LabelInk)
		}
		if votes := int(f.Match.Ballot.Choices[i].Votes); votes > 0 {
			bar := row.X + row.Width - voteBar - voteColumns
			f.Sheet.Bar(bar, row.Y, voteBar, votes, most, canvas.Good)
			f.Sheet.Right(row.X+row.Width-1, row.Y, strconv.Itoa(votes), canvas.TextInk)
		}
	}
}

// drawBallotRow draws the choices side by side with their votes, as wide as the screen if they need it.
func (f *Board) drawBallotRow(a canvas.Area) {
	if f.choiceWidth(a.Width) < f.widestChoice() {
		a.X, a.Width = 1, f.Sheet.Width()-2
	}
	f.Sheet.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelInk)
	width := f.choiceWidth(a.Width)
	for i := range f.Match.Ballot.Choices {
		at := canvas.Rect(a.X+1+i*(width+ballotGap), a.Y, width, a.Height)
		votes := strconv.Itoa(int(f.Match.Ballot.Choices[i].Votes))
		if votes == "0" {
			votes = ""
		}
		f.drawChoice(at, i, len(votes)+1)
		f.Sheet.Right(at.X+at.Width, at.Y, votes, canvas.Good)
	}
}

// drawChoice draws a choice with its key and keeps columns free at the end; it marks the player's own. In two rows the
// mode has the second. It returns the next column.
func (f *Board) drawChoice(a canvas.Area, i, keep int) int {
	ink := canvas.TextInk
	if int(f.Match.Ballot.Own) == i+1 {
		f.Sheet.Fill(a.X-1, a.Y, a.Width+2, a.Height, canvas.PanelMarked)
		ink = canvas.Strong
	}
	switch {
	case f.Match.Me >= 0 && f.Sheet.Pad && int(f.Match.Ballot.Own) == i+1:
		f.Sheet.Text(a.X, a.Y, "►", canvas.Accent)
	case f.Match.Me >= 0 && !f.Sheet.Pad:
		f.Sheet.Text(a.X, a.Y, strconv.Itoa(i+1), canvas.Accent)
	}
	arena, mode := f.choiceWords(i)
	room := a.Width - choiceKey - keep
	if a.Height > 1 {
		f.Sheet.Text(a.X+choiceKey, a.Y+1, canvas.Cut(mode, a.Width-choiceKey), canvas.Fair)
		return f.Sheet.Text(a.X+choiceKey, a.Y, canvas.Cut(arena, room), ink)
	}
	x := f.Sheet.Text(a.X+choiceKey, a.Y, canvas.Cut(arena, room-1-canvas.Width(mode)), ink)
	return f.Sheet.Text(x+1, a.Y, mode, canvas.Fair)
}

func (f *Board) mostVotes() (most int) {
	for i := range f.Match.Ballot.Choices {
		most = max(most, int(f.Match.Ballot.Choices[i].Votes))
	}
	return most
}

// nextLine returns the time to the next match and the key to start it sooner, or "".
func (f *Board) nextLine() string {
	if f.Match.NextMatch <= 0 {
		return ""
	}
	line := fmt.Sprintf("next match in %d s", (f.Match.NextMatch+time.Second-1)/time.Second)
	if f.Match.Me < 0 || f.Match.Foreign {
		return line
	}
	ready, players := f.readyPlayers()
	again := "Enter"
	if f.Sheet.Pad {
		again = "AGAIN"
	}
	switch {
	case players <= 1:
		return line + "   " + again + " plays again now"
	case f.Match.Pilots.Has(f.Match.Me, proto.Ready):
		return line + fmt.Sprintf("   you are ready, %d of %d", ready, players)
	}
	return line + fmt.Sprintf("   %s when ready, %d of %d are", again, ready, players)
}

// readyPlayers returns the number of players with a ship, and of those ready.
func (f *Board) readyPlayers() (ready, players int) {
	for _, slot := range f.Ranks {
		if f.Match.Pilots.Has(slot, proto.BotPilot) || f.Match.Pilots.Has(slot, proto.Away) {
			continue
		}
		players++
		if f.Match.Pilots.Has(slot, proto.Ready) {
			ready++
		}
	}
	return ready, players
}
