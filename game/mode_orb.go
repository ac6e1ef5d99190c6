package game

import "fmt"

// Orb is the one that teams fight for. While a ship carries it, it is where the ship is.
type Orb struct {
	X, Y    int32
	Carrier uint8  // the slot that has it, and one; 0 for none
	Timer   uint16 // lying away from home: until it is back there; at home: until it can be taken
}

// Held returns the slot of the ship that carries the orb, and whether there is one.
func (o *Orb) Held() (slot int, ok bool) { return int(o.Carrier) - 1, o.Carrier > 0 }

// AtHome reports whether the orb lies where it begins.
func (o *Orb) AtHome(s *Setup) bool {
	return o.Carrier == 0 && o.X == s.Arena.Middle.X && o.Y == s.Arena.Middle.Y
}

// Free reports whether a ship that touches the orb now takes it.
func (o *Orb) Free(s *Setup) bool { return o.Carrier == 0 && (o.Timer == 0 || !o.AtHome(s)) }

// goHome puts the orb where it begins, to be taken after some ticks.
func (o *Orb) goHome(s *Setup, wait uint16) {
	*o = Orb{X: s.Arena.Middle.X, Y: s.Arena.Middle.Y, Timer: wait}
}

func (o *Orb) hash(h *hash) {
	h.pair(o.X, o.Y)
	h.add(uint64(o.Carrier)<<16 | uint64(o.Timer))
}

// captureOrb: one orb, which teams carry to their bases. Only that counts for a team; what a
// pilot does else counts for the pilot.
var captureOrb = rules{
	name:     "orb",
	summary:  "carry the orb to your team's base",
	fewest:   2,
	most:     MaxTeams,
	own:      true,
	oneOrb:   true,
	time:     6 * 60 * TickRate,
	score:    5,
	plays:    basesForAll,
	start:    func(w *World, s *Setup) { w.Orb.goHome(s, 0) },
	tick:     tendOrb,
	entry:    enterAtHome,
	topSpeed: carrierSpeed,
	fires:    carrierFires,
	kill:     func(w *World, s *Setup, victim, by int, events *Events) { w.dropOrb(s, victim, events) },
	leave:    func(w *World, s *Setup, slot int, events *Events) { w.dropOrb(s, slot, events) },
	goesOn:   orbGoesOn,
}

// basesForAll refuses an arena in which a team has nowhere to carry the orb to.
func basesForAll(s *Setup) error {
	for team := uint8(1); int(team) <= s.Teams(); team++ {
		if !s.Arena.HasBase(team) {
			return fmt.Errorf("arena %s has no base for team %c: must have tiles '%c' or '%c'", s.Arena.Name, 'A'+team-1, 'A'+team-1, '0'+team)
		}
	}
	return nil
}

// tendOrb lets the orb be carried and captured, taken, or go home.
func tendOrb(w *World, s *Setup, events *Events) {
	o := &w.Orb
	if slot, held := o.Held(); held {
		ship := &w.Ships[slot]
		o.X, o.Y = ship.X, ship.Y
		if s.Arena.InBase(ship.Team, ship.X, ship.Y) {
			w.capture(s, slot, events)
		}
		return
	}
	if o.Free(s) {
		if slot := w.nearestTaker(); slot >= 0 {
			w.takeOrb(slot, events)
			return
		}
	}
	if countDown(&o.Timer); o.Timer == 0 && !o.AtHome(s) {
		o.goHome(s, 0)
		events.add(Event{Kind: EventHome, X: o.X, Y: o.Y})
	}
}

// nearestTaker returns the slot of the nearest ship that touches the orb, or -1. Of two that
// are as near, chance decides.
func (w *World) nearestTaker() int {
	nearest, taker := int64(1)<<62, -1
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State != Flying || !within(ship.X-w.Orb.X, ship.Y-w.Orb.Y, ShipRadius+orbRadius) {
			continue
		}
		dx, dy := int64(ship.X-w.Orb.X), int64(ship.Y-w.Orb.Y)
		if d := dx*dx + dy*dy; d < nearest || d == nearest && w.Rand.Below(2) == 0 {
			nearest, taker = d, i
		}
	}
	return taker
}

// takeOrb gives the orb to a ship, which nothing protects from then on but its shield.
func (w *World) takeOrb(slot int, events *Events) {
	ship := &w.Ships[slot]
	w.Orb = Orb{X: ship.X, Y: ship.Y, Carrier: uint8(slot + 1)}
	ship.Protect = 0
	events.add(Event{Kind: EventTake, Slot: uint8(slot), By: uint8(slot), X: ship.X, Y: ship.Y})
}

// dropOrb leaves the orb where the ship in the slot is, if that has it.
func (w *World) dropOrb(s *Setup, slot int, events *Events) {
	if int(w.Orb.Carrier) != slot+1 {
		return
	}
	w.Orb = Orb{X: w.Ships[slot].X, Y: w.Ships[slot].Y}
	if !w.Orb.AtHome(s) {
		w.Orb.Timer = orbLies
	}
	events.add(Event{Kind: EventDrop, Slot: uint8(slot), By: uint8(slot), X: w.Orb.X, Y: w.Orb.Y})
}

// capture counts that a ship brought the orb to its base, and helped those of its team that
// flew with it.
func (w *World) capture(s *Setup, slot int, events *Events) {
	ship := &w.Ships[slot]
	w.TeamScores[ship.Team]++
	w.award(s, slot, captureScore)
	for i := range w.Ships {
		mate := &w.Ships[i]
		if i != slot && mate.State == Flying && mate.Team == ship.Team && within(mate.X-ship.X, mate.Y-ship.Y, escortRange) {
			mate.Assists++
			w.award(s, i, assistScore)
		}
	}
	w.Orb.goHome(s, orbRests)
	events.add(Event{Kind: EventCapture, Slot: uint8(slot), By: uint8(slot), What: ship.Team, X: ship.X, Y: ship.Y})
}

// enterAtHome returns the safest of the spawns of the ship's team, wherever the fight is.
func enterAtHome(w *World, s *Setup, slot int) (Point, Course) {
	ship := &w.Ships[slot]
	at := w.safestOf(s, ship, s.spawns(ship.Team), func(Point) bool { return true })
	return at, s.Arena.inward(at)
}

// carrierSpeed slows down the ship that has the orb, whose afterburner gives it no more than
// what it could fly without.
func carrierSpeed(w *World, s *Setup, slot int, top int32) int32 {
	if int(w.Orb.Carrier) != slot+1 {
		return top
	}
	return min(top*carrierPercent/100, s.Classes[w.Ships[slot].Class].TopSpeed)
}

// carrierFires keeps the ship that has the orb from firing a heavy gun.
func carrierFires(w *World, s *Setup, slot int) bool {
	return int(w.Orb.Carrier) != slot+1 || s.Weapons[w.Ships[slot].Weapon].Damage < heavyDamage
}

// orbGoesOn lets a match that is even at the time limit go on until the next capture, for a
// while.
func orbGoesOn(w *World, s *Setup) bool {
	best, shared := s.best(w), 0
	for team := 1; team <= s.Teams(); team++ {
		if w.TeamScores[team] == best {
			shared++
		}
	}
	return shared > 1 && w.Tick-w.Started < s.TimeLimit+orbOvertime
}
