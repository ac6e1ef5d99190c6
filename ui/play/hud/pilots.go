package hud

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// PilotsPage lists the pilots and spectators, to mute them.
type PilotsPage struct {
	chosen uint16 // id of the pilot that Enter mutes
	scroll Scroll
	list   []pilotLine // as last drawn
}

// pilotLine is a pilot or spectator in the match, or a muted one that has left.
type pilotLine struct {
	proto.Pilot
	self, left bool
}

// The columns of the page.
const (
	pilotsWidth   = 58
	pilotNameAt   = 2
	pilotKindAt   = 28
	pilotPingEnds = 42
	pilotMutedAt  = 44
)

// Key moves and mutes, and reports whether the key does.
func (p *PilotsPage) Key(ev input.Event, hidden *model.Mutes) bool {
	at := p.at()
	switch {
	case ev.Key == input.KeyEnter, ev.Character() == 'm':
		if at < len(p.list) && !p.list[at].self {
			hidden.Toggle(p.list[at].ID, p.list[at].Name)
		}
		return true
	case ev.Key == input.KeyHome:
		at = 0
	case ev.Key == input.KeyEnd:
		at = len(p.list) - 1
	case ev.Key == input.KeyUp:
		at--
	case ev.Key == input.KeyDown:
		at++
	case ev.Key == input.KeyPgUp:
		at -= p.scroll.step()
	case ev.Key == input.KeyPgDn:
		at += p.scroll.step()
	default:
		return false
	}
	if len(p.list) > 0 {
		p.chosen = p.list[min(max(at, 0), len(p.list)-1)].ID
	}
	return true
}

// at returns the place of the chosen pilot in the list.
func (p *PilotsPage) at() int {
	return max(slices.IndexFunc(p.list, func(l pilotLine) bool { return l.ID == p.chosen }), 0)
}

func (p *PilotsPage) Draw(s *canvas.Sheet, m *model.Match) {
	p.read(m.View, m.Mutes)
	a := s.Middle(pilotsWidth, len(p.list)+3)
	in := s.Panel(a, "pilots")
	verb := "mutes"
	if m.Mutes.Has(p.chosen) {
		verb = "unmutes"
	}
	s.Foot(a, "↑↓ choose   Enter "+verb+"   Esc back")
	s.Text(in.X+pilotNameAt, in.Y, "name", canvas.LabelInk)
	s.Right(in.X+pilotPingEnds, in.Y, "ping", canvas.LabelInk)
	chosen := p.at()
	p.scroll.fit(len(p.list), in.Height-1)
	p.scroll.show(chosen)
	for i := p.scroll.at; i < len(p.list) && i < p.scroll.at+in.Height-1; i++ {
		p.list[i].draw(s, m, in, 1+i-p.scroll.at, i == chosen)
	}
}

// read lists the player first, then players, bots, and the muted that have left.
func (p *PilotsPage) read(v *net.View, hidden *model.Mutes) {
	p.list = p.list[:0]
	for _, pilot := range v.Roster {
		p.list = append(p.list, pilotLine{Pilot: pilot, self: isPlayer(v, &pilot)})
	}
	for _, who := range hidden.List {
		id := who.IDs[len(who.IDs)-1]
		if !slices.ContainsFunc(v.Roster, func(p proto.Pilot) bool { return p.ID == id }) {
			p.list = append(p.list, pilotLine{Pilot: proto.Pilot{ID: id, Slot: proto.NoSlot, Name: who.Name}, left: true})
		}
	}
	slices.SortStableFunc(p.list, func(a, b pilotLine) int { return cmp.Compare(a.place(), b.place()) })
}

func isPlayer(v *net.View, pilot *proto.Pilot) bool {
	if v.Me >= 0 {
		return int(pilot.Slot) == v.Me
	}
	return pilot.ID == v.Pilot
}

func (l *pilotLine) place() int {
	switch {
	case l.self:
		return 0
	case l.left:
		return 3
	case l.Flags&(proto.BotPilot|proto.Away) == proto.BotPilot:
		return 2
	}
	return 1
}

func (l *pilotLine) kind() string {
	switch {
	case l.self:
		return "you"
	case l.left:
		return "left"
	case l.Flags&proto.Away != 0:
		return "away"
	case l.Flags&proto.BotPilot != 0:
		if like, ok := net.Personality(&l.Pilot); ok {
			return like.String()
		}
		return "bot"
	case l.Slot == proto.NoSlot:
		return "spectator"
	}
	return "player"
}

func (l *pilotLine) draw(s *canvas.Sheet, m *model.Match, in canvas.Area, row int, chosen bool) {
	y, ink := in.Y+row, canvas.TextInk
	if chosen {
		s.Fill(in.X-1, y, in.Width+2, 1, canvas.PanelMarked)
		s.Text(in.X, y, "►", canvas.Accent)
		ink = canvas.Strong
	}
	s.CutText(in.X+pilotNameAt, y, l.name(), pilotKindAt-pilotNameAt-1, ink)
	s.Text(in.X+pilotKindAt, y, l.kind(), canvas.LabelInk)
	if l.Ping > 0 {
		s.Right(in.X+pilotPingEnds, y, strconv.Itoa(int(l.Ping)), canvas.LabelInk)
	}
	if m.Mutes.Has(l.ID) {
		s.Text(in.X+pilotMutedAt, y, "muted", canvas.Bad)
	}
}

// name returns the pilot's name, clean.
func (l *pilotLine) name() string {
	if name := canvas.Clean(l.Name); name != "" {
		return name
	}
	return fmt.Sprintf("pilot %d", l.ID)
}

// Scroll is the position of a list that is longer than its area.
type Scroll struct {
	at   int // items above the place
	page int // items in it
	Most int
}

// fit sets the number of items and of rows.
func (s *Scroll) fit(items, place int) {
	s.page = max(place, 1)
	s.Most = max(items-s.page, 0)
	s.at = min(s.at, s.Most)
}

// Key scrolls, and reports whether the key does.
func (s *Scroll) Key(k input.Key) bool {
	switch k {
	case input.KeyUp:
		s.move(-1)
	case input.KeyDown:
		s.move(1)
	case input.KeyPgUp:
		s.move(-s.step())
	case input.KeyPgDn:
		s.move(s.step())
	case input.KeyHome:
		s.at = 0
	case input.KeyEnd:
		s.at = s.Most
	default:
		return false
	}
	return true
}

// step is the rows of a page: one stays, as the own line may cover it.
func (s *Scroll) step() int { return max(s.page-1, 1) }

func (s *Scroll) move(by int) { s.at = min(max(s.at+by, 0), s.Most) }

// show scrolls an item into view.
func (s *Scroll) show(item int) {
	s.at = min(max(s.at, item-s.page+1), max(item, 0))
}
