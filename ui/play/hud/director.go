package hud

import (
	"sort"
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/ui/play/model"
)

// director chooses whom to look at. What a match comes to stands in the file, so a director is there before it happens.
type director struct {
	moments []playback.Moment
	slot    int       // that is shown, or -1
	since   time.Time // when that was chosen
	looked  time.Time // when it was last thought about
	gone    time.Time // since when its ship is gone; zero while it is there
}

const (
	shot      = 3 * time.Second         // the least time that one ship is shown
	mourning  = 1200 * time.Millisecond // at the wreck of the one shown, if that is sooner
	thinkTime = 200 * time.Millisecond

	ahead  = 4 * game.TickRate // how far a director looks ahead
	behind = game.TickRate     // for how long what happened is worth to be looked at
	close  = 160 * game.One    // at what distance foes begin to matter
)

// How much it is worth to look at a ship.
const (
	forKill    = 100 // that it will make, or made just now
	forEnd     = 35  // that it will come to
	forDeed    = 120 // for its side: a capture, the finish
	forCarrier = 70
	forLead    = 25 // in a race
	forFoe     = 40 // close to it
	forStay    = 20 // it is what is shown
)

// choose returns whom to look at, or -1 for nobody.
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

// watchShip notes when the ship that is shown is gone.
func (d *director) watchShip(m *model.Match, now time.Time) {
	switch {
	case d.slot < 0:
	case m.Flying(d.slot) != nil:
		d.gone = time.Time{}
	case d.gone.IsZero():
		d.gone = now
	}
}

// best returns the ship that it is worth most to look at.
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

// foresee adds what each ship will do and come to, or just did: the sooner the more.
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

// ofFight is what the nearest foe is worth: the nearer the more.
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

// ofMode is what the ship is worth by what the match is about.
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
