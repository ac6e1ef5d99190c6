package hud

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
	"dogfight/ui/play/model"
)

// Feed is the list of the last kills, oldest first: in the panel or, as long as they are
// new, upper right in the field.
type Feed struct {
	lines [feedLines]feedLine
}

// feedLine is one kill: by "" where nobody is told to have done it.
type feedLine struct {
	by, how, whom      string
	byColour, whColour canvas.Colour
	at                 time.Time
}

const (
	feedLines = 8                // that are kept
	feedTall  = 3                // in a field of more than the usual height
	feedStays = 3 * time.Second  // in the field
	feedFresh = 10 * time.Second // in the panel, where it then pales
	feedName  = 14               // columns of a name
)

// Add writes a line for a kill. Foreign servers do not tell the killer.
func (l *Feed) Add(m *model.Match, now time.Time, ev *game.Event) {
	nobody := m.Foreign && ev.By == proto.NoSlot
	if ev.Kind != game.EventKill || ev.Slot >= game.MaxShips || ev.By >= game.MaxShips && !nobody {
		return
	}
	line := feedLine{at: now, whom: canvas.Cut(m.Pilots.Name(int(ev.Slot)), feedName), whColour: m.HullOf(int(ev.Slot)).Middle}
	switch blast := ev.What == game.BlastWeapon; {
	case nobody:
		line.how = "was hit"
	case ev.By == ev.Slot && blast:
		line.how = "hit a barrel"
	case ev.By == ev.Slot:
		line.how = "hit itself"
	default:
		line.by, line.byColour = canvas.Cut(m.Pilots.Name(int(ev.By)), feedName), m.HullOf(int(ev.By)).Middle
		line.how = "»"
		if blast {
			line.how = "☼"
		}
	}
	copy(l.lines[:], l.lines[1:])
	l.lines[feedLines-1] = line
}

// Draw writes the newest lines under the top line at the right, where there is no panel for them.
func (l *Feed) Draw(f *Frame) {
	if f.Side > 0 {
		return
	}
	shown, row := 1, 1+f.Above
	if f.Height() >= panelTall {
		shown = feedTall
	}
	for i := range shown {
		line := &l.lines[feedLines-1-i]
		if line.whom == "" || f.Now.Sub(line.at) >= feedStays {
			return
		}
		width := line.width(feedName) + 2
		f.Fill(f.Width()-width, row+i, width, 1, palette.Panel)
		line.draw(f, f.Width()-width+1, row+i, feedName, false)
	}
}

// list writes the lines below a heading, the newest last.
func (l *Feed) list(f *Frame, a draw.Area) {
	f.Heading(a, "events")
	told := 0
	for told < feedLines && l.lines[feedLines-1-told].whom != "" {
		told++
	}
	shown := min(a.Height-1, told)
	for i := range shown {
		line := &l.lines[feedLines-shown+i]
		names := feedName
		for names > 1 && line.width(names) > a.Width {
			names--
		}
		line.draw(f, a.X, a.Y+1+i, names, f.Now.Sub(line.at) > feedFresh)
	}
}

// width is how many columns a line takes whose names may take so many each.
func (l *feedLine) width(names int) int {
	width := canvas.Width(l.how) + 1 + canvas.Width(canvas.Cut(l.whom, names))
	if l.by != "" {
		width += canvas.Width(canvas.Cut(l.by, names)) + 1
	}
	return width
}

func (l *feedLine) draw(f *Frame, x, y, names int, pale bool) {
	by, whom := l.byColour, l.whColour
	if pale {
		by, whom = palette.Label, palette.Label
	}
	if l.by == "" {
		f.Text(f.Text(x, y, canvas.Cut(l.whom, names), whom)+1, y, l.how, palette.Label)
		return
	}
	x = f.Text(x, y, canvas.Cut(l.by, names), by) + 1
	x = f.Text(x, y, l.how, palette.Label) + 1
	f.Text(x, y, canvas.Cut(l.whom, names), whom)
}
