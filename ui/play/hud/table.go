package hud

import (
	"slices"
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// table is the score table, grouped by team.
type table struct {
	*Board
	canvas.Area
}

// The columns of the table: the ends of figures, and the starts of texts.
const (
	placeEnds  = 3
	barAtName  = 4
	nameBegins = 6
	scoreEnds  = 28
	killsEnd   = 33
	deathsEnd  = 38
	helpsEnd   = 43
	pingEnds   = 50
	classAt    = 52
	weaponAt   = 62
	hitsEnd    = 78
	classNeeds = 6
)

// The widths of a framed table: with weapon and hits, or without.
const (
	wideBoard  = hitsEnd + 4
	tableWidth = 64
)

// tableColumns returns the width of a framed table in so many columns.
func pagesBoardWidth(room int) int {
	if room >= wideBoard {
		return wideBoard
	}
	return min(tableWidth, room)
}

// draw draws the table as far as it fits. The own line always shows.
func (t *table) draw() {
	t.drawHeadings()
	if teams := t.Setup.PilotTeams(); teams > 0 {
		t.drawTeams(teams)
		return
	}
	t.Scroll.fit(len(t.Ranks), t.Area.Height-1)
	t.drawGroup(1, t.Area.Height, 0)
}

// drawTeams draws the teams one below the other. If not all fit, each has its share.
func (t *table) drawTeams(teams int) {
	longest := 0
	for team := uint8(1); int(team) <= teams; team++ {
		longest = max(longest, len(t.Members(t.Ranks, team)))
	}
	room := t.Area.Height - 1
	fits := len(t.Ranks)+teams <= room
	if fits {
		t.Scroll.fit(0, room)
	} else {
		t.Scroll.fit(longest, room/teams-1)
	}
	row := 1
	for team := 1; team <= teams; team++ {
		end := t.Area.Height
		if !fits {
			end = 1 + team*room/teams
		}
		row = t.drawTeam(row, end, uint8(team))
	}
}

// drawTeam draws a team from a row to before end, and returns the next row.
func (t *table) drawTeam(row, end int, team uint8) int {
	if row >= end {
		return row
	}
	var sum game.Ship
	for _, slot := range t.Members(t.Ranks, team) {
		ship := &t.World.Ships[slot]
		sum.Kills += ship.Kills
		sum.Deaths += ship.Deaths
		sum.Assists += ship.Assists
	}
	sum.Score = t.World.TeamScores[team]
	ink := canvas.TeamInk(team)
	t.Text(t.X, t.Y+row, "team "+model.TeamLetter(team), ink)
	t.drawFigures(t.Y+row, &sum, ink)
	return t.drawGroup(row+1, end, team)
}

// drawGroup draws the ships of a team from a row to before end, and returns the next row. The own ship replaces the
// first or last row if it is out of view.
func (t *table) drawGroup(row, end int, team uint8) int {
	group := t.Members(t.Ranks, team)
	room := max(end-row, 0)
	skip := min(t.Scroll.at, max(len(group)-room, 0))
	shown := group[skip:min(skip+room, len(group))]
	for i, slot := range shown {
		t.drawRow(row+i, group, slot)
	}
	switch own := slices.Index(group, t.Me); {
	case own < 0 || len(shown) == 0:
	case own < skip:
		t.drawRow(row, group, t.Me)
	case own >= skip+len(shown):
		t.drawRow(row+len(shown)-1, group, t.Me)
	}
	return row + len(shown)
}

func (t *table) drawHeadings() {
	t.Text(t.X+nameBegins, t.Y, "name", canvas.LabelInk)
	if t.Setup.Mode == game.Race {
		t.drawRaceHeadings()
	} else {
		t.Right(t.X+scoreEnds, t.Y, t.ScoreTitle(), canvas.LabelInk)
		t.Right(t.X+killsEnd, t.Y, "K", canvas.LabelInk)
		t.Right(t.X+deathsEnd, t.Y, "D", canvas.LabelInk)
		t.Right(t.X+helpsEnd, t.Y, "A", canvas.LabelInk)
	}
	t.Right(t.X+pingEnds, t.Y, "ping", canvas.LabelInk)
	if t.Foreign {
		return // unknown
	}
	if t.Area.Width >= classAt+classNeeds {
		t.Text(t.X+classAt, t.Y, "ship", canvas.LabelInk)
	}
	if t.Area.Width >= hitsEnd {
		t.Text(t.X+weaponAt, t.Y, "weapon", canvas.LabelInk)
		t.Right(t.X+hitsEnd, t.Y, "hits", canvas.LabelInk)
	}
}

func (t *table) drawRow(row int, group []int, slot int) {
	ship, y := &t.World.Ships[slot], t.Y+row
	ink, ground := canvas.TextInk, canvas.PanelInk
	if slot == t.Me {
		ink, ground = canvas.Strong, canvas.PanelMarked
	}
	t.Fill(t.X-1, y, t.Area.Width+2, 1, ground)
	if slot == t.Me {
		t.Text(t.X-1, y, "►", canvas.Accent)
	}
	if !t.Foreign { // its scores are unknown
		place, shared := t.PlaceOf(group, slot)
		t.Place(t.X+placeEnds, y, place, shared)
	}
	t.Text(t.X+barAtName, y, "▌", t.HullOf(slot).Middle)
	t.Text(t.X+nameBegins, y, t.ShortName(slot, scoreEnds-nameBegins-6), ink)
	if t.Setup.Mode == game.Race {
		t.drawRaced(y, slot, ink)
	} else {
		t.drawFigures(y, ship, ink)
	}
	t.Right(t.X+pingEnds, y, t.Ping(slot), canvas.LabelInk)
	if t.Foreign {
		return
	}
	class, weapon := t.Kit(ship)
	if t.Area.Width >= classAt+classNeeds {
		t.Text(t.X+classAt, y, canvas.Cut(class.Title, min(t.Area.Width, weaponAt-1)-classAt), canvas.LabelInk)
	}
	if t.Area.Width >= hitsEnd {
		t.Text(t.X+weaponAt, y, canvas.Cut(weapon.Title, hitsEnd-weaponAt-5), canvas.LabelInk)
		t.Right(t.X+hitsEnd, y, t.Tally.Accuracy(slot), canvas.LabelInk)
	}
}

// drawFigures draws the figures of a ship or a team. A foreign server reports only deaths.
func (t *table) drawFigures(y int, ship *game.Ship, ink canvas.Colour) {
	told := func(n int) string {
		if t.Foreign {
			return model.Untold
		}
		return strconv.Itoa(n)
	}
	t.Right(t.X+scoreEnds, y, told(int(ship.Score)), ink)
	t.Right(t.X+killsEnd, y, told(int(ship.Kills)), ink)
	t.Right(t.X+deathsEnd, y, strconv.Itoa(int(ship.Deaths)), ink)
	t.Right(t.X+helpsEnd, y, told(int(ship.Assists)), ink)
}
