// Package hud draws everything over space in a match: status lines, the panel, kill feed, names, arrows, headlines,
// chat, net figures, the pages (lobby, scores, results, help, pilots, hangar) and the time line of a recorded match.
package hud

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Frame is one picture: space, and the HUD over it.
type Frame struct {
	Sheet      *canvas.Sheet
	Match      *model.Match
	Space      scene.Frame
	Keys       *input.Bindings
	TagCache   *TagCache  // cache; may be nil
	HintCache  *HintCache // likewise
	Joined     *JoinCache // likewise
	Scheme     input.Scheme
	Task       canvas.Area   // its cells; empty without a task
	Terminal   time.Duration // round trip to the terminal; 0: unknown
	Guest      bool          // whose terminal is across the network
	StatesGoal bool          // the match states its goal at first

	radar     scene.Radar // of this picture
	goalArrow canvas.Area // the cells of the arrow to the mode's goal; empty without one
}

// The widths of the screen from which there is a panel, and those of the panel.
const (
	panelNeeds     = 100
	panelWidth     = 25
	boardNeeds     = 140
	boardWidth     = listedWide + 4 // its list of pilots is a score board
	widePanelNeeds = 200
	widePanelWidth = 40 // its radar is as wide as radars get
	widestField    = 160
)

// SideColumns returns the width of the panel. With low bandwidth there is none: a terminal that scrolls the field
// would move it along.
func (f *Frame) SideColumns() int {
	width, _ := f.Sheet.Size()
	switch {
	case f.Sheet.LowBandwidth, width < panelNeeds, f.Match.World == nil, f.Match.Setup == nil, f.Match.World.Status != game.InProgress:
		return 0
	case width < boardNeeds && f.Match.Setup.Mode.State() == game.TrailState:
		return 0 // the larger the arena is, the better one sees gaps, and a radar would show the same
	case width < boardNeeds:
		return panelWidth
	case width < widePanelNeeds:
		return max(boardWidth, width-widestField) // so that a larger screen shows no more of the arena
	}
	return widePanelWidth
}

// objective is the HUD of a mode. A nil hook means the usual display.
type objective struct {
	// rank draws the player's rank at the left of the top line, before column end, and reports whether it did.
	// Usually that is place and points, or the scores of teams.
	rank func(f *Frame, ranks []int, end int) bool
	// task returns the task under the top line, in a few words; "" for none.
	task func(f *Frame) (words string, ink canvas.Colour)
	// bar draws rows under the top line, above the task; barRows returns their number.
	bar     func(f *Frame)
	barRows func(f *Frame) int
	// goal returns the place that an arrow at the edge points to, if there is one.
	goal func(f *Frame) (goal, bool)
	// news returns a line of the feed for an event, with its subject; "" for none.
	news func(m *model.Match, ev *game.Event) (slot int, words string)
	// greeting returns large letters at the start of a match. Usually that is one word.
	greeting func(f *Frame) (words string, ink canvas.Colour)
	// headline returns large letters for an event; "" for none.
	headline func(m *model.Match, ev *game.Event) (words string, ink canvas.Colour)
	// gauge draws the state of the ship in a slot from a column of the bottom line, and returns the next column.
	// Usually that is its HP, shots and boost.
	gauge func(f *Frame, slot, x, y int) int
	// nameless reports whether names would be in the way now.
	nameless func(f *Frame) bool
}

// goal is a place of the mode.
type goal struct {
	at   game.Point
	sign string // one column, beside the arrow
	ink  canvas.Colour
}

var objectives = [game.States]objective{
	0:              {task: fightTask},
	game.ZoneState: lastObjective, game.OrbState: orbObjective, game.RaceState: raceObjective,
	game.TrailState: trailsObjective, game.AssaultState: wavesObjective,
}

func (f *Frame) objective() *objective { return &objectives[f.Match.Setup.Mode.State()] }

// goalStays is how long a match states its goal.
const goalStays = 8 * game.TickRate

