package hud

import (
	"slices"
	"strconv"

	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// DrawTopLine draws place and score, the time, and the leader. ranks are the slots, the best first.
func (f *Frame) DrawTopLine(ranks []int) {
	width, _ := f.Sheet.Size()
	f.Sheet.Fill(0, 0, width, 1, canvas.PanelInk)
	clock, ink := f.Match.Clock()
	if ink == canvas.TextInk {
		ink = canvas.Strong
	}
	left := f.Sheet.Text((width-canvas.Width(clock))/2, 0, clock, ink) + 1
	x := f.drawLag(width - 1)
	rank := f.objective().rank
	switch teams := f.Match.Setup.Teams(); {
	case f.Match.Foreign:
		f.drawCrowd(ranks)
	case rank != nil && rank(f, ranks, (width-canvas.Width(clock))/2):
		return
	case teams == 2 && width >= teamBarsNeed:
		f.drawTeamBar(1, 1)
		f.drawTeamBar(2, x-f.teamBarWidth(2))
		return
	case teams > 0:
		f.drawTeamScores(teams, (width-canvas.Width(clock))/2)
	default:
		f.drawPlayerPlace(ranks)
	}
	if len(ranks) > 0 && f.Match.World.Ships[ranks[0]].Score > 0 {
		f.drawLeader(ranks[0], left, x)
	}
}

// writePart writes words with a gap if they end before a column, and returns the next free one.
func (f *Frame) writePart(x, end int, words string, ink canvas.Colour) int {
	if x+canvas.Width(words) >= end {
		return x
	}
	return f.Sheet.Text(x, 0, words, ink) + 2
}

// drawLag writes the round trip, right-aligned at a column, and returns the column before it.
func (f *Frame) drawLag(end int) int {
	lag, ink := lagLine(f.Match.View, f.Terminal, f.Guest)
	if lag == "" {
		return end
	}
	f.Sheet.Right(end, 0, lag, ink)
	return end - canvas.Width(lag) - 2
}

// The scores of two teams are at both sides of the clock, with their progress to the limit.
const (
	teamBarsNeed = 80 // columns
	teamBar      = 8
)

func (f *Frame) drawTeamBar(team uint8, x int) {
	ink := canvas.TeamInk(team)
	name, score, own := f.teamScore(team)
	x = f.Sheet.Text(f.Sheet.Text(f.Sheet.Text(x, 0, "team ", ink), 0, name, ink)+1, 0, score, canvas.Strong)
	x = f.Sheet.Text(x, 0, own, ink) + 1
	switch limit := int(f.Match.Setup.ScoreLimit); {
	case f.fewPoints():
		f.drawPips(x, 0, int(f.Match.World.TeamScores[team]), limit, ink)
	case limit > 0:
		f.Sheet.Bar(x, 0, teamBar, int(f.Match.World.TeamScores[team]), limit, ink)
	}
}

// teamBarWidth returns its columns.
func (f *Frame) teamBarWidth(team uint8) int {
	name, score, own := f.teamScore(team)
	width := canvas.Width("team ") + canvas.Width(name) + 1 + len(score) + canvas.Width(own)
	switch limit := int(f.Match.Setup.ScoreLimit); {
	case f.fewPoints():
		width += 1 + limit
	case limit > 0:
		width += 1 + teamBar
	}
	return width
}

// fewPoints reports whether each point to the limit has a pip.
func (f *Frame) fewPoints() bool {
	return f.Match.Setup.ScoreLimit > 0 && f.Match.Setup.ScoreLimit <= teamBar
}

func (f *Frame) drawPlayerPlace(ranks []int) {
	if f.Match.Me < 0 {
		what := "spectator"
		switch {
		case f.Match.Recorded:
			what = "replay"
		case f.Match.Waiting:
			what = "waiting for a ship"
		}
		f.Sheet.Text(1, 0, what, canvas.LabelInk)
		return
	}
	if !slices.Contains(ranks, f.Match.Me) {
		return // not in space yet
	}
	own := f.Match.World.Ships[f.Match.Me].Score
	place, shared := f.Match.PlaceOf(ranks, f.Match.Me)
	x := f.Sheet.Text(1, 0, canvas.Tie(shared), canvas.Strong)
	x = f.Sheet.Text(f.Sheet.Number(x, 0, place, canvas.Strong), 0, ordinal(place), canvas.Strong)
	x = f.Sheet.Number(f.Sheet.Text(x, 0, "/", canvas.Strong), 0, len(ranks), canvas.Strong)
	f.Sheet.Text(f.Sheet.Number(x+2, 0, int(own), canvas.Accent), 0, points(own), canvas.Accent)
}

// drawCrowd writes the number of ships, where scores are unknown.
func (f *Frame) drawCrowd(ranks []int) {
	what := " ships"
	if len(ranks) == 1 {
		what = " ship"
	}
	f.Sheet.Text(f.Sheet.Text(1, 0, strconv.Itoa(len(ranks)), canvas.Strong), 0, what, canvas.LabelInk)
}

// drawTeamScores writes the scores before a column, with narrow gaps if need be, and only as many as fit.
func (f *Frame) drawTeamScores(teams, end int) {
	gap := " "
	if f.teamScoresWidth(teams, gap) >= end {
		gap = ""
	}
	x := 1
	for team := uint8(1); int(team) <= teams; team++ {
		letter, score, own := f.teamScore(team)
		if x+canvas.Width(letter+gap+score+own) >= end {
			return
		}
		ink := canvas.TeamInk(team)
		x = f.Sheet.Text(x, 0, letter+gap, ink)
		x = f.Sheet.Text(x, 0, score, canvas.Strong)
		x = f.Sheet.Text(x, 0, own, ink) + len(gap) + 1
	}
}

func (f *Frame) teamScoresWidth(teams int, gap string) (width int) {
	for team := uint8(1); int(team) <= teams; team++ {
		letter, score, own := f.teamScore(team)
		width += canvas.Width(letter+gap+score+own+gap) + 1
	}
	return width - len(gap)
}

// teamScore returns the parts of a team's score: the own team has a mark.
func (f *Frame) teamScore(team uint8) (letter, score, own string) {
	if f.Match.Me >= 0 && f.Match.World.Ships[f.Match.Me].Team == team {
		own = "◄"
	}
	return model.TeamLetter(team), strconv.Itoa(int(f.Match.World.TeamScores[team])), own
}

// drawLeader writes the leader, right-aligned between two columns, if it fits.
func (f *Frame) drawLeader(slot, left, right int) {
	name := canvas.Cut(f.Match.Pilots.Name(slot), 12)
	score := strconv.Itoa(int(f.Match.World.Ships[slot].Score))
	if f.Match.Racer(slot) != nil {
		score = f.Match.Raced(slot)
	}
	x := right - canvas.Width(name) - 1 - len(score)
	if x < left {
		return
	}
	f.Sheet.Text(x, 0, name, f.Match.HullOf(slot).Middle)
	f.Sheet.Text(right-len(score), 0, score, f.Match.HullOf(slot).Middle)
}

// ordinal returns the ending of an ordinal.
func ordinal(n int) string {
	ending := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return ending
}

func points(n int32) string {
	if n == 1 {
		return " point"
	}
	return " points"
}
