package pages

import (
	"fmt"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

// What comes after a match: the choices of the ballot, when it goes on, and what the player may press.

const (
	voteBar      = 8 // columns of a full bar of votes
	voteColumns  = 6 // after it, for a figure
	ballotFrame  = 2 // rows
	ballotGap    = 2 // columns between two choices in one row
	choiceArena  = 3 // where an arena's name begins, after its key
	choiceNarrow = 7 // columns of an arena's name at least
)

// shortModes are what modes with long names are called where there is little room.
var shortModes = map[game.Mode]string{game.Deathmatch: "dm"}

// ballotRows is how many rows the ballot takes: one, or a panel where there is the room.
func (f *Board) ballotRows(roomy bool) int {
	switch {
	case f.Ballot == nil:
		return 0
	case roomy:
		return len(f.Ballot.Choices) + ballotFrame
	}
	return 1
}

// drawBallot draws what there is to choose from in an area.
func (f *Board) drawBallot(a draw.Area) {
	if f.Ballot == nil || a.Height < 1 {
		return
	}
	if a.Height == 1 {
		f.drawBallotRow(a)
		return
	}
	title := "what next?"
	if f.Me >= 0 {
		title = fmt.Sprintf("what next? press 1-%d", len(f.Ballot.Choices))
	}
	in := f.Panel(a, title)
	most := f.mostVotes()
	for i := range f.Ballot.Choices[:min(len(f.Ballot.Choices), in.Height)] {
		row := draw.Rect(in.X, in.Y+i, in.Width, 1)
		x := f.drawChoice(row, i, voteBar+voteColumns)
		if i == 0 {
			f.Text(x, row.Y, canvas.Cut("  if nobody votes", row.X+row.Width-voteBar-voteColumns-x), palette.Label)
		}
		if votes := int(f.Ballot.Choices[i].Votes); votes > 0 {
			bar := row.X + row.Width - voteBar - voteColumns
			f.Bar(bar, row.Y, voteBar, votes, most, palette.Good)
			f.Right(row.X+row.Width-1, row.Y, strconv.Itoa(votes), palette.Text)
		}
	}
}

// drawBallotRow draws the choices side by side, each with its votes.
func (f *Board) drawBallotRow(a draw.Area) {
	f.Fill(a.X, a.Y, a.Width, 1, palette.Panel)
	n := len(f.Ballot.Choices)
	width := (a.Width - 2 - ballotGap*(n-1)) / n
	for i := range f.Ballot.Choices {
		at := draw.Rect(a.X+1+i*(width+ballotGap), a.Y, width, 1)
		votes := strconv.Itoa(int(f.Ballot.Choices[i].Votes))
		if votes == "0" {
			votes = ""
		}
		f.drawChoice(at, i, len(votes)+1)
		f.Right(at.X+at.Width, at.Y, votes, palette.Good)
	}
}

// drawChoice draws a choice's key and what it is, and leaves so many columns at the end. The player's own is marked. It
// returns the column after that.
func (f *Board) drawChoice(a draw.Area, i, keep int) int {
	choice, ink := &f.Ballot.Choices[i], palette.Text
	if int(f.Ballot.Own) == i+1 {
		f.Fill(a.X-1, a.Y, a.Width+2, 1, palette.PanelMarked)
		ink = palette.Strong
	}
	if f.Me >= 0 {
		f.Text(a.X, a.Y, strconv.Itoa(i+1), palette.Accent)
	}
	arena, mode, room := canvas.Clean(choice.Arena), "", a.Width-choiceArena-keep
	if choice.Mode != f.Setup.Mode {
		mode = " " + choice.Mode.Name()
		if short, ok := shortModes[choice.Mode]; ok && canvas.Width(arena+mode) > room {
			mode = " " + short
		}
	}
	arena = canvas.Cut(arena, max(room-canvas.Width(mode), choiceNarrow))
	x := f.Text(a.X+choiceArena-1, a.Y, arena, ink)
	return f.Text(x, a.Y, canvas.Cut(mode, a.X+a.Width-keep-x), palette.Fair)
}

func (f *Board) mostVotes() (most int) {
	for i := range f.Ballot.Choices {
		most = max(most, int(f.Ballot.Choices[i].Votes))
	}
	return most
}

// nextLine says when the next match begins, and how the player has it begin sooner. It is empty if none does.
func (f *Board) nextLine() string {
	if f.NextMatch <= 0 {
		return ""
	}
	line := fmt.Sprintf("next match in %d s", (f.NextMatch+time.Second-1)/time.Second)
	if f.Me < 0 || f.Foreign {
		return line
	}
	ready, players := f.readyPlayers()
	switch {
	case players <= 1:
		return line + "   Enter plays again now"
	case f.Pilots.Has(f.Me, proto.Ready):
		return line + fmt.Sprintf("   you are ready, %d of %d", ready, players)
	}
	return line + fmt.Sprintf("   Enter when ready, %d of %d are", ready, players)
}

// readyPlayers returns how many players with a ship are there, and how many of them want to go on.
func (f *Board) readyPlayers() (ready, players int) {
	for _, slot := range f.Ranks {
		if f.Pilots.Has(slot, proto.BotPilot) || f.Pilots.Has(slot, proto.Away) {
			continue
		}
		players++
		if f.Pilots.Has(slot, proto.Ready) {
			ready++
		}
	}
	return ready, players
}
