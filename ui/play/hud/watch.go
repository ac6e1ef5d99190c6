package hud

import (
	"sort"
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/proto/replay"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Watch plays a recorded match: its keys, the time line, and a director for the camera.
type Watch struct {
	match    *playback.Playback
	player   string // the viewer's pilot; "": none
	chosen   bool   // by the viewer; the director must not change it
	directed bool   // the director chose the current ship
	director director
	line     line
}

// NewWatch returns the playback of m. It follows the pilot named own, otherwise the fight.
func NewWatch(m *playback.Playback, own string) *Watch {
	return &Watch{match: m, player: own, director: director{moments: m.Moments(), slot: -1}}
}

// See turns the camera to the ship to show.
func (w *Watch) See(m *model.Match, now time.Time, c *scene.Camera) {
	w.directed = false
	if w.chosen || c.Free() {
		return
	}
	if slot := w.playerSlot(m); slot >= 0 {
		c.Choose(slot)
		return
	}
	w.directed = true
	if slot := w.director.choose(m, now, w.match.Backwards()); slot >= 0 {
		c.Choose(slot)
	}
}

// playerSlot returns the slot of the viewer's pilot while it is followed and in the round, or -1.
func (w *Watch) playerSlot(m *model.Match) int {
	if w.player == "" {
		return -1
	}
	for i := range m.Roster {
		if p := &m.Roster[i]; p.Name == w.player && int(p.Slot) < len(m.World.Ships) && m.World.Ships[p.Slot].State != game.Empty && !m.OutOfRound(int(p.Slot)) {
			return int(p.Slot)
		}
	}
	return -1
}

const jumpTime = 5 * time.Second

// Key handles a key of a recorded match, and reports whether it was one. ranks are the slots, the best first.
func (w *Watch) Key(ev input.Event, does input.Action, m *model.Match, ranks []int, c *scene.Camera) bool {
	return w.travel(ev, c.Free()) || ev.Kind == input.Press && w.once(ev, c) || w.selectShip(ev, does, m, ranks, c)
}

// travel handles a key that moves in time. A free camera uses the arrows itself.
func (w *Watch) travel(ev input.Event, free bool) bool {
	p := w.match
	switch {
	case ev.Key == input.KeyLeft && !free, ev.Character() == 'j':
		p.Jump(-jumpTime)
	case ev.Key == input.KeyRight && !free, ev.Character() == 'l':
		p.Jump(jumpTime)
	case ev.Key == input.KeyHome:
		p.SeekTo(p.First())
	case ev.Key == input.KeyEnd:
		p.SeekTo(p.Last())
	case ev.Key == ',':
		p.Nudge(true)
	case ev.Key == '.':
		p.Nudge(false)
	case ev.Key == '[':
		p.Slower()
	case ev.Key == ']':
		p.Faster()
	case ev.Key == 'n':
		w.leap(false)
	case ev.Key == 'N':
		w.leap(true)
	default:
		return false
	}
	return true
}

// once handles a key that must not repeat.
func (w *Watch) once(ev input.Event, c *scene.Camera) bool {
	p := w.match
	switch {
	case ev.Key == input.Space, ev.Character() == 'k':
		p.Play(!p.Playing())
	case ev.Character() == 'r':
		p.Reverse(!p.Backwards())
		p.Play(true)
	case ev.Character() == 'd':
		w.player, w.chosen, w.director.slot = "", false, -1
		c.Leave()
	case ev.Key == input.KeyBackspace:
		p.Normal()
	default:
		return false
	}
	return true
}

// selectShip handles a key that selects a ship.
func (w *Watch) selectShip(ev input.Event, does input.Action, m *model.Match, ranks []int, c *scene.Camera) bool {
	if n := int(ev.Character() - '1'); n >= 0 && n < 9 {
		if n < len(ranks) {
			w.player, w.chosen = "", true
			c.Choose(ranks[n])
		}
		return true
	}
	if does >= input.UpLeft && does <= input.DownRight || !c.WatchKey(ev, does, m.World, m.Setup.Arena) {
		return false
	}
	if !c.Free() && ev.Character() != 'c' && ev.Character() != 'v' {
		w.player, w.chosen = "", true // another ship
	}
	return true
}

// beforeKill is how long before a kill a jump lands.
const beforeKill = 3 * game.TickRate

// leap jumps to the next or previous mark or kill.
func (w *Watch) leap(back bool) {
	p, at := w.match, w.match.Tick()
	list := p.Moments()
	if back {
		for i := len(list) - 1; i >= 0; i-- {
			if t, ok := lead(&list[i], p.First()); ok && t+beforeKill/3 < at {
				p.SeekTo(t)
				return
			}
		}
		p.SeekTo(p.First())
		return
	}
	for i := range list {
		if t, ok := lead(&list[i], p.First()); ok && t > at {
			p.SeekTo(t)
			return
		}
	}
}

// lead returns the tick to jump to for a moment, if it deserves a jump.
func lead(m *replay.Note, first game.Tick) (t game.Tick, ok bool) {
	switch {
	case m.Kind == replay.NoteMark:
		return m.Tick, m.Tick >= first
	case m.Deed.Kind == game.EventStart, m.Deed.Kind == game.EventClose:
		return 0, false
	}
	return max(m.Tick, beforeKill+first) - beforeKill, true
}

// director chooses the ship to show. The file holds the whole match, so it looks ahead.
type director struct {
	moments []replay.Note
	slot    int       // shown, or -1
	since   time.Time // when slot was chosen
	checked time.Time // when the choice was last checked
	lostAt  time.Time // when its ship was lost; zero while it flies
}

const (
	shot      = 3 * time.Second         // shortest time on one ship
	mourning  = 1200 * time.Millisecond // longest time at a wreck
	thinkTime = 200 * time.Millisecond

	ahead  = 4 * game.TickRate // how far a director looks ahead
	behind = game.TickRate     // how long an event stays of interest
	close  = 160 * game.One    // distance from which foes count
)

// Points for showing a ship.
const (
	forKill    = 100 // that it makes soon, or has just made
	forEnd     = 35  // that it suffers
	forDeed    = 120 // for its side: a capture, the finish
	forCarrier = 70
	forLead    = 25 // in a race
	forFoe     = 40 // nearby
	forStay    = 20 // already shown
)

// choose returns the slot to show, or -1.
func (d *director) choose(m *model.Match, now time.Time, backwards bool) int {
	if m.Jumped && !backwards {
		d.slot, d.checked = -1, time.Time{}
	}
	d.watchShip(m, now)
	if d.slot >= 0 && (now.Sub(d.checked) < thinkTime || now.Sub(d.since) < shot && (d.lostAt.IsZero() || now.Sub(d.lostAt) < mourning)) {
		return d.slot
	}
	d.checked = now
	if best := d.best(m); best >= 0 && best != d.slot {
		d.slot, d.since, d.lostAt = best, now, time.Time{}
	}
	return d.slot
}

// watchShip notes the loss of the shown ship.
func (d *director) watchShip(m *model.Match, now time.Time) {
	switch {
	case d.slot < 0:
	case m.Flying(d.slot) != nil:
		d.lostAt = time.Time{}
	case d.lostAt.IsZero():
		d.lostAt = now
	}
}

// best returns the ship of most interest.
func (d *director) best(m *model.Match) int {
	var worth [game.MaxShips]int
	d.foresee(m, &worth)
	best := -1
	for slot := range worth {
		if m.Flying(slot) == nil || m.OfDrones(slot) {
			continue
		}
		worth[slot] += ofFight(m, slot) + ofMode(m, slot)
		if slot == d.slot {
			worth[slot] += forStay
		}
		if best < 0 || worth[slot] > worth[best] {
			best = slot
		}
	}
	return best
}

// foresee adds points for events soon or just past: the sooner, the more.
func (d *director) foresee(m *model.Match, worth *[game.MaxShips]int) {
	now := int(m.World.Tick)
	from := sort.Search(len(d.moments), func(i int) bool { return int(d.moments[i].Tick) > now-behind })
	for i := range d.moments[from:] {
		moment := &d.moments[from+i]
		left := int(moment.Tick) - now
		if left > ahead {
			return
		}
		soon := ahead - max(left, 0)/2
		add := func(slot uint8, points int) {
			if slot < game.MaxShips {
				worth[slot] += points * soon / ahead
			}
		}
		switch deed := &moment.Deed; {
		case deed.Kind == game.EventKill && deed.By != deed.Slot:
			add(deed.By, forKill)
			add(deed.Slot, forEnd)
		case deed.Kind == game.EventKill:
			add(deed.Slot, forEnd)
		case deed.Kind == game.EventCapture, deed.Kind == game.EventFinish:
			add(deed.Slot, forDeed)
		}
	}
}

// ofFight returns points for the nearest foe.
func ofFight(m *model.Match, slot int) int {
	nearest := int32(close)
	own := &m.World.Ships[slot]
	for i := range m.World.Ships {
		if other := &m.World.Ships[i]; other.State == game.Flying && m.Foes(slot, i) {
			nearest = min(nearest, max(abs(other.X-own.X), abs(other.Y-own.Y)))
		}
	}
	return int(forFoe * (close - nearest) / close)
}

// ofMode returns points for the goal of the mode.
func ofMode(m *model.Match, slot int) int {
	switch m.Setup.Mode {
	case game.CaptureOrb:
		if carrier, held := m.World.Orb.Held(); held && carrier == slot {
			return forCarrier
		}
	case game.Race:
		if slot < game.MaxRacers {
			r := &m.World.Racers[slot]
			if r.Done > 0 {
				return -forCarrier
			}
			return forLead * (int(r.Lap)*game.MaxGates + int(r.Gate)) / game.MaxGates
		}
	}
	return 0
}

func abs(n int32) int32 { return max(n, -n) }
