package play

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/gdamore/tcell/v2"

	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// pilotsPage lists everybody in the match, and whom the player reads.
type pilotsPage struct {
	chosen uint16 // id of the pilot whom Enter mutes
	scroll scroll
	list   []pilotLine // as last drawn
}

// pilotLine is somebody in the match, or somebody muted who has left.
type pilotLine struct {
	proto.Pilot
	own, gone bool
}

// The columns of the page.
const (
	pilotsWidth   = 58
	pilotNameAt   = 2
	pilotKindAt   = 28
	pilotPingEnds = 42
	pilotMutedAt  = 44
)

// key moves in the list and mutes, and reports whether the key is one for that.
func (p *pilotsPage) key(ev *tcell.EventKey, hidden *mutes) bool {
	at := p.at()
	switch {
	case ev.Key() == tcell.KeyEnter, ev.Key() == tcell.KeyRune && ev.Rune() == 'm':
		if at < len(p.list) && !p.list[at].own {
			hidden.toggle(p.list[at].ID, p.list[at].Name)
		}
		return true
	case ev.Key() == tcell.KeyHome:
		at = 0
	case ev.Key() == tcell.KeyEnd:
		at = len(p.list) - 1
	case ev.Key() == tcell.KeyUp:
		at--
	case ev.Key() == tcell.KeyDown:
		at++
	case ev.Key() == tcell.KeyPgUp:
		at -= p.scroll.step()
	case ev.Key() == tcell.KeyPgDn:
		at += p.scroll.step()
	default:
		return false
	}
	if len(p.list) > 0 {
		p.chosen = p.list[min(max(at, 0), len(p.list)-1)].ID
	}
	return true
}

// at returns where in the list the chosen pilot is.
func (p *pilotsPage) at() int {
	return max(slices.IndexFunc(p.list, func(l pilotLine) bool { return l.ID == p.chosen }), 0)
}

// draw draws the page over the match.
func (p *pilotsPage) draw(f *frame) {
	p.read(f.View, f.mutes)
	a := f.middleArea(pilotsWidth, len(p.list)+3)
	in := f.drawPanel(a, "pilots")
	verb := "mutes"
	if f.mutes.has(p.chosen) {
		verb = "unmutes"
	}
	f.drawFoot(a, "↑↓ choose   Enter "+verb+"   Esc back")
	f.Text(in.x+pilotNameAt, in.y, "name", label)
	f.drawRight(in.x+pilotPingEnds, in.y, "ping", label)
	chosen := p.at()
	p.scroll.fit(len(p.list), in.height-1)
	p.scroll.show(chosen)
	for i := p.scroll.at; i < len(p.list) && i < p.scroll.at+in.height-1; i++ {
		p.list[i].draw(f, in, 1+i-p.scroll.at, i == chosen)
	}
}

// read lists the people first, oneself before all, then the bots and the muted
// who have left.
func (p *pilotsPage) read(v *net.View, hidden *mutes) {
	p.list = p.list[:0]
	for _, pilot := range v.Roster {
		p.list = append(p.list, pilotLine{Pilot: pilot, own: own(v, &pilot)})
	}
	for _, who := range hidden.list {
		id := who.ids[len(who.ids)-1]
		if !slices.ContainsFunc(v.Roster, func(p proto.Pilot) bool { return p.ID == id }) {
			p.list = append(p.list, pilotLine{Pilot: proto.Pilot{ID: id, Slot: proto.NoSlot, Name: who.name}, gone: true})
		}
	}
	slices.SortStableFunc(p.list, func(a, b pilotLine) int { return cmp.Compare(a.place(), b.place()) })
}

// own reports whether a pilot is the player.
func own(v *net.View, pilot *proto.Pilot) bool {
	if v.Me >= 0 {
		return int(pilot.Slot) == v.Me
	}
	return pilot.ID == v.Pilot
}

func (l *pilotLine) place() int {
	switch {
	case l.own:
		return 0
	case l.gone:
		return 3
	case l.Flags&(proto.BotPilot|proto.Away) == proto.BotPilot:
		return 2
	}
	return 1
}

func (l *pilotLine) kind() string {
	switch {
	case l.own:
		return "you"
	case l.gone:
		return "has left"
	case l.Flags&proto.Away != 0:
		return "away"
	case l.Flags&proto.BotPilot != 0:
		return "bot"
	case l.Slot == proto.NoSlot:
		return "watches"
	}
	return "pilot"
}

func (l *pilotLine) draw(f *frame, in area, row int, chosen bool) {
	y, ink := in.y+row, text
	if chosen {
		f.Fill(in.x-1, y, in.width+2, 1, panelMarked)
		f.Text(in.x, y, "►", accent)
		ink = strong
	}
	f.Text(in.x+pilotNameAt, y, canvas.Cut(l.name(), pilotKindAt-pilotNameAt-1), ink)
	f.Text(in.x+pilotKindAt, y, l.kind(), label)
	if l.Ping > 0 {
		f.drawRight(in.x+pilotPingEnds, y, strconv.Itoa(int(l.Ping)), label)
	}
	if f.mutes.has(l.ID) {
		f.Text(in.x+pilotMutedAt, y, "muted", bad)
	}
}

// name is what to call him, fit to be drawn.
func (l *pilotLine) name() string {
	if name := canvas.Clean(l.Name); name != "" {
		return name
	}
	return fmt.Sprintf("pilot %d", l.ID)
}
