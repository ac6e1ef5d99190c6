package hud

import (
	"slices"
	"strconv"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Board is the score table of a match.
type Board struct {
	Sheet  *canvas.Sheet
	Match  *model.Match
	Ranks  []int // the slots, the best first
	Tally  *model.Tally
	Scroll *Scroll // of each group
	// Of the results.
	News     *career.News // of the player; nil: unknown
	Recorded string       // where the replay is; "": unknown
	Play     string       // the play of the match; "": none
}

// DrawScores draws the score board over the match.
func (f *Board) DrawScores() {
	across, _ := f.Sheet.Size() // over the panel too, if it does not fit beside that
	width := tableColumns(across - 2)
	if f.bare() {
		width = min(width, pingEnds+6)
	}
	a := f.Sheet.Middle(width, f.rows()+2)
	if a.Width < width {
		a.X, a.Width = (across-width)/2, width
	}
	f.drawFramed(a)
}

// bare reports whether the table has no ships and weapons: they are unknown, or mean nothing.
func (f *Board) bare() bool { return f.Match.Foreign || f.Match.Setup.Mode.State() == game.TrailState }

// drawFramed draws the score table in a frame.
func (f *Board) drawFramed(a canvas.Area) {
	t := table{board: f, at: f.Sheet.Panel(a, f.matchLine())}
	t.draw()
	switch {
	case f.Scroll.Most == 0:
	case f.Match.Fights():
		f.Sheet.Foot(a, "PgUp PgDn scroll")
	default:
		f.Sheet.Foot(a, "↑↓ PgUp PgDn scroll")
	}
}

// matchLine returns the title, the mode and the arena.
func (f *Board) matchLine() string {
	if f.Match.Foreign {
		return f.Match.MatchTitle()
	}
	line := f.Match.Setup.Mode.Name() + " in " + canvas.Clean(f.Match.Setup.Arena.Name)
	if title := canvas.Clean(f.Match.Title); title != "" {
		line = title + " · " + line
	}
	return line
}

// rows returns the rows of the table of all ships.
func (f *Board) rows() int {
	return 1 + len(f.Ranks) + f.Match.Setup.PilotTeams()
}

// table is the score table, grouped by team.
type table struct {
	board *Board
	at    canvas.Area
}

// The columns of the table: the ends of figures, and the starts of texts.
const (
	placeEnds  = 3
	barAtName  = 4
	nameBegins = 6
	scoreEnds  = 28
	killsEnd   = 32
	deathsEnd  = 36
	helpsEnd   = 40
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
func tableColumns(room int) int {
	if room >= wideBoard {
		return wideBoard
	}
	return min(tableWidth, room)
}

// draw draws the table as far as it fits. The own line always shows.
func (t *table) draw() {
	t.drawHeadings()
	if teams := t.board.Match.Setup.PilotTeams(); teams > 0 {
		t.drawTeams(teams)
		return
	}
	t.board.Scroll.fit(len(t.board.Ranks), t.at.Height-1)
	t.drawGroup(1, t.at.Height, 0)
}

// drawTeams draws the teams one below the other. If not all fit, each has its share.
func (t *table) drawTeams(teams int) {
	longest := 0
	for team := uint8(1); int(team) <= teams; team++ {
		longest = max(longest, len(t.board.Match.Members(t.board.Ranks, team)))
	}
	room := t.at.Height - 1
	fits := len(t.board.Ranks)+teams <= room
	if fits {
		t.board.Scroll.fit(0, room)
	} else {
		t.board.Scroll.fit(longest, room/teams-1)
	}
	row := 1
	for team := 1; team <= teams; team++ {
		end := t.at.Height
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
	for _, slot := range t.board.Match.Members(t.board.Ranks, team) {
		ship := &t.board.Match.World.Ships[slot]
		sum.Kills += ship.Kills
		sum.Deaths += ship.Deaths
		sum.Assists += ship.Assists
	}
	sum.Score = t.board.Match.World.TeamScores[team]
	ink := canvas.TeamInk(team)
	t.board.Sheet.Text(t.at.X, t.at.Y+row, t.board.Match.TeamName(team), ink)
	t.drawFigures(t.at.Y+row, &sum, ink)
	return t.drawGroup(row+1, end, team)
}

// drawGroup draws the ships of a team from a row to before end, and returns the next row. The own ship replaces the
// first or last row if it is out of view.
func (t *table) drawGroup(row, end int, team uint8) int {
	group := t.board.Match.Members(t.board.Ranks, team)
	room := max(end-row, 0)
	skip := min(t.board.Scroll.at, max(len(group)-room, 0))
	shown := group[skip:min(skip+room, len(group))]
	for i, slot := range shown {
		t.drawRow(row+i, group, slot)
	}
	switch own := slices.Index(group, t.board.Match.Me); {
	case own < 0 || len(shown) == 0:
	case own < skip:
		t.drawRow(row, group, t.board.Match.Me)
	case own >= skip+len(shown):
		t.drawRow(row+len(shown)-1, group, t.board.Match.Me)
	}
	return row + len(shown)
}

func (t *table) drawHeadings() {
	t.board.Sheet.Text(t.at.X+nameBegins, t.at.Y, "name", canvas.LabelInk)
	if t.board.Match.Setup.Mode.State() == game.RaceState {
		t.board.Sheet.Right(t.at.X+scoreEnds, t.at.Y, "time", canvas.LabelInk)
		t.board.Sheet.Right(t.at.X+helpsEnd, t.at.Y, "best lap", canvas.LabelInk)
	} else {
		t.board.Sheet.Right(t.at.X+scoreEnds, t.at.Y, t.board.Match.ScoreTitle(), canvas.LabelInk)
		t.board.Sheet.Right(t.at.X+killsEnd, t.at.Y, "K", canvas.LabelInk)
		t.board.Sheet.Right(t.at.X+deathsEnd, t.at.Y, "D", canvas.LabelInk)
		t.board.Sheet.Right(t.at.X+helpsEnd, t.at.Y, "A", canvas.LabelInk)
	}
	t.board.Sheet.Right(t.at.X+pingEnds, t.at.Y, t.board.Match.PingTitle(), canvas.LabelInk)
	if t.board.bare() {
		return
	}
	if t.at.Width >= classAt+classNeeds {
		t.board.Sheet.Text(t.at.X+classAt, t.at.Y, "ship", canvas.LabelInk)
	}
	if t.at.Width >= hitsEnd {
		t.board.Sheet.Text(t.at.X+weaponAt, t.at.Y, "weapon", canvas.LabelInk)
		t.board.Sheet.Right(t.at.X+hitsEnd, t.at.Y, "hits", canvas.LabelInk)
	}
}

func (t *table) drawRow(row int, group []int, slot int) {
	ship, y := &t.board.Match.World.Ships[slot], t.at.Y+row
	ink, ground := canvas.TextInk, canvas.PanelInk
	if slot == t.board.Match.Me {
		ink, ground = canvas.Strong, canvas.PanelMarked
	}
	t.board.Sheet.Fill(t.at.X-1, y, t.at.Width+2, 1, ground)
	if slot == t.board.Match.Me {
		t.board.Sheet.Text(t.at.X-1, y, "►", canvas.Accent)
	}
	if !t.board.Match.Foreign { // its scores are unknown
		place, shared := t.board.Match.PlaceOf(group, slot)
		t.board.Sheet.Place(t.at.X+placeEnds, y, place, shared)
	}
	t.board.Sheet.Text(t.at.X+barAtName, y, "▌", t.board.Match.HullOf(slot).Middle)
	t.board.Sheet.Text(t.at.X+nameBegins, y, t.board.Match.ShortName(slot, scoreEnds-nameBegins-6), ink)
	if t.board.Match.Setup.Mode.State() == game.RaceState {
		t.drawRaced(y, slot, ink)
	} else {
		t.drawFigures(y, ship, ink)
	}
	t.board.Sheet.Right(t.at.X+pingEnds, y, t.board.Match.Ping(slot), canvas.LabelInk)
	if t.board.bare() {
		return
	}
	class, weapon := t.board.Match.Kit(ship)
	if t.at.Width >= classAt+classNeeds {
		t.board.Sheet.CutText(t.at.X+classAt, y, class.Title, min(t.at.Width, weaponAt-1)-classAt, canvas.LabelInk)
	}
	if t.at.Width >= hitsEnd {
		t.board.Sheet.CutText(t.at.X+weaponAt, y, weapon.Title, hitsEnd-weaponAt-5, canvas.LabelInk)
		t.board.Sheet.Right(t.at.X+hitsEnd, y, t.board.Tally.Accuracy(slot), canvas.LabelInk)
	}
}

// drawFigures draws the figures of a ship or a team. A foreign server reports only deaths.
func (t *table) drawFigures(y int, ship *game.Ship, ink canvas.Colour) {
	told := func(n int) string {
		if t.board.Match.Foreign {
			return model.Untold
		}
		return strconv.Itoa(n)
	}
	t.board.Sheet.Right(t.at.X+scoreEnds, y, told(int(ship.Score)), ink)
	t.board.Sheet.Right(t.at.X+killsEnd, y, told(int(ship.Kills)), ink)
	t.board.Sheet.Right(t.at.X+deathsEnd, y, strconv.Itoa(int(ship.Deaths)), ink)
	t.board.Sheet.Right(t.at.X+helpsEnd, y, told(int(ship.Assists)), ink)
}

// drawRaced draws a ship's race and its best lap.
func (t *table) drawRaced(y, slot int, ink canvas.Colour) {
	r := t.board.Match.Racer(slot)
	if r == nil {
		return
	}
	raced := t.board.Match.Raced(slot)
	if r.Late != 0 {
		raced = "late"
	}
	t.board.Sheet.Right(t.at.X+scoreEnds, y, raced, ink)
	if r.Best > 0 {
		best := canvas.LabelInk
		if t.fastestLap() == r.Best {
			best = canvas.Good
		}
		t.board.Sheet.Right(t.at.X+helpsEnd, y, model.LapTime(r.Best), best)
	}
}

// fastestLap returns the time of the fastest lap, 0 without one.
func (t *table) fastestLap() (fastest game.Tick) {
	for i := range t.board.Match.World.Racers {
		if best := t.board.Match.World.Racers[i].Best; best > 0 && (fastest == 0 || best < fastest) {
			fastest = best
		}
	}
	return fastest
}

// raceGap returns the distance to the winner or, for the winner, to the second.
func (f *Board) raceGap() string {
	own := f.Match.Racer(f.Match.Me)
	if own == nil || own.Place == 0 {
		return ""
	}
	for slot := range f.Match.World.Racers {
		switch r := &f.Match.World.Racers[slot]; {
		case own.Place > 1 && r.Place == 1:
			return model.LapTime(own.Done-r.Done) + " s behind " + f.shortName(slot)
		case own.Place == 1 && r.Place == 2:
			return model.LapTime(r.Done-own.Done) + " s ahead of " + f.shortName(slot)
		}
	}
	return ""
}
