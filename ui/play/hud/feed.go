package hud

import (
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Feed lists the latest kills with remarks, oldest first: in the panel or, while new, at the upper right of the field.
type Feed struct {
	lines   [feedLines]feedLine
	streaks [game.MaxShips]uint16 // reported, or not worth it
	avenged [game.MaxShips]uint16 // likewise
}

// feedLine is one kill. by is "" if unknown.
type feedLine struct {
	by, how, whom      string
	brief              string // replaces how where space is short; "": the same
	byColour, whColour canvas.Colour
	at                 time.Time
	remark             bool // on the kill in the line before
}

const (
	feedLines = 8                // stored
	feedTall  = 3                // in a field of more than the usual height
	feedStays = 3 * time.Second  // in the field
	feedFresh = 10 * time.Second // in the panel, before it fades
	feedName  = 14               // columns of a name
)

// Add adds an event. Foreign servers do not report the killer.
func (l *Feed) Add(m *model.Match, now time.Time, ev *game.Event) {
	if news := objectives[m.Setup.Mode].news; news != nil {
		if slot, words := news(m, ev); words != "" {
			l.remark(m, slot, feedLine{at: now, how: words})
			return
		}
	}
	if int(ev.Slot) < game.MaxShips && m.OfDrones(int(ev.Slot)) {
		return // too many
	}
	nobody := m.Foreign && ev.By == proto.NoSlot
	if ev.Kind != game.EventKill || ev.Slot >= game.MaxShips || ev.By >= game.MaxShips && !nobody {
		return
	}
	line := feedLine{at: now, whom: canvas.Cut(m.Pilots.Name(int(ev.Slot)), feedName), whColour: m.HullOf(int(ev.Slot)).Middle}
	switch blast := ev.What == game.BlastWeapon; {
	case nobody:
		line.how = "was hit"
	case ev.What == game.WallWeapon && ev.By == ev.Slot:
		line.how = "crashed"
	case ev.What == game.WallWeapon:
		line.by, line.byColour = line.whom, line.whColour
		line.how, line.brief = "hit the wall of", "hit"
		line.whom, line.whColour = canvas.Cut(m.Pilots.Name(int(ev.By)), feedName), m.HullOf(int(ev.By)).Middle
	case ev.By == ev.Slot && blast:
		line.how = "hit a barrel"
	case ev.By == ev.Slot:
		line.how = "hit itself"
	default:
		line.by, line.byColour = canvas.Cut(m.Name(int(ev.By)), feedName), m.HullOf(int(ev.By)).Middle
		line.how = "»"
		if blast {
			line.how = "☼"
		}
	}
	l.add(line)
}

func (l *Feed) add(line feedLine) {
	copy(l.lines[:], l.lines[1:])
	l.lines[feedLines-1] = line
}

// Praise adds a line for each new revenge and notable streak in the tally.
func (l *Feed) Praise(m *model.Match, now time.Time, t *model.Tally) {
	for slot := range t.Slots {
		of := &t.Slots[slot]
		if m.Setup.Mode == game.Waves { // drones are no rivals
			l.avenged[slot], l.streaks[slot] = of.Avenged, of.Streak
			continue
		}
		line := feedLine{at: now, remark: true}
		if of.Avenged > l.avenged[slot] {
			line.how = "takes revenge"
			line.brief = "revenge"
			l.remark(m, slot, line)
		}
		if of.Streak > l.streaks[slot] && worthTelling(l.streaks[slot], of.Streak) {
			line.brief = fmt.Sprintf("streak of %d", of.Streak)
			line.how = "is on a " + line.brief
			l.remark(m, slot, line)
		}
		l.avenged[slot], l.streaks[slot] = of.Avenged, of.Streak
	}
}

func (l *Feed) remark(m *model.Match, slot int, line feedLine) {
	line.whom, line.whColour = canvas.Cut(m.Pilots.Name(slot), feedName), m.HullOf(slot).Middle
	l.add(line)
}

// notable reports whether a streak has reached 3 or a multiple of 5.
func worthTelling(was, is uint16) bool { return was < 3 && is >= 3 || is/5 > was/5 }

// Draw draws the newest lines at the upper right if there is no panel, clear of the task.
func (l *Feed) Draw(f *Frame) {
	if f.Sheet.Side > 0 {
		return
	}
	kills, row := 1, 1+f.Sheet.Above
	if f.Sheet.Height() >= panelTall {
		kills = feedTall
	}
	for next := feedLines; kills > 0 && next > 0; kills-- {
		first := l.told(next - 1)
		for i := first; i < next; i++ {
			line := &l.lines[i]
			if line.whom == "" || f.Sheet.Now.Sub(line.at) >= feedStays {
				return
			}
			width := line.width(feedName, false) + 2
			if canvas.Rect(f.Sheet.Width()-width, row, width, 1).Meets(f.Task.Wider(1, 0)) {
				row++ // below the task
			}
			f.Sheet.Fill(f.Sheet.Width()-width, row, width, 1, canvas.PanelInk)
			line.draw(f, f.Sheet.Width()-width+1, row, feedName, false, false)
			row++
		}
		next = first
	}
}

// kill returns the kill that a line remarks on, or the line itself.
func (l *Feed) told(line int) int {
	for line > 0 && l.lines[line].remark {
		line--
	}
	return line
}

// list draws the lines under a heading, the newest last.
func (l *Feed) list(f *Frame, a canvas.Area) {
	f.Sheet.Heading(a, "events")
	told := 0
	for told < feedLines && l.lines[feedLines-1-told].whom != "" {
		told++
	}
	shown := min(a.Height-1, told)
	for i := range shown {
		line := &l.lines[feedLines-shown+i]
		names, brief := feedName, line.width(feedName, false) > a.Width
		for names > 1 && line.width(names, brief) > a.Width {
			names--
		}
		line.draw(f, a.X, a.Y+1+i, names, brief, f.Sheet.Now.Sub(line.at) > feedFresh)
	}
}

func (l *feedLine) words(brief bool) string {
	if brief && l.brief != "" {
		return l.brief
	}
	return l.how
}

// width returns the columns of a line whose names are cut to so many.
func (l *feedLine) width(names int, brief bool) int {
	width := canvas.Width(l.words(brief)) + 1 + canvas.Width(canvas.Cut(l.whom, names))
	if l.by != "" {
		width += canvas.Width(canvas.Cut(l.by, names)) + 1
	}
	return width
}

func (l *feedLine) draw(f *Frame, x, y, names int, brief, pale bool) {
	by, whom, how := l.byColour, l.whColour, canvas.LabelInk
	if l.remark {
		how = canvas.Fair
	}
	if pale {
		by, whom, how = canvas.LabelInk, canvas.LabelInk, canvas.LabelInk
	}
	if l.by == "" {
		f.Sheet.Text(f.Sheet.Text(x, y, canvas.Cut(l.whom, names), whom)+1, y, l.words(brief), how)
		return
	}
	x = f.Sheet.Text(x, y, canvas.Cut(l.by, names), by) + 1
	x = f.Sheet.Text(x, y, l.words(brief), how) + 1
	f.Sheet.Text(x, y, canvas.Cut(l.whom, names), whom)
}
