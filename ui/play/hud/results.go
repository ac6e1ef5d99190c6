package hud

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// DrawResults draws the winner, the table, the player's facts, the awards and the next match.
func (f *Board) DrawResults() {
	awards := f.awards()
	top := f.drawWinner(len(awards))
	room := f.Sheet.Height() - 1 - top
	board := canvas.Area{Y: top, Width: tableColumns(f.Sheet.Width() - 2), Height: f.rows() + 2}
	if f.awardsBeside(len(awards)) {
		board.Width = tableColumns(f.Sheet.Width() - 4 - awardsWidth)
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
	rows := f.factLines(width, f.maxFactLines()) + f.ballotRows()
	if f.nextLine() != "" {
		rows++
	}
	if f.Play != "" {
		rows++
	}
	return rows
}

func (f *Board) maxFactLines() int {
	if f.Sheet.Height() < roomyResults {
		return 1
	}
	return maxFactRows
}

// roomy reports whether the ballot may have a panel.
func (f *Board) roomy() bool {
	return f.Sheet.Height() >= podiumTall || f.Sheet.Height() >= roomyResults && f.Sheet.Width() >= tableWidth+awardsWidth+4
}

// drawAfter draws everything after the table, and returns the next row.
func (f *Board) drawAfter(board canvas.Area) int {
	row := board.Y + board.Height
	own := canvas.Rect(board.X, row, board.Width, f.factLines(board.Width, f.maxFactLines()))
	f.drawFacts(own)
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
	if needs := factIndent + len("play: ") + canvas.Width(f.Play) + factGap + len(key) + len(watches) + 1; a.Width < needs {
		a.X, a.Width = 1, f.Sheet.Width()-2
	}
	f.Sheet.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelMarked)
	f.Sheet.Text(a.X+1, a.Y, "►", canvas.Bad)
	x, end := a.X+factIndent, a.X+a.Width-1-len(key)-len(watches)
	if end-factGap-x >= len(title)+canvas.Width(f.Play) {
		x = f.Sheet.Text(x, a.Y, title, canvas.LabelInk)
	} else {
		x = f.Sheet.Text(x, a.Y, "play: ", canvas.LabelInk)
	}
	f.Sheet.CutText(x, a.Y, f.Play, end-factGap-x, canvas.Strong)
	f.Sheet.Text(f.Sheet.Text(end, a.Y, key, canvas.Accent), a.Y, watches, canvas.LabelInk)
}

// drawWinner draws the winner, large if the rest leaves room, and the podium. It returns the next row.
func (f *Board) drawWinner(awards int) int {
	const others = 6 + 2 + 2 // the headline, the table's frame, the line below all and a gap
	headline, ink := f.headline()
	needs := others + f.podiumRows() + f.rows() + f.afterRows(tableColumns(f.Sheet.Width()-2))
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
	return max(1, (f.Sheet.Height()-18-f.afterRows(tableColumns(f.Sheet.Width()-2)))/2)
}

