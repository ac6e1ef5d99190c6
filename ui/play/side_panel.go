package play

import (
	"slices"
	"strconv"
)

// drawSidePanel draws what stands beside the field on a wide screen: the radar, the
// pilots, and what happened of late.
func (s *Screen) drawSidePanel(f *frame) {
	if f.side == 0 {
		return
	}
	x, bottom := f.width(), f.height()-1
	f.Fill(x, 1, f.side, bottom-1, panel)
	for y := 1; y < bottom; y++ {
		f.Text(x, y, "│", border)
	}
	in := area{x + 2, 1, f.side - 3, bottom - 1}
	if in.height >= radarNeedsY-2 {
		in.y, in.height = in.y+1, in.height-1
	}
	rows := f.radarRows(in.width, max(in.height/3, 4))
	r := f.radar(area{in.x, in.y, in.width, rows})
	r.sight = true
	f.drawRadar(&s.blips, &r)
	events := min(in.height/7, feedLines)
	f.drawPilotList(area{in.x, in.y + rows, in.width, in.height - rows - events - 1}, s.ranks)
	s.feed.list(f, area{in.x, bottom - events - 1, in.width, events + 1})
}

// drawHeading draws a line across the panel, with what follows below it.
func (f *frame) drawHeading(a area, title string) {
	for x := a.x - 1; x <= a.x+a.width; x++ {
		f.Text(x, a.y, "─", border)
	}
	f.Text(a.x, a.y, title, label)
}

// Where the figures of a pilot end, from the right end of his line. There is room for
// kills and deaths in a wide panel alone.
const (
	listedName   = 4 // columns before the name
	listedScore  = 5 // columns of a figure
	listedWide   = 30
	listedKills  = 2 * listedScore
	listedDeaths = listedScore
)

// drawPilotList lists the pilots, the best first. The own line is always there.
func (f *frame) drawPilotList(a area, ranks []int) {
	f.drawHeading(a, " pilots ")
	if a.width >= listedWide && !f.Foreign {
		f.drawRight(a.x+a.width-listedKills, a.y, " K", label)
		f.drawRight(a.x+a.width-listedDeaths, a.y, " D", label)
	}
	for i, slot := range ranks {
		switch room := a.height - 1; {
		case i >= room:
			return
		case i == room-1 && slices.Contains(ranks[i:], f.Me):
			slot = f.Me
		}
		f.drawListed(area{a.x, a.y + 1 + i, a.width, 1}, ranks, slot)
	}
}

// drawListed draws a pilot's line: in a match of teams with his team's letter, otherwise
// with his place. A foreign server tells of deaths alone.
func (f *frame) drawListed(a area, ranks []int, slot int) {
	ship, ink := &f.World.Ships[slot], text
	if slot == f.Me {
		f.Fill(a.x-1, a.y, a.width+2, 1, panelMarked)
		ink = strong
	}
	switch {
	case f.Setup.Mode.Teams() > 0:
		f.drawRight(a.x+listedName-1, a.y, teamLetter(ship.Team), teamInk(ship.Team))
	case !f.Foreign:
		f.drawPlaceOf(a.x+listedName-1, a.y, ranks, slot)
	}
	end, figures := a.x+a.width, listedScore
	switch {
	case f.Foreign:
		f.drawRight(end, a.y, strconv.Itoa(int(ship.Deaths)), label)
	case a.width >= listedWide:
		f.drawRight(end-listedKills, a.y, strconv.Itoa(int(ship.Kills)), label)
		f.drawRight(end-listedDeaths, a.y, strconv.Itoa(int(ship.Deaths)), label)
		figures *= 3
		fallthrough
	default:
		f.drawRight(end, a.y, strconv.Itoa(int(ship.Score)), ink)
	}
	f.Text(a.x+listedName, a.y, f.shortName(slot, a.width-listedName-figures), f.hullOf(slot).middle)
}
