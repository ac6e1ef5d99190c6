package game

import "fmt"

// Orb is the orb that teams fight for. It moves with the ship that carries it.
type Orb struct {
	X, Y    int32
	Carrier uint8  // 1 + the slot of the ship that carries it; 0 for none
	Timer   uint16 // away from home: until it returns; at home: until it can be taken
}

// Held returns the slot of the ship that carries the orb, if any.
func (o *Orb) Held() (slot int, ok bool) { return int(o.Carrier) - 1, o.Carrier > 0 }

// AtHome reports whether the orb lies in its home place.
func (o *Orb) AtHome(s *Setup) bool {
	return o.Carrier == 0 && o.X == s.Arena.Middle.X && o.Y == s.Arena.Middle.Y
}

// Free reports whether the next ship to touch the orb takes it.
func (o *Orb) Free(s *Setup) bool { return o.Carrier == 0 && (o.Timer == 0 || !o.AtHome(s)) }

// goHome returns the orb to its home place, to be taken after a wait.
func (o *Orb) goHome(s *Setup, wait uint16) {
	*o = Orb{X: s.Arena.Middle.X, Y: s.Arena.Middle.Y, Timer: wait}
}

func (o *Orb) hash(h *hash) {
	h.pair(o.X, o.Y)
	h.add(uint64(o.Carrier)<<16 | uint64(o.Timer))
}

// captureOrb is one orb, which teams carry to their bases. Only captures score for a team;
// other points are the pilot's.
var captureOrb = rules{
	name:     "orb",
	summary:  "carry the orb to your team's base",
	fewest:   2,
	most:     MaxTeams,
	personal: true,
	state:    OrbState,
	time:     6 * 60 * TickRate,
	score:    5,
	plays:    basesForAll,
	start:    func(w *World, s *Setup) { w.Orb.goHome(s, 0) },
	tick:     tendOrb,
	entry:    enterAtHome,
	topSpeed: carrierSpeed,
	fires:    carrierFires,
	kill:     func(w *World, s *Setup, victim, by int, events *Events) { w.dropOrb(s, victim, events) },
	leave:    (*World).dropOrb,
	overtime: orbOvertime,
}

// basesForAll refuses an arena without a base for each team.
func basesForAll(s *Setup) error {
	for team := uint8(1); int(team) <= s.Teams(); team++ {
		if !s.Arena.HasBase(team) {
			return fmt.Errorf("arena %s has no base for team %c: must have tiles '%c' or '%c'", s.Arena.Name, 'A'+team-1, 'A'+team-1, '0'+team)
		}
	}
	return nil
}

// tendOrb moves the orb with its carrier and captures it, gives it to a ship, or returns it.
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
			w.pickUpOrb(slot, events)
			return
		}
	}
	if countDown(&o.Timer); o.Timer == 0 && !o.AtHome(s) {
		o.goHome(s, 0)
		events.add(Event{Kind: EventHome, X: o.X, Y: o.Y})
	}
}

// nearestTaker returns the slot of the nearest ship that touches the orb, or -1. Chance
// decides between equals.
func (w *World) nearestTaker() int {
	nearest, taker := int64(1)<<62, -1
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State != Flying || !within(ship.X-w.Orb.X, ship.Y-w.Orb.Y, ShipRadius+orbRadius) {
			continue
		}
		if d := distance2(Point{ship.X, ship.Y}, Point{w.Orb.X, w.Orb.Y}); d < nearest || d == nearest && w.Rand.Below(2) == 0 {
			nearest, taker = d, i
		}
	}
	return taker
}

// pickUpOrb gives the orb to a ship and ends its spawn protection.
func (w *World) pickUpOrb(slot int, events *Events) {
	ship := &w.Ships[slot]
	w.Orb = Orb{X: ship.X, Y: ship.Y, Carrier: uint8(slot + 1)}
	ship.Protect = 0
	events.add(Event{Kind: EventTake, Slot: uint8(slot), By: uint8(slot), X: ship.X, Y: ship.Y})
}

// dropOrb leaves the orb at the ship in the slot, if that carries it.
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

// capture scores for the ship that brought the orb to its base, and for the mates that
// escorted it.
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

// enterAtHome returns the safest of the team's spawns, wherever the fight is.
func enterAtHome(w *World, s *Setup, slot int) (Point, Course) {
	ship := &w.Ships[slot]
	at := w.safestOf(s, ship, s.spawns(ship.Team), func(Point) bool { return true })
	return at, s.Arena.inward(at)
}

// carrierSpeed slows down the carrier. Its afterburner takes it to the normal top speed at
// most.
func carrierSpeed(w *World, s *Setup, slot int, top int32) int32 {
	if int(w.Orb.Carrier) != slot+1 {
		return top
	}
	return min(top*carrierPercent/100, s.Classes[w.Ships[slot].Class].TopSpeed)
}

// carrierFires keeps the carrier from firing a heavy gun.
func carrierFires(w *World, s *Setup, slot int) bool {
	return int(w.Orb.Carrier) != slot+1 || s.Weapons[w.Ships[slot].Weapon].Damage < heavyDamage
}

// orbOvertime extends a match that is even at the time limit until the next capture, within
// maxOrbOvertime.
func orbOvertime(w *World, s *Setup) bool {
	best, shared := s.best(w), 0
	for team := 1; team <= s.Teams(); team++ {
		if w.TeamScores[team] == best {
			shared++
		}
	}
	return shared > 1 && w.Tick-w.Started < s.TimeLimit+maxOrbOvertime
}