// headline names the winner, from the own pilot's point of view.
func (f *Board) headline() (string, canvas.Colour) {
	winner := f.Match.Setup.Winner(f.Match.World)
	switch {
	case f.Match.Setup.Mode.State() == game.AssaultState && winner.Team != 1:
		if limit := f.Match.Setup.TimeLimit; f.Match.World.Assault.Lives > 0 && limit > 0 && f.Match.World.Tick-f.Match.World.Started >= limit {
			return "TIME IS UP - WAVE " + strconv.Itoa(int(f.Match.World.Assault.Wave)), canvas.Bad
		}
		if f.Match.World.Assault.Lives == 0 && slices.ContainsFunc(f.Ranks, func(slot int) bool { return f.Match.World.Ships[slot].State == game.Flying }) {
			return "TOO LATE - WAVE " + strconv.Itoa(int(f.Match.World.Assault.Wave)), canvas.Bad // drones cost the last life
		}
		return "GAME OVER - WAVE " + strconv.Itoa(int(f.Match.World.Assault.Wave)), canvas.Bad
	case f.Match.Setup.Mode.State() == game.AssaultState:
		return "VICTORY", canvas.Accent
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

// The podium has a step for each of the first three, the best in the middle.
const (
	podiumSteps  = 3
	stepWidth    = 15 // columns
	podiumWidth  = podiumSteps*stepWidth + 2
	podiumTall   = 40 // least rows of the screen for large ships
	podiumNeeds  = 24 // least rows of the screen
	roomyResults = 30
	smallPodium  = scene.StandingRows + podiumSteps
	besidePodium = 6 // rows of the HUD, the headline, the table's frame and an award
	mostOfARow   = stepWidth - 2
	largeStepAdd = 1 // extra height of a step under a large ship
)

// podiumColumns are the steps of the first three, from the left.
var podiumColumns = [podiumSteps]int{1, 0, 2}

// podiumRows returns the rows of the podium; 0 without room, or if scores are unknown or nobody has any.
func (f *Board) podiumRows() int {
	switch {
	case f.Match.Foreign, len(f.Ranks) == 0 || f.Match.World.Ships[f.Ranks[0]].Score <= 0, f.Sheet.Height() < podiumNeeds, f.Sheet.Mode == canvas.ASCII:
		return 0
	case f.Sheet.Height() >= podiumTall:
		return scene.LargeStandingRows + podiumSteps + largeStepAdd
	case f.Sheet.Height() < roomyResults && smallPodium+f.rows()+f.afterRows(tableColumns(f.Sheet.Width()-2))+besidePodium > f.Sheet.Height():
		return 0 // the table must be whole
	}
	return smallPodium
}

// drawPodium draws the first three from a row on, and returns the next row.
func (f *Board) drawPodium(top int) int {
	rows := f.podiumRows()
	if rows == 0 {
		return top
	}
	a := canvas.Rect((f.Sheet.Width()-podiumWidth)/2, top, podiumWidth, rows)
	f.Sheet.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelInk)
	for i, slot := range f.Ranks[:min(len(f.Ranks), podiumSteps)] {
		f.drawStep(canvas.Rect(a.X+1+podiumColumns[i]*stepWidth, a.Y, stepWidth, a.Height), slot)
	}
	return top + rows
}

// drawStep draws a pilot's ship on its step.
func (f *Board) drawStep(a canvas.Area, slot int) {
	place, shared := f.Match.PlaceOf(f.Ranks, slot)
	large := a.Height > smallPodium
	high := podiumSteps + 1 - min(place, podiumSteps)
	if large {
		high += largeStepAdd
	}
	step := canvas.Rect(a.X, a.Y+a.Height-high, a.Width, high)
	colours := f.Match.HullOf(slot)
	f.Sheet.Fill(step.X, step.Y, step.Width, step.Height, canvas.PanelMarked)
	class, _ := f.Match.Kit(&f.Match.World.Ships[slot])
	scene.DrawStanding(f.Sheet, a.X+a.Width/2, step.Y, class, colours, large)
	f.Sheet.Text(step.X, step.Y, "▌", colours.Middle)
	x := f.Sheet.Text(step.X+1, step.Y, canvas.Tie(shared)+strconv.Itoa(place), canvas.LabelInk) + 1
	ink := canvas.TextInk
	if slot == f.Match.Me {
		ink = canvas.Strong
	}
	f.Sheet.CutText(x, step.Y, f.Match.Pilots.Name(slot), step.X+mostOfARow+1-x, ink)
	if high > 1 {
		f.Sheet.Text(step.X, step.Y+1, "▌", colours.Middle)
		f.Sheet.Right(step.X+step.Width-1, step.Y+1, f.achieved(slot), canvas.LabelInk)
	}
	for row := 2; row < high; row++ {
		f.Sheet.Text(step.X, step.Y+row, "▌", colours.Middle)
	}
}

// achieved returns a pilot's points or, in a race, time.
func (f *Board) achieved(slot int) string {
	if f.Match.Racer(slot) != nil {
		return f.Match.Raced(slot)
	}
	return f.Match.Scored(int(f.Match.World.Ships[slot].Score))
}

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
			f.Sheet.CutText(x, row.Y, "  if nobody votes", row.X+row.Width-voteBar-voteColumns-x, canvas.LabelInk)
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
	if f.Match.Me >= 0 {
		drawKey(f.Sheet, a.X, a.Y, i+1, int(f.Match.Ballot.Own) == i+1)
	}
	arena, mode := f.choiceWords(i)
	room := a.Width - choiceKey - keep
	if a.Height > 1 {
		f.Sheet.CutText(a.X+choiceKey, a.Y+1, mode, a.Width-choiceKey, canvas.Fair)
		return f.Sheet.CutText(a.X+choiceKey, a.Y, arena, room, ink)
	}
	x := f.Sheet.CutText(a.X+choiceKey, a.Y, arena, room-1-canvas.Width(mode), ink)
	return f.Sheet.Text(x+1, a.Y, mode, canvas.Fair)
}

func (f *Board) mostVotes() (most int) {
	for i := range f.Match.Ballot.Choices {
		most = max(most, int(f.Match.Ballot.Choices[i].Votes))
	}
	return most
}

// longestCount is the time from which the next match is not counted down: it waits for a key.
const longestCount = 10 * time.Minute

// NextMatch returns the time to the next match in words, or "" if there is none or it waits for a key.
func NextMatch(m *model.Match) string {
	if m.NextMatch <= 0 || m.NextMatch > longestCount {
		return ""
	}
	return fmt.Sprintf("next match in %d s", (m.NextMatch+time.Second-1)/time.Second)
}

// nextLine returns the time to the next match and the key to start it sooner, or "".
func (f *Board) nextLine() string {
	line := NextMatch(f.Match)
	if f.Match.NextMatch <= 0 || f.Match.Me < 0 || f.Match.Foreign {
		return line
	}
	ready, players := f.readyPlayers()
	again := "Enter"
	if f.Sheet.Pad {
		again = "AGAIN"
	}
	switch {
	case line == "":
		return again + " plays again"
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
