package play

import (
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// feed is the list of the last kills, oldest first: in the panel or, as long as they are
// new, upper right in the field.
type feed struct {
	lines [feedLines]feedLine
}

// feedLine is who destroyed whom with what. By is "" when nobody else did.
type feedLine struct {
	by, icon, whom     string
	byColour, whColour canvas.Colour
	at                 time.Time
}

const (
	feedLines = 8               // that are kept
	feedShown = 5               // of them in the field
	feedSmall = 2               // in a small one
	feedFresh = 4 * time.Second // then the line pales
	feedStays = 6 * time.Second
	feedName  = 14 // columns of a name
)

// add writes a line for a kill. By whom is not known on foreign servers.
func (l *feed) add(f *frame, ev *game.Event) {
	nobody := f.Foreign && ev.By == proto.NoSlot
	if ev.Kind != game.EventKill || ev.Slot >= game.MaxShips || ev.By >= game.MaxShips && !nobody {
		return
	}
	line := feedLine{
		icon: f.icon(ev.What), at: f.now,
		whom: canvas.Cut(f.pilots.name(int(ev.Slot)), feedName), whColour: f.hullOf(int(ev.Slot)).middle,
	}
	if nobody {
		line.icon = "☼"
	} else if ev.By != ev.Slot {
		line.by, line.byColour = canvas.Cut(f.pilots.name(int(ev.By)), feedName), f.hullOf(int(ev.By)).middle
	}
	copy(l.lines[:], l.lines[1:])
	l.lines[feedLines-1] = line
}

// icon returns a sign for a weapon, by what its shots do.
func (f *frame) icon(weapon uint8) string {
	if weapon == game.BlastWeapon {
		return "☼"
	}
	switch w := f.weapon(weapon); {
	case w.Speed == 0:
		return "♦"
	case w.Speed >= railSpeed:
		return "─►"
	case w.Fan > 1:
		return "≡►"
	}
	return "•►"
}

// feedSide is where the feed is: at the left as long as the own ship is upper right.
type feedSide bool

// settle returns where the feed goes that was on this side.
func (l feedSide) settle(f *frame) feedSide {
	if f.flying(f.Me) == nil {
		return l
	}
	_, right := f.feedEdges()
	rows, width := f.feedRows(), 2*feedName+6
	taken := area{right - width, 1 + f.above, width, rows}
	if l {
		taken = taken.wider(clearColumns, clearRows) // it is not to go to and fro
	}
	return feedSide(taken.meets(f.shipArea(f.Me)))
}

// feedEdges are the columns between which the feed is: beside the net figures, and the radar if that is up there.
func (f *frame) feedEdges() (left, right int) {
	left, right = f.corner.x+f.corner.width, f.width()
	switch r := f.radarAt; {
	case r.width == 0 || r.y > 1+f.above:
	case r.x == 0:
		left = max(left, r.width)
	default:
		right = r.x
	}
	return left, right
}

// feedRows is how many lines of the feed there may be in the field.
func (f *frame) feedRows() int {
	if f.height() < radarNeedsY || f.options.FewerBytes {
		return feedSmall
	}
	return feedShown
}

// draw writes the lines that are not too old, where there is no panel for them.
func (l *feed) draw(f *frame, left feedSide) {
	if f.side > 0 {
		return
	}
	shown, row := f.feedRows(), 1+f.above
	for i := feedLines - shown; i < feedLines; i++ {
		line := &l.lines[i]
		age := f.now.Sub(line.at)
		if line.whom == "" || age >= feedStays {
			continue
		}
		line.draw(f, row, left, age > feedFresh)
		row++
	}
}

// list writes the newest lines, below a heading.
func (l *feed) list(f *frame, a area) {
	f.drawHeading(a, " events ")
	room := min(a.height-1, feedLines)
	names := (a.width - 4) / 2
	for i := range room {
		line := &l.lines[feedLines-room+i]
		by, icon, whom := line.inks(f.now.Sub(line.at) > feedFresh)
		x, y := a.x, a.y+1+i
		if line.by != "" {
			x = f.Text(x, y, canvas.Cut(line.by, names), by) + 1
		}
		x = f.Text(x, y, line.icon, icon) + 1
		f.Text(x, y, canvas.Cut(line.whom, names), whom)
	}
}

// inks returns the colours of a line, which pales.
func (l *feedLine) inks(pale bool) (by, icon, whom canvas.Colour) {
	if pale {
		return label, label, label
	}
	return l.byColour, text, l.whColour
}

func (l *feedLine) draw(f *frame, row int, left feedSide, pale bool) {
	by, icon, whom := l.inks(pale)
	width := canvas.Width(l.by) + canvas.Width(l.icon) + canvas.Width(l.whom) + 4
	x, end := f.feedEdges()
	if !left {
		x = end - width
	}
	f.Fill(x, row, width, 1, panel)
	x = f.Text(x+1, row, l.by, by)
	x = f.Text(x+1, row, l.icon, icon)
	f.Text(x+1, row, l.whom, whom)
}
