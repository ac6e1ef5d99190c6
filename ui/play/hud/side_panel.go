package hud

import (
	"slices"
	"strconv"

	"dogfight/game"
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
	case a.Width >= listedWide && f.Match.Setup.Mode != game.Race:
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
	case f.Match.Setup.Teams() > 0:
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
	if f.Match.Setup.Mode == game.Last {
		figures += lastLives + 1
		f.drawLives(end-figures+1, a.Y, int(ship.Lives))
	}
	return figures
}