// fightTask returns the goal of a match without a state of its own, at first.
func fightTask(f *Frame) (string, canvas.Colour) {
	s := f.Match.Setup
	if f.Match.Me < 0 || !f.StatesGoal || f.Match.World.Tick-f.Match.World.Started >= goalStays {
		return "", canvas.TextInk
	}
	foes, first := "shoot the others", ": first to "
	switch s.Teams() {
	case 0:
	case 2:
		foes, first = "shoot the other team", ": first team to "
	default:
		foes, first = "shoot other teams", ": first to "
	}
	points, time, unit := strconv.Itoa(int(s.ScoreLimit)), int(s.TimeLimit/game.TickRate), " s"
	if time%60 == 0 {
		time, unit = time/60, " min"
	}
	limit := f.Joined.join(strconv.Itoa(time), unit)
	switch {
	case s.ScoreLimit > 0 && s.TimeLimit > 0:
		return f.Joined.join(foes, first, points, " points, or most in ", limit), canvas.Fair
	case s.ScoreLimit > 0:
		return f.Joined.join(foes, first, points, " points"), canvas.Fair
	case s.TimeLimit > 0:
		return f.Joined.join(foes, ": most points in ", limit), canvas.Fair
	}
	return foes, canvas.Fair
}

// Calls of the score are made with so many seconds left, for callStays.
var callSeconds = [...]game.Tick{60, 30, 20}

const callStays = 4 * game.TickRate

// call returns the player's place by points when few seconds are left, or "".
func (f *Frame) call() (string, canvas.Colour) {
	left := f.Match.World.TimeLeft(f.Match.Setup)
	for _, seconds := range callSeconds {
		at := seconds * game.TickRate
		if left > at || left <= at-callStays || f.Match.Setup.TimeLimit <= 2*at {
			continue
		}
		lead, ok := f.Match.Lead()
		if !ok {
			return "", canvas.TextInk
		}
		words, ink := [...]string{" point behind, ", " points behind, "}, canvas.Bad
		switch {
		case lead == 0:
			return f.Joined.join("level, ", strconv.Itoa(int(seconds)), " s left"), canvas.Fair
		case lead > 0:
			words, ink = [...]string{" point ahead, ", " points ahead, "}, canvas.Good
		}
		lead = max(lead, -lead)
		return f.Joined.join(strconv.Itoa(lead), words[min(lead-1, 1)], strconv.Itoa(int(seconds)), " s left"), ink
	}
	return "", canvas.TextInk
}

// DrawTask draws the current task of the mode under the top line.
func (f *Frame) DrawTask() {
	f.Task = canvas.Area{}
	if f.BarRows() > 0 {
		f.objective().bar(f)
	}
	if f.Match.World.Status != game.InProgress || f.Match.Dead() && !f.Match.Out() {
		return
	}
	words, ink := f.call()
	if task := f.objective().task; words == "" && task != nil {
		words, ink = task(f)
	}
	width := canvas.Width(words)
	if words == "" || width+2 > f.Sheet.Width() {
		return
	}
	row, x := 1+f.Sheet.Above, (f.Sheet.Width()-width)/2
	f.Task = canvas.Rect(x-1, row, width+2, 1)
	f.Sheet.Fill(x-1, row, width+2, 1, canvas.PanelInk)
	f.Sheet.Text(x, row, words, ink)
}

// BarRows returns the rows of the mode's bar.
func (f *Frame) BarRows() int {
	if rows := f.objective().barRows; rows != nil && f.Match.World.Status == game.InProgress {
		return rows(f)
	}
	return 0
}

// JoinCache caches joined words: most are the same in the next picture, and joining them again would allocate.
type JoinCache struct {
	entries [16]joined
	next    int
}

type joined struct {
	parts [5]string
	words string
}

// join joins up to five parts.
func (l *JoinCache) join(parts ...string) string {
	if l == nil {
		return strings.Join(parts, "")
	}
	var of joined
	copy(of.parts[:], parts)
	for i := range l.entries {
		if l.entries[i].words != "" && l.entries[i].parts == of.parts {
			return l.entries[i].words
		}
	}
	of.words = strings.Join(slices.Clone(of.parts[:]), "")
	l.entries[l.next] = of
	l.next = (l.next + 1) % len(l.entries)
	return of.words
}
