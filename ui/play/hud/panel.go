package hud

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// panelTall is the least height of a panel with gaps.
const panelTall = 30

// sideLayout is the areas of the panel.
type sideLayout struct{ radar, pilots, events, chat canvas.Area }

// laySide lays out the panel. A wide one has the chat too.
func (f *Frame) laySide() (l sideLayout) {
	in := canvas.Rect(f.Sheet.Width()+2, 1, f.Sheet.Side-3, f.Sheet.Height()-2)
	if f.Sheet.Phone() { // it has its fire buttons there
		in.Height -= f.Sheet.Height()*3/10 - 1
	}
	gap, chat := 0, 0
	if in.Height >= panelTall-2 {
		gap = 1
	}
	if f.Sheet.Side >= widePanelWidth {
		chat = in.Height / 5
	}
	width := min(in.Width, scene.WidestRadar)
	l.radar = canvas.Rect(in.X+(in.Width-width)/2, in.Y+gap, width, f.Space.RadarRows(width, max(in.Height/3, 4)))
	events := min(in.Height/7, feedLines) + 1
	bottom := in.Y + in.Height - gap
	l.chat = canvas.Rect(in.X, bottom-chat, in.Width, chat)
	l.events = canvas.Rect(in.X, l.chat.Y-gap*min(chat, 1)-events, in.Width, events)
	top := l.radar.Y + l.radar.Height + gap
	l.pilots = canvas.Rect(in.X, top, in.Width, l.events.Y-gap-top)
	return l
}

// ChatArea returns the cells of the chat in the panel, none if it has no room.
func (f *Frame) ChatArea() canvas.Area {
	if f.Sheet.Side < widePanelWidth {
		return canvas.Area{}
	}
	return f.laySide().chat
}

// DrawSidePanel draws the panel beside the field: radar, pilots and events.
func (f *Frame) DrawSidePanel(ranks []int, b *scene.Blips, l *Feed) {
	if f.Sheet.Side == 0 {
		return
	}
	x, bottom := f.Sheet.Width(), f.Sheet.Height()-1
	f.Sheet.Fill(x, 1, f.Sheet.Side, bottom-1, canvas.PanelInk)
	for y := 1; y < bottom; y++ {
		f.Sheet.Text(x, y, "│", canvas.RuleInk)
	}
	lay := f.laySide()
	f.radar = f.Space.RadarIn(lay.radar)
	f.radar.Draw(b)
	f.drawPilotList(lay.pilots, ranks)
	l.list(f, lay.events)
	if lay.chat.Height > 0 {
		f.Sheet.Heading(lay.chat, "chat")
	}
}

// The columns of a pilot's line, names from the left and figures from the right. Only a wide panel has kills and
// deaths.
const (
	listedPlace  = 2 // columns of the place or the team
	listedBar    = 3
	listedName   = 5
	listedScore  = 5 // columns of a figure
	listedWide   = 30
	listedTime   = 8 // of a race
	listedKills  = 2 * listedScore
	listedDeaths = listedScore
)

// drawPilotList lists the pilots, the best first. The own line always shows.
func (f *Frame) drawPilotList(a canvas.Area, ranks []int) {
	f.Sheet.Heading(a, "pilots")
	switch {
	case f.Match.Foreign:
		f.Sheet.Right(a.X+a.Width, a.Y, " D", canvas.LabelInk)
	case a.Width >= listedWide && f.Match.Setup.Mode.State() != game.RaceState:
		f.Sheet.Right(a.X+a.Width-listedKills, a.Y, " K", canvas.LabelInk)
		f.Sheet.Right(a.X+a.Width-listedDeaths, a.Y, " D", canvas.LabelInk)
		f.Sheet.Right(a.X+a.Width, a.Y, " pts", canvas.LabelInk)
	}
	for i, slot := range ranks {
		switch room := a.Height - 1; {
		case i >= room:
			return
		case i == room-1 && slices.Contains(ranks[i:], f.Match.Me):
			slot = f.Match.Me
		}
		f.drawListed(canvas.Rect(a.X, a.Y+1+i, a.Width, 1), ranks, slot)
	}
}

