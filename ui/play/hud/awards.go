package hud

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// award is a distinction of a pilot, with the figure that explains it.
type award struct {
	title, figure string
	slot          int
	seen          bool // counted from the events that this client received
}

// The least figure for each award.
const (
	aceKills       = 3
	marksmanShots  = 10
	marksmanShare  = 200 // hits of a thousand shots
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
		title := "Survivor"
		if ships[slot].Deaths == 0 {
			title = "Untouchable"
		}
		list = append(list, award{title: title, figure: counted(int(ships[slot].Deaths), "death", "deaths"), slot: slot})
	}
	if slot := f.marksman(); slot >= 0 {
		list = append(list, award{title: "Marksman", figure: fmt.Sprintf("%d%% of %d shots hit", f.Tally.Share(slot), slots[slot].Shots), slot: slot, seen: true})
	}
	give("Streak", "", "kills in a row", true, streakKills, func(i int) int { return int(slots[i].LongestStreak) })
	give("Helper", "assist", "assists", false, helperAssists, func(i int) int { return int(ships[i].Assists) })
	if f.Match.Setup.Mode.State() != game.AssaultState { // drones are no rivals
		give("Avenger", "revenge within 10 s", "revenges within 10 s", true, avengerTimes, func(i int) int { return int(slots[i].Avenged) })
	}
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
	slot, _ := best(f.Ranks, marksmanShare, func(i int) int {
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
	f.Sheet.CutText(in.X+awardNameAt, y, f.Match.Pilots.Name(a.slot), awardFigureAt-awardNameAt-1, f.Match.HullOf(a.slot).Middle)
	figure := a.figure
	if a.seen && f.Tally.Partly {
		figure += " *"
	}
	f.Sheet.CutText(in.X+awardFigureAt, y, figure, in.Width-awardFigureAt, ink)
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

// playerFact is one fact about the player in the results.
type playerFact struct {
	words string
	ink   canvas.Colour
}

const (
	factGap     = 3 // columns between two parts
	factIndent  = 3 // before the first part, for the player's mark
	maxFactRows = 3 // at most
	factsShown  = 3 * time.Second
)

// playerFacts returns the facts about the player, the most important first.
func (f *Board) playerFacts() (parts []playerFact) {
	if f.Match.Me < 0 || f.Match.Foreign {
		return nil
	}
	add := func(words string, ink canvas.Colour) {
		if words != "" {
			parts = append(parts, playerFact{words, ink})
		}
	}
	did := &f.Tally.Slots[f.Match.Me]
	add(f.scoreGap(), canvas.Strong)
	if f.News != nil && f.News.Rating > 0 {
		words, ink := ratingOf(f.News)
		add(words, ink)
	}
	if did.Shots > 0 {
		add("accuracy "+f.Tally.Accuracy(f.Match.Me), canvas.TextInk)
	}
	if did.LongestStreak > 1 {
		add(fmt.Sprintf("%d kills in a row", did.LongestStreak), canvas.TextInk)
	}
	add("damage "+strconv.Itoa(int(did.Damage)), canvas.TextInk)
	if f.Tally.Partly {
		add("since you joined", canvas.LabelInk)
	}
	if f.News != nil {
		for _, name := range f.News.Medals {
			if medal := career.MedalNamed(name); medal != nil {
				add("♦ "+medal.Title, canvas.Fair)
			}
		}
		for _, better := range f.News.Better() {
			add("better: "+better, canvas.Good)
		}
		if rank, promoted := f.News.Rank(); promoted {
			add("♦ "+rank, canvas.Fair)
		} else {
			add(rank, canvas.TextInk)
		}
	}
	add(canvas.Clean(f.Recorded), canvas.LabelInk)
	return parts
}

// ratingOf returns the new rating and its change.
func ratingOf(n *career.News) (string, canvas.Colour) {
	rating := int(math.Round(n.Rating))
	if n.Before == 0 {
		return fmt.Sprintf("rating %d (your first)", rating), canvas.TextInk
	}
	switch change := rating - int(math.Round(n.Before)); {
	case change > 0:
		return fmt.Sprintf("rating %d (+%d)", rating, change), canvas.Good
	case change < 0:
		return fmt.Sprintf("rating %d (%d)", rating, change), canvas.Fair
	}
	return fmt.Sprintf("rating %d (unchanged)", rating), canvas.TextInk
}

// scoreGap returns the distance to the next better player or team or, in front, to the next. In waves it returns the
// player's share of the score.
func (f *Board) scoreGap() string {
	if f.Match.Setup.Mode.State() == game.AssaultState {
		return fmt.Sprintf("%d of %s", f.Match.World.Ships[f.Match.Me].Score, f.Match.Scored(int(f.Match.World.TeamScores[1])))
	}
	if teams := f.Match.Setup.Teams(); teams > 0 {
		own := f.Match.World.Ships[f.Match.Me].Team
		return f.teamGap(own, teams)
	}
	if f.Match.Setup.Mode.State() == game.RaceState {
		return f.raceGap()
	}
	own := int(f.Match.World.Ships[f.Match.Me].Score)
	ahead, behind := -1, -1 // the next better, and the best of the rest
	for _, slot := range f.Ranks {
		switch score := int(f.Match.World.Ships[slot].Score); {
		case slot == f.Match.Me:
		case score > own:
			ahead = slot // the last of them, as ranks are sorted
		case behind < 0:
			behind = slot
		}
	}
	switch {
	case ahead >= 0:
		far := int(f.Match.World.Ships[ahead].Score) - own
		return gapLine(far, f.Match.Scored(far), "behind", f.shortName(ahead))
	case behind >= 0:
		far := own - int(f.Match.World.Ships[behind].Score)
		return gapLine(far, f.Match.Scored(far), "ahead of", f.shortName(behind))
	}
	return ""
}

// teamGap is ownGap for a team.
func (f *Board) teamGap(own uint8, teams int) string {
	if !f.Match.Setup.HasTeam(own) {
		return ""
	}
	scores := &f.Match.World.TeamScores
	best := uint8(0)
	for team := uint8(1); int(team) <= teams; team++ {
		if team != own && (best == 0 || scores[team] > scores[best]) {
			best = team
		}
	}
	name := "team " + model.TeamLetter(best)
	if far := int(scores[best] - scores[own]); far > 0 {
		return gapLine(far, f.teamScored(far), "behind", name)
	}
	far := int(scores[own] - scores[best])
	return gapLine(far, f.teamScored(far), "ahead of", name)
}

// teamScored returns a team's score with its unit: in orb that is captures.
func (f *Board) teamScored(score int) string {
	switch {
	case f.Match.Setup.Mode.State() != game.OrbState:
		return f.Match.Scored(score)
	case score == 1:
		return "1 capture"
	}
	return strconv.Itoa(score) + " captures"
}

func gapLine(far int, scored, where, whom string) string {
	if far == 0 {
		return "level with " + whom
	}
	return scored + " " + where + " " + whom
}

const shortNameWidth = 14

func (f *Board) shortName(slot int) string {
	return canvas.Cut(f.Match.Pilots.Name(slot), shortNameWidth)
}

// packed fills lines of that many columns with parts, in order. A longer part has a line of its own.
func packed(parts []playerFact, width int) (lines [][]playerFact) {
	room := 0
	for _, part := range parts {
		if room -= factGap + canvas.Width(part.words); room < 0 || lines == nil {
			lines = append(lines, nil)
			room = width - canvas.Width(part.words)
		}
		last := &lines[len(lines)-1]
		*last = append(*last, part)
	}
	return lines
}

// factLines returns the rows of the own line at a width, most at most.
func (f *Board) factLines(width, most int) int {
	return min(len(packed(f.playerFacts(), width-factIndent-1)), most)
}

// drawFacts draws the own line. Lines that do not fit take turns.
func (f *Board) drawFacts(a canvas.Area) {
	lines := packed(f.playerFacts(), a.Width-factIndent-1)
	if len(lines) == 0 || a.Height < 1 {
		return
	}
	first := 0
	if len(lines) > a.Height {
		first = f.Sheet.Beat(factsShown, (len(lines)+a.Height-1)/a.Height) * a.Height
	}
	f.Sheet.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelMarked)
	f.Sheet.Text(a.X+1, a.Y, "►", canvas.Accent)
	for row := range a.Height {
		if first+row >= len(lines) {
			return
		}
		x := a.X + factIndent
		for _, part := range lines[first+row] {
			x = f.Sheet.CutText(x, a.Y+row, part.words, a.X+a.Width-1-x, part.ink) + factGap
		}
	}
}
