package hud

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"dogfight/ui/canvas"
)

// award is a distinction of a pilot, with the figure that explains it.
type award struct {
	title, figure string
	slot          int
	seen          bool // counted from the events that this client received
}

// The least figure for each award.
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

// awards returns all awards. Of equal pilots the better ranked one gets it.
func (f *Board) awards() []award {
	ships, slots := &f.Match.World.Ships, &f.Tally.Slots
	var list []award
	give := func(title, one, many string, seen bool, least int, of func(slot int) int) {
		if slot, n := best(f.Ranks, least, of); slot >= 0 {
			list = append(list, award{title: title, figure: counted(n, one, many), slot: slot, seen: seen})
		}
	}
	give("Ace", "kill", "kills", false, aceKills, func(i int) int { return int(ships[i].Kills) })
	if slot := f.untouchable(); slot >= 0 {
		list = append(list, award{title: "Untouchable", figure: counted(int(ships[slot].Deaths), "death", "deaths"), slot: slot})
	}
	if slot := f.marksman(); slot >= 0 {
		list = append(list, award{title: "Marksman", figure: fmt.Sprintf("%d%% of %d shots hit", f.Tally.Share(slot), slots[slot].Shots), slot: slot, seen: true})
	}
	give("Streak", "", "kills in a row", true, streakKills, func(i int) int { return int(slots[i].LongestStreak) })
	give("Helper", "assist", "assists", false, helperAssists, func(i int) int { return int(ships[i].Assists) })
	give("Avenger", "revenge within 10 s", "revenges within 10 s", true, avengerTimes, func(i int) int { return int(slots[i].Avenged) })
	give("Collector", "item", "items", true, collectorItems, func(i int) int { return int(slots[i].Items) })
	give("Demolition", "barrel", "barrels", true, demolitionJobs, func(i int) int { return int(slots[i].Barrels) })
	give("Own worst enemy", "self-destruction", "self-destructions", true, ownWorstTimes, func(i int) int { return int(slots[i].Crashes) })
	slices.SortStableFunc(list, func(a, b award) int { // the player's own first
		return -cmp.Compare(bit(a.slot == f.Match.Me), bit(b.slot == f.Match.Me))
	})
	return list
}

// best returns the first slot with the highest figure, or -1 if none reaches least.
func best(ranks []int, least int, of func(slot int) int) (slot, highest int) {
	slot, highest = -1, least-1
	for _, i := range ranks {
		if n := of(i); n > highest {
			slot, highest = i, n
		}
	}
	return slot, highest
}

// untouchable returns the fighting pilot with the fewest deaths, or -1 if all have as many.
func (f *Board) untouchable() int {
	few, many := -1, -1
	for _, i := range f.Ranks {
		ship := &f.Match.World.Ships[i]
		if ship.Kills+ship.Assists == 0 {
			continue
		}
		if few < 0 || ship.Deaths < f.Match.World.Ships[few].Deaths {
			few = i
		}
		if many < 0 || ship.Deaths > f.Match.World.Ships[many].Deaths {
			many = i
		}
	}
	if few < 0 || f.Match.World.Ships[few].Deaths == f.Match.World.Ships[many].Deaths {
		return -1
	}
	return few
}

// marksman returns the slot with the best accuracy, or -1.
func (f *Board) marksman() int {
	slot, _ := best(f.Ranks, 1, func(i int) int {
		of := &f.Tally.Slots[i]
		if of.Shots < marksmanShots {
			return 0
		}
		return int(1000 * of.Hits / of.Shots)
	})
	return slot
}

// counted returns a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// awardShown is how long an award shows if several share a row.
const awardShown = 2 * time.Second

// The columns of the awards.
const (
	awardNameAt   = 16
	awardFigureAt = 32
	awardsWidth   = 60 // with a frame
)

// drawAwards draws as many awards as fit, in a frame if all do. In a single row they take turns.
func (f *Board) drawAwards(a canvas.Area, list []award) {
	n := len(list)
	switch {
	case n == 0 || a.Height < 1:
	case a.Height >= n+2 && a.Width >= awardFigureAt:
		title := "awards"
		if f.Tally.Partly {
			title = "awards, * since you joined"
		}
		in := f.Sheet.Panel(canvas.Rect(a.X, a.Y, a.Width, n+2), title)
		for i := range list {
			f.drawAward(in, i, &list[i])
		}
	case a.Height < 3 || n == 1:
		one := &list[f.Sheet.Beat(awardShown, n)]
		f.Sheet.Notice(a.Y, f.awardLine(one), f.awardInk(one))
	default:
		f.Sheet.Fill(a.X, a.Y, a.Width, min(n, a.Height), canvas.PanelInk)
		for i := range min(n, a.Height) {
			f.drawAward(canvas.Rect(a.X+2, a.Y, a.Width-4, a.Height), i, &list[i])
		}
	}
}

func (f *Board) drawAward(in canvas.Area, row int, a *award) {
	y, ink := in.Y+row, canvas.TextInk
	if a.slot == f.Match.Me {
		f.Sheet.Fill(in.X-1, y, in.Width+2, 1, canvas.PanelMarked)
		f.Sheet.Text(in.X-1, y, "►", canvas.Accent)
		ink = canvas.Strong
	}
	f.Sheet.Text(in.X, y, a.title, f.awardInk(a))
	f.Sheet.Text(in.X+awardNameAt, y, canvas.Cut(f.Match.Pilots.Name(a.slot), awardFigureAt-awardNameAt-1), f.Match.HullOf(a.slot).Middle)
	figure := a.figure
	if a.seen && f.Tally.Partly {
		figure += " *"
	}
	f.Sheet.Text(in.X+awardFigureAt, y, canvas.Cut(figure, in.Width-awardFigureAt), ink)
}

// awardLine returns an award as one line.
func (f *Board) awardLine(a *award) string {
	line := a.title + ": " + canvas.Cut(f.Match.Pilots.Name(a.slot), 16)
	if a.slot == f.Match.Me {
		line = "► " + a.title + ": you"
	}
	line += ", " + a.figure
	if a.seen && f.Tally.Partly {
		line += " since you joined"
	}
	return line
}

func (f *Board) awardInk(a *award) canvas.Colour {
	if a.slot == f.Match.Me {
		return canvas.Accent
	}
	return canvas.Fair
}