// drawListed draws a pilot's line with the team or the place. A foreign server reports only deaths.
func (f *Frame) drawListed(a canvas.Area, ranks []int, slot int) {
	ship, ink := &f.Match.World.Ships[slot], canvas.TextInk
	if slot == f.Match.Me {
		f.Sheet.Fill(a.X-1, a.Y, a.Width+2, 1, canvas.PanelMarked)
		ink = canvas.Strong
	}
	switch {
	case f.Match.Setup.PilotTeams() > 1:
		f.Sheet.Right(a.X+listedPlace, a.Y, model.TeamLetter(ship.Team), canvas.TeamInk(ship.Team))
	case !f.Match.Foreign:
		place, shared := f.Match.PlaceOf(ranks, slot)
		f.Sheet.Place(a.X+listedPlace, a.Y, place, shared)
	}
	bar := f.Match.HullOf(slot).Middle
	if f.Match.OutOfRound(slot) {
		bar, ink = canvas.LabelInk, canvas.LabelInk
	}
	f.Sheet.Text(a.X+listedBar, a.Y, "▌", bar)
	figures := f.drawListedFigures(a, slot, ink)
	f.Sheet.Text(a.X+listedName, a.Y, f.Match.ShortName(slot, a.Width-listedName-figures), ink)
}

// drawListedFigures writes a pilot's figures, and returns their columns.
func (f *Frame) drawListedFigures(a canvas.Area, slot int, ink canvas.Colour) int {
	ship, end := &f.Match.World.Ships[slot], a.X+a.Width
	if f.Match.Foreign {
		f.Sheet.Right(end, a.Y, strconv.Itoa(int(ship.Deaths)), canvas.LabelInk)
		return listedScore
	}
	if f.Match.Racer(slot) != nil {
		f.Sheet.Right(end, a.Y, f.Match.Raced(slot), ink)
		return listedTime
	}
	f.Sheet.Right(end, a.Y, strconv.Itoa(int(ship.Score)), ink)
	figures := listedScore
	if a.Width >= listedWide {
		f.Sheet.Right(end-listedKills, a.Y, strconv.Itoa(int(ship.Kills)), canvas.LabelInk)
		f.Sheet.Right(end-listedDeaths, a.Y, strconv.Itoa(int(ship.Deaths)), canvas.LabelInk)
		figures = 3 * listedScore
	}
	if most := f.Match.Setup.Mode.Lives(); most > 1 {
		figures += most + 1
		f.drawLives(end-figures+1, a.Y, int(ship.Lives))
	}
	return figures
}

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
	after              string // follows whom
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

// Forget removes all lines.
func (l *Feed) Forget() { *l = Feed{} }

// Add adds an event. Foreign servers do not report the killer.
func (l *Feed) Add(m *model.Match, now time.Time, ev *game.Event) {
	if news := objectives[m.Setup.Mode.State()].news; news != nil {
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
		line.how = "hit"
		line.whom, line.whColour = canvas.Cut(m.Pilots.Name(int(ev.By)), feedName), m.HullOf(int(ev.By)).Middle
		line.after = "'s wall"
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
		if m.Setup.Mode.State() == game.AssaultState { // drones are no rivals
			l.avenged[slot], l.streaks[slot] = of.Avenged, of.Streak
			continue
		}
		line := feedLine{at: now, remark: true}
		if of.Avenged > l.avenged[slot] {
			line.how = "takes revenge"
			line.brief = "revenge"
			l.remark(m, slot, line)
		}
		if of.Streak > l.streaks[slot] && notable(l.streaks[slot], of.Streak) {
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
func notable(was, is uint16) bool { return was < 3 && is >= 3 || is/5 > was/5 }

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
		first := l.kill(next - 1)
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
func (l *Feed) kill(line int) int {
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

// width returns the columns of a line with names of at most so many columns.
func (l *feedLine) width(names int, brief bool) int {
	width := canvas.Width(l.words(brief)) + 1 + canvas.CutWidth(l.whom, names) + len(l.after)
	if l.by != "" {
		width += canvas.CutWidth(l.by, names) + 1
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
		f.Sheet.Text(f.Sheet.CutText(x, y, l.whom, names, whom)+1, y, l.words(brief), how)
		return
	}
	x = f.Sheet.CutText(x, y, l.by, names, by) + 1
	x = f.Sheet.Text(x, y, l.words(brief), how) + 1
	f.Sheet.Text(f.Sheet.CutText(x, y, l.whom, names, whom), y, l.after, whom)
}
