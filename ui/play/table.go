package play

import (
	"slices"
	"strconv"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// table is the table of all ships, grouped by team.
type table struct {
	*frame
	area
	ranks  []int // the slots, the best first
	tally  *tally
	scroll *scroll // of each group
}

// The columns of the table, where each ends; names, class and weapon begin.
const (
	placeEnds  = 3
	nameBegins = 5
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

// A framed table takes so many columns: with all that there is to tell or, where
// there is less room, without weapon and hits.
const (
	wideBoard  = hitsEnd + 4
	tableWidth = 64
)

// boardWidth returns how wide a framed table is where there is so much room.
func boardWidth(room int) int {
	if room >= wideBoard {
		return wideBoard
	}
	return min(tableWidth, room)
}

// draw draws the table as far as there is room. The own line is always there.
func (t *table) draw() {
	t.drawHeadings()
	teams := t.Setup.Mode.Teams()
	if teams == 0 {
		t.scroll.fit(len(t.ranks), t.area.height-1)
		t.drawGroup(1, t.area.height, 0)
		return
	}
	longest := 0
	for team := uint8(1); int(team) <= teams; team++ {
		longest = max(longest, len(t.members(team)))
	}
	room := t.area.height - 1
	fits := len(t.ranks)+teams <= room
	if fits {
		t.scroll.fit(0, room)
	} else {
		t.scroll.fit(longest, room/teams-1)
	}
	row := 1
	for team := 1; team <= teams; team++ {
		end := t.area.height
		if !fits { // each team gets its share
			end = 1 + team*room/teams
		}
		row = t.drawTeam(row, end, uint8(team))
	}
}

// members returns the ships of a team, the best first.
func (t *table) members(team uint8) (slots []int) {
	for _, slot := range t.ranks {
		if t.World.Ships[slot].Team == team {
			slots = append(slots, slot)
		}
	}
	return slots
}

// drawTeam draws a team from one row to before another, and returns the row
// after it.
func (t *table) drawTeam(row, end int, team uint8) int {
	if row >= end {
		return row
	}
	var sum game.Ship
	for _, slot := range t.members(team) {
		ship := &t.World.Ships[slot]
		sum.Kills += ship.Kills
		sum.Deaths += ship.Deaths
		sum.Assists += ship.Assists
	}
	sum.Score = t.World.TeamScores[team]
	ink := teamInk(team)
	t.Text(t.x, t.y+row, "team "+teamLetter(team), ink)
	t.drawFigures(t.y+row, &sum, ink)
	return t.drawGroup(row+1, end, team)
}

// drawGroup draws the ships of a team from one row to before another, and
// returns the row after them. The own ship takes the first row if it is above
// those in sight, and the last if it is below.
func (t *table) drawGroup(row, end int, team uint8) int {
	group := t.members(team)
	room := max(end-row, 0)
	skip := min(t.scroll.at, max(len(group)-room, 0))
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
	t.Text(t.x+nameBegins, t.y, "name", label)
	t.drawRight(t.x+scoreEnds, t.y, "score", label)
	t.drawRight(t.x+killsEnd, t.y, "K", label)
	t.drawRight(t.x+deathsEnd, t.y, "D", label)
	t.drawRight(t.x+helpsEnd, t.y, "A", label)
	t.drawRight(t.x+pingEnds, t.y, "ping", label)
	if t.Foreign {
		return // nobody tells of ships and weapons
	}
	if t.area.width >= classAt+classNeeds {
		t.Text(t.x+classAt, t.y, "ship", label)
	}
	if t.area.width >= hitsEnd {
		t.Text(t.x+weaponAt, t.y, "weapon", label)
		t.drawRight(t.x+hitsEnd, t.y, "hits", label)
	}
}

// drawRow draws the line of one ship of a group.
func (t *table) drawRow(row int, group []int, slot int) {
	ship, y := &t.World.Ships[slot], t.y+row
	ink, ground := text, panel
	if slot == t.Me {
		ink, ground = strong, panelMarked
	}
	t.Fill(t.x-1, y, t.area.width+2, 1, ground)
	if slot == t.Me {
		t.Text(t.x-1, y, "►", accent)
	}
	if !t.Foreign { // whose scores nobody tells
		t.drawPlaceOf(t.x+placeEnds, y, group, slot)
	}
	t.Text(t.x+nameBegins, y, t.shortName(slot, scoreEnds-nameBegins-6), t.hullOf(slot).middle)
	t.drawFigures(y, ship, ink)
	t.drawRight(t.x+pingEnds, y, t.ping(slot), label)
	if t.Foreign {
		return
	}
	class, weapon := t.kit(ship)
	if t.area.width >= classAt+classNeeds {
		t.Text(t.x+classAt, y, canvas.Cut(class.Title, min(t.area.width, weaponAt-1)-classAt), label)
	}
	if t.area.width >= hitsEnd {
		t.Text(t.x+weaponAt, y, canvas.Cut(weapon.Title, hitsEnd-weaponAt-5), label)
		t.drawRight(t.x+hitsEnd, y, t.tally.accuracy(slot), label)
	}
}

// drawFigures draws what a ship, or a team, has done. A foreign server tells of deaths
// alone.
func (t *table) drawFigures(y int, ship *game.Ship, ink canvas.Colour) {
	told := func(n int) string {
		if t.Foreign {
			return untold
		}
		return strconv.Itoa(n)
	}
	t.drawRight(t.x+scoreEnds, y, told(int(ship.Score)), ink)
	t.drawRight(t.x+killsEnd, y, told(int(ship.Kills)), ink)
	t.drawRight(t.x+deathsEnd, y, strconv.Itoa(int(ship.Deaths)), ink)
	t.drawRight(t.x+helpsEnd, y, told(int(ship.Assists)), ink)
}

// untold stands where there would be a figure.
const untold = "-"

// shortName returns as much of a pilot's name as fits, with a sign of one who
// is muted.
func (f *frame) shortName(slot, columns int) string {
	const sign = " muted"
	if f.muted(slot) {
		return canvas.Cut(f.pilots.name(slot), columns-len(sign)) + sign
	}
	return canvas.Cut(f.pilots.name(slot), columns)
}

// ping returns a pilot's round trip, or why he has none.
func (f *frame) ping(slot int) string {
	switch {
	case f.pilots.has(slot, proto.Away): // whoever flies for him
		return "away"
	case f.pilots.has(slot, proto.BotPilot):
		return "bot"
	case f.Foreign && f.pilots[slot].Ping == 0:
		return untold
	}
	return strconv.Itoa(int(f.pilots[slot].Ping))
}
