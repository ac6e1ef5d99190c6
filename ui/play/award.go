package play

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dogfight/ui/canvas"
)

// award is something small that a pilot earned in a match, and the figure that
// explains it.
type award struct {
	title, figure string
	slot          int
	seen          bool // it is of what this client has seen
}

// What the figure of an award must reach for it to be one.
const (
	aceKills       = 1
	marksmanShots  = 20
	streakKills    = 3
	helperAssists  = 2
	avengerTimes   = 1
	collectorItems = 3
	demolitionJobs = 2
	ownWorstTimes  = 1
)

// awards returns who earned what. Of those who are equal the one of the better
// rank has it.
func (f *frame) awards(t *tally, ranks []int) []award {
	ships, deeds := &f.World.Ships, &t.deeds
	var list []award
	give := func(title, one, many string, seen bool, least int, of func(slot int) int) {
		if slot, n := best(ranks, least, of); slot >= 0 {
			list = append(list, award{title: title, figure: counted(n, one, many), slot: slot, seen: seen})
		}
	}
	give("Ace", "kill", "kills", false, aceKills, func(i int) int { return int(ships[i].Kills) })
	if slot := f.untouchable(ranks); slot >= 0 {
		list = append(list, award{title: "Untouchable", figure: counted(int(ships[slot].Deaths), "death", "deaths"), slot: slot})
	}
	if slot := t.marksman(ranks); slot >= 0 {
		d := &deeds[slot]
		list = append(list, award{title: "Marksman", figure: fmt.Sprintf("%d%% of %d shots hit", d.share(), d.shots), slot: slot, seen: true})
	}
	give("Streak", "", "kills in a row", true, streakKills, func(i int) int { return deeds[i].longest })
	give("Helper", "assist", "assists", false, helperAssists, func(i int) int { return int(ships[i].Assists) })
	give("Avenger", "revenge within 10 s", "revenges within 10 s", true, avengerTimes, func(i int) int { return deeds[i].avenged })
	give("Collector", "item", "items", true, collectorItems, func(i int) int { return deeds[i].items })
	give("Demolition", "barrel", "barrels", true, demolitionJobs, func(i int) int { return deeds[i].barrels })
	give("Own worst enemy", "self-destruction", "self-destructions", true, ownWorstTimes, func(i int) int { return deeds[i].crashes })
	f.ownFirst(list)
	return list
}

// best returns the first of those with the highest figure, and that, or -1 if
// none has the least.
func best(ranks []int, least int, of func(slot int) int) (slot, highest int) {
	slot, highest = -1, least-1
	for _, i := range ranks {
		if n := of(i); n > highest {
			slot, highest = i, n
		}
	}
	return slot, highest
}

// untouchable returns who was destroyed least of those who fought, or -1 if
// that is no merit, since all were as often.
func (f *frame) untouchable(ranks []int) int {
	few, many := -1, -1
	for _, i := range ranks {
		ship := &f.World.Ships[i]
		if ship.Kills+ship.Assists == 0 {
			continue
		}
		if few < 0 || ship.Deaths < f.World.Ships[few].Deaths {
			few = i
		}
		if many < 0 || ship.Deaths > f.World.Ships[many].Deaths {
			many = i
		}
	}
	if few < 0 || f.World.Ships[few].Deaths == f.World.Ships[many].Deaths {
		return -1
	}
	return few
}

// marksman returns whose shots hit best, or -1.
func (t *tally) marksman(ranks []int) int {
	slot, _ := best(ranks, 1, func(i int) int {
		d := &t.deeds[i]
		if d.shots < marksmanShots {
			return 0
		}
		return 1000 * d.hits / d.shots
	})
	return slot
}

// ownFirst moves the player's own awards to where they are surely seen.
func (f *frame) ownFirst(list []award) {
	slices.SortStableFunc(list, func(a, b award) int { return -cmp.Compare(f.ownAward(&a), f.ownAward(&b)) })
}

func (f *frame) ownAward(a *award) int {
	if a.slot == f.Me {
		return 1
	}
	return 0
}

// counted returns a number and what it counts.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// awardShown is how long an award stands that shares its row.
const awardShown = 2 * time.Second

// The columns of the awards.
const (
	awardNameAt   = 16
	awardFigureAt = 32
	awardsWidth   = 60 // with a frame
)

// drawAwards draws as many awards as there are rows, in a frame if all fit into
// it. A single row has one after the other.
func (f *frame) drawAwards(a area, list []award, partly bool) {
	n := len(list)
	switch {
	case n == 0 || a.height < 1:
	case a.height >= n+2 && a.width >= awardFigureAt:
		title := "awards"
		if partly {
			title = "awards, * since you came"
		}
		in := f.drawPanel(area{a.x, a.y, a.width, n + 2}, title)
		for i := range list {
			f.drawAward(in, i, &list[i], partly)
		}
	case a.height < 3 || n == 1:
		one := &list[f.beat(awardShown, n)]
		f.drawNotice(a.y, f.awardLine(one, partly), f.awardInk(one))
	default:
		f.Fill(a.x, a.y, a.width, min(n, a.height), panel)
		for i := range min(n, a.height) {
			f.drawAward(area{a.x + 2, a.y, a.width - 4, a.height}, i, &list[i], partly)
		}
	}
}

func (f *frame) drawAward(in area, row int, a *award, partly bool) {
	y, ink := in.y+row, text
	if a.slot == f.Me {
		f.Fill(in.x-1, y, in.width+2, 1, panelMarked)
		f.Text(in.x-1, y, "►", accent)
		ink = strong
	}
	f.Text(in.x, y, a.title, f.awardInk(a))
	f.Text(in.x+awardNameAt, y, canvas.Cut(f.pilots.name(a.slot), awardFigureAt-awardNameAt-1), f.hullOf(a.slot).middle)
	figure := a.figure
	if a.seen && partly {
		figure += " *"
	}
	f.Text(in.x+awardFigureAt, y, canvas.Cut(figure, in.width-awardFigureAt), ink)
}

// awardLine says an award in a line of its own.
func (f *frame) awardLine(a *award, partly bool) string {
	line := a.title + ": " + canvas.Cut(f.pilots.name(a.slot), 16)
	if a.slot == f.Me {
		line = "► " + a.title + ": you"
	}
	line += ", " + a.figure
	if a.seen && partly {
		line += " since you came"
	}
	return line
}

func (f *frame) awardInk(a *award) canvas.Colour {
	if a.slot == f.Me {
		return accent
	}
	return fair
}
