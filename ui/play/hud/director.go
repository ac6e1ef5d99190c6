package hud

import (
	"sort"
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/ui/play/model"
)

// director chooses the ship to show. The file holds the whole match, so it looks ahead.
type director struct {
	moments []playback.Moment
	slot    int       // shown, or -1
	since   time.Time // when slot was chosen
	looked  time.Time // when the choice was last checked
	gone    time.Time // when its ship was lost; zero while it flies
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
		d.slot, d.looked = -1, time.Time{}
	}
	d.watchShip(m, now)
	if d.slot >= 0 && (now.Sub(d.looked) < thinkTime || now.Sub(d.since) < shot && (d.gone.IsZero() || now.Sub(d.gone) < mourning)) {
		return d.slot
	}
	d.looked = now
	if best := d.best(m); best >= 0 && best != d.slot {
		d.slot, d.since, d.gone = best, now, time.Time{}
	}
	return d.slot
}

// watchShip notes the loss of the shown ship.
func (d *director) watchShip(m *model.Match, now time.Time) {
	switch {
	case d.slot < 0:
	case m.Flying(d.slot) != nil:
		d.gone = time.Time{}
	case d.gone.IsZero():
		d.gone = now
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
		switch {
		case moment.Event == game.EventKill && moment.By != moment.Slot:
			add(moment.By, forKill)
			add(moment.Slot, forEnd)
		case moment.Event == game.EventKill:
			add(moment.Slot, forEnd)
		case moment.Event == game.EventCapture, moment.Event == game.EventFinish:
			add(moment.Slot, forDeed)
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
