package hud

import (
	"fmt"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// ownPart is one fact about the player in the results.
type ownPart struct {
	words string
	ink   canvas.Colour
}

const (
	ownGap    = 3 // columns between two parts
	ownIndent = 3 // before the first part, for the player's mark
	ownRows   = 3 // at most
	ownShown  = 3 * time.Second
)

// ownParts returns the facts about the player, the most important first.
func (f *Board) ownParts() (parts []ownPart) {
	if f.Match.Me < 0 || f.Match.Foreign {
		return nil
	}
	add := func(words string, ink canvas.Colour) {
		if words != "" {
			parts = append(parts, ownPart{words, ink})
		}
	}
	did := &f.Tally.Slots[f.Match.Me]
	add(f.ownGap(), canvas.Strong)
	if f.Own.Rated {
		words, ink := f.Own.rating()
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
	for _, medal := range f.Own.Medals {
		add("♦ "+canvas.Clean(medal), canvas.Fair)
	}
	for _, better := range f.Own.Better {
		add("better: "+canvas.Clean(better), canvas.Good)
	}
	add(canvas.Clean(f.Own.Recorded), canvas.LabelInk)
	return parts
}

// rating returns the rating and its change.
func (o *OwnResult) rating() (string, canvas.Colour) {
	if o.FirstRating {
		return fmt.Sprintf("rating %d (your first)", o.Rating), canvas.TextInk
	}
	switch change := o.RatingChange; {
	case change > 0:
		return fmt.Sprintf("rating %d (+%d)", o.Rating, change), canvas.Good
	case change < 0:
		return fmt.Sprintf("rating %d (%d)", o.Rating, change), canvas.Fair
	}
	return fmt.Sprintf("rating %d (unchanged)", o.Rating), canvas.TextInk
}

// ownGap returns the distance to the next better player or team or, in front, to the next. In waves it returns the
// player's share of the score.
func (f *Board) ownGap() string {
	if f.Match.Setup.Mode == game.Waves {
		return fmt.Sprintf("%d of %s", f.Match.World.Ships[f.Match.Me].Score, f.Match.Scored(int(f.Match.World.TeamScores[1])))
	}
	if teams := f.Match.Setup.Teams(); teams > 0 {
		own := f.Match.World.Ships[f.Match.Me].Team
		return f.teamGap(own, teams)
	}
	if f.Match.Setup.Mode == game.Race {
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
	case f.Match.Setup.Mode != game.CaptureOrb:
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
func packed(parts []ownPart, width int) (lines [][]ownPart) {
	room := 0
	for _, part := range parts {
		if room -= ownGap + canvas.Width(part.words); room < 0 || lines == nil {
			lines = append(lines, nil)
			room = width - canvas.Width(part.words)
		}
		last := &lines[len(lines)-1]
		*last = append(*last, part)
	}
	return lines
}

// ownLines returns the rows of the own line at a width, most at most.
func (f *Board) ownLines(width, most int) int {
	return min(len(packed(f.ownParts(), width-ownIndent-1)), most)
}

// drawOwn draws the own line. Lines that do not fit take turns.
func (f *Board) drawOwn(a canvas.Area) {
	lines := packed(f.ownParts(), a.Width-ownIndent-1)
	if len(lines) == 0 || a.Height < 1 {
		return
	}
	first := 0
	if len(lines) > a.Height {
		first = f.Sheet.Beat(ownShown, (len(lines)+a.Height-1)/a.Height) * a.Height
	}
	f.Sheet.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelMarked)
	f.Sheet.Text(a.X+1, a.Y, "►", canvas.Accent)
	for row := range a.Height {
		if first+row >= len(lines) {
			return
		}
		x := a.X + ownIndent
		for _, part := range lines[first+row] {
			x = f.Sheet.Text(x, a.Y+row, canvas.Cut(part.words, a.X+a.Width-1-x), part.ink) + ownGap
		}
	}
}
