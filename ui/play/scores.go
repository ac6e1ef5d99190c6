package play

import (
	"cmp"
	"slices"
	"strconv"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// rank returns the slots in use, the best first, in the room of a slice that
// it was given.
func (f *frame) rank(ranks []int) []int {
	ranks = ranks[:0]
	for i := range f.World.Ships {
		if f.World.Ships[i].State != game.Empty {
			ranks = append(ranks, i)
		}
	}
	slices.SortFunc(ranks, f.compare)
	return ranks
}

// compare orders slots by score, then by fewer deaths, then by number.
func (f *frame) compare(a, b int) int {
	first, second := &f.World.Ships[a], &f.World.Ships[b]
	return cmp.Or(
		cmp.Compare(second.Score, first.Score),
		cmp.Compare(first.Deaths, second.Deaths),
		cmp.Compare(a, b))
}

// tableWidth is what the score table takes at most; the class is left out
// where there is less room.
const tableWidth = 64

// The columns of the score table, where each ends; the class begins.
const (
	placeEnds  = 3
	nameBegins = 5
	scoreEnds  = 28
	killsEnd   = 33
	deathsEnd  = 38
	helpsEnd   = 43
	pingEnds   = 50
	classAt    = 52
	classNeeds = 6
)

// drawScores draws the score board over the match.
func (f *frame) drawScores(ranks []int) {
	a := f.middleArea(tableWidth, f.tableRows(ranks)+2)
	f.drawTable(f.drawPanel(a, f.title()), ranks)
}

// title is what to call the match.
func (f *frame) title() string {
	if title := canvas.Clean(f.Title); title != "" {
		return title
	}
	return modeTitle(f.Setup)
}

// tableRows is how many rows the table of all ships takes.
func (f *frame) tableRows(ranks []int) int {
	return 1 + len(ranks) + f.Setup.Mode.Teams()
}

// drawTable draws the table of all ships, grouped by team, as far as there is
// room. The own line is always there.
func (f *frame) drawTable(a area, ranks []int) {
	f.drawHeadings(a)
	teams := f.Setup.Mode.Teams()
	if teams == 0 {
		f.drawGroup(a, 1, a.height, 0, ranks)
		return
	}
	row := 1
	for team := uint8(1); int(team) <= teams; team++ {
		end := a.height
		if 1+len(ranks)+teams > a.height { // each team gets its share
			end = 1 + int(team)*(a.height-1)/teams
		}
		row = f.drawTeam(a, row, end, team, ranks)
	}
}

func (f *frame) drawTeam(a area, row, end int, team uint8, ranks []int) int {
	if row >= end {
		return row
	}
	ink := teamInk(team)
	f.Text(a.x, a.y+row, "team "+teamLetter(team), ink)
	f.drawRight(a.x+scoreEnds, a.y+row, strconv.Itoa(int(f.World.TeamScores[team])), ink)
	return f.drawGroup(a, row+1, end, team, ranks)
}

// drawGroup draws the ships of a team from one row to before another, and
// returns the row after them. The own ship takes the last row if there is none
// left for it.
func (f *frame) drawGroup(a area, row, end int, team uint8, ranks []int) int {
	place := 0
	for _, slot := range ranks {
		if f.World.Ships[slot].Team != team {
			continue
		}
		place++
		if row < end {
			f.drawRow(a, row, place, slot)
			row++
		} else if slot == f.Me {
			f.drawRow(a, end-1, place, slot)
		}
	}
	return row
}

func (f *frame) drawHeadings(a area) {
	f.Text(a.x+nameBegins, a.y, "name", label)
	f.drawRight(a.x+scoreEnds, a.y, "score", label)
	f.drawRight(a.x+killsEnd, a.y, "K", label)
	f.drawRight(a.x+deathsEnd, a.y, "D", label)
	f.drawRight(a.x+helpsEnd, a.y, "A", label)
	f.drawRight(a.x+pingEnds, a.y, "ping", label)
	if a.width >= classAt+classNeeds {
		f.Text(a.x+classAt, a.y, "ship", label)
	}
}

// drawRow draws the line of one ship.
func (f *frame) drawRow(a area, row, place, slot int) {
	ship, y := &f.World.Ships[slot], a.y+row
	ink, ground := text, panel
	if slot == f.Me {
		ink, ground = strong, panelMarked
	}
	f.Fill(a.x-1, y, a.width+2, 1, ground)
	f.drawRight(a.x+placeEnds, y, strconv.Itoa(place), label)
	name := canvas.Cut(f.pilots.name(slot), scoreEnds-nameBegins-6)
	f.Text(a.x+nameBegins, y, name, f.hullOf(slot).middle)
	f.drawRight(a.x+scoreEnds, y, strconv.Itoa(int(ship.Score)), ink)
	f.drawRight(a.x+killsEnd, y, strconv.Itoa(int(ship.Kills)), ink)
	f.drawRight(a.x+deathsEnd, y, strconv.Itoa(int(ship.Deaths)), ink)
	f.drawRight(a.x+helpsEnd, y, strconv.Itoa(int(ship.Assists)), ink)
	f.drawRight(a.x+pingEnds, y, f.ping(slot), label)
	if a.width >= classAt+classNeeds {
		class, _ := f.kit(ship)
		f.Text(a.x+classAt, y, canvas.Cut(class.Title, a.width-classAt), label)
	}
}

// ping returns a pilot's round trip, or why he has none.
func (f *frame) ping(slot int) string {
	switch {
	case f.pilots.has(slot, proto.Away): // whoever flies for him
		return "away"
	case f.pilots.has(slot, proto.BotPilot):
		return "bot"
	}
	return strconv.Itoa(int(f.pilots[slot].Ping))
}
