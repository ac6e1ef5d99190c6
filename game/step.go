package game

// Step applies the orders and moves the World on by one tick. It adds to
// events, which may be nil.
func (w *World) Step(s *Setup, orders []Order, events *Events) {
	w.Tick++
	for i := range orders {
		w.apply(s, &orders[i], events)
	}
	if w.Status != InProgress {
		return
	}
	manned := w.manned()
	w.spawnShips(s, manned, events)
	w.flyShips(s, manned, events)

	ships := w.shipSectors(manned)
	if !s.Mode.rules().passing {
		w.bumpShips(s, &ships, events)
	}
	w.fireShots(s, &ships, events)
	w.flyShots(s, manned, &ships, events)
	w.driftBarrels(s)
	w.tendItems(s, &ships, events)
	if tick := s.Mode.rules().tick; tick != nil {
		tick(w, s, events)
	}
	w.judge(s, events)
}

// manned returns the set of slots in use. Most matches use few of the 64.
func (w *World) manned() (set uint64) {
	for i := range w.Ships {
		if w.Ships[i].State != Empty {
			set |= 1 << i
		}
	}
	return set
}

// apply applies an order if it makes sense for its slot.
func (w *World) apply(s *Setup, o *Order, events *Events) {
	switch o.Kind {
	case OrderStart:
		if w.Status == Waiting {
			w.start(s)
			events.add(Event{Kind: EventStart})
		}
		return
	case OrderClose:
		w.close(events)
		return
	}
	if o.Slot >= MaxShips {
		return
	}
	ship := &w.Ships[o.Slot]
	switch o.Kind {
	case OrderInput:
		if ship.State != Empty && o.Input.Valid() {
			ship.Input = o.Input
		}
	case OrderJoin:
		if ship.State == Empty && int(o.Slot) < s.Mode.Pilots() && choosable(s, o) {
			*ship = Ship{State: Dead, Team: o.Team, Facing: Up}
			ship.choose(o)
		}
	case OrderLeave:
		w.leave(s, o.Slot, events)
	case OrderChoose:
		if ship.State != Empty && choosable(s, o) {
			ship.choose(o)
		}
	}
}

// leave empties the slot and removes it from the attackers of all ships and the
// prey of all shots.
func (w *World) leave(s *Setup, slot uint8, events *Events) {
	if leave := s.Mode.rules().leave; leave != nil && w.Ships[slot].State != Empty {
		leave(w, s, int(slot), events)
	}
	w.Ships[slot] = Ship{}
	w.Shots[slot] = [MaxShots]Shot{}
	for i := range w.Ships {
		for k := range w.Ships[i].Attackers {
			if a := &w.Ships[i].Attackers[k]; a.Slot == slot {
				*a = Attacker{}
			}
		}
		for k := range w.Shots[i] {
			if w.Shots[i][k].Prey == slot+1 {
				w.Shots[i][k].Prey = 0
			}
		}
	}
}

// choosable reports whether pilots can have the class, weapon and team of the order.
func choosable(s *Setup, o *Order) bool {
	return s.PilotClass(o.Class) && s.PilotWeapon(o.Weapon) && s.HasTeam(o.Team)
}

// start begins the match.
func (w *World) start(s *Setup) {
	w.Status, w.Started = InProgress, w.Tick
	if start := s.Mode.rules().start; start != nil {
		start(w, s)
	}
}

// judge ends the match at its limits, or if its mode ends it.
func (w *World) judge(s *Setup, events *Events) {
	late := s.TimeLimit > 0 && w.Tick-w.Started >= s.TimeLimit && !w.Overtime(s)
	won := s.ScoreLimit > 0 && s.best(w) >= s.ScoreLimit
	over := s.Mode.rules().over
	if late || won || over != nil && over(w, s) {
		w.close(events)
	}
}

// Overtime reports whether the match continues after its time limit, in a mode that
// needs a side to be ahead.
func (w *World) Overtime(s *Setup) bool {
	overtime := s.Mode.rules().overtime
	return overtime != nil && w.Status == InProgress && s.TimeLimit > 0 && w.Tick-w.Started >= s.TimeLimit && overtime(w, s)
}

func (w *World) close(events *Events) {
	if w.Status != Closed {
		w.Status = Closed
		events.add(Event{Kind: EventClose})
	}
}

// Event is something that happened in a tick, for sparks, sounds and the kill feed.
// The rules do not read Events.
type Event struct {
	Kind EventKind
	Slot uint8 // that it happened to
	By   uint8 // that did it; the same as Slot if there is no other
	What uint8 // the weapon, ItemKind, team or number n in the comment of the Kind
	HP   uint8 // EventHit: taken; EventPickup: given; EventKill: left of By
	X, Y int32

	// FromX and FromY are the origin of an EventHit, EventBlock or EventKill: the place
	// where the shot was fired, the mine laid or the barrel exploded.
	FromX, FromY int32
}

// EventKind is the kind of an Event.

// EventKind is the kind of an Event.
type EventKind uint8

// The events.
const (
	EventShot   EventKind = 1  // Slot fired a weapon at X, Y
	EventSpark  EventKind = 2  // a shot of Slot ended on rock
	EventHit    EventKind = 3  // By's weapon took HP from Slot
	EventBlock  EventKind = 4  // Slot blocked By's weapon
	EventKill   EventKind = 5  // By's weapon destroyed Slot
	EventBlast  EventKind = 6  // a barrel exploded; Slot shot it
	EventPickup EventKind = 7  // Slot took an item
	EventSpawn  EventKind = 8  // Slot entered space
	EventBump   EventKind = 9  // Slot and By touched
	EventBoost  EventKind = 10 // Slot lit its afterburner
	EventStart  EventKind = 11 // the match began
	EventClose  EventKind = 12 // the match is over

	EventRound    EventKind = 13 // round n began
	EventRoundWon EventKind = 14 // Slot won a round for a team, 0 without teams; NoTeam for a draw
	EventOut      EventKind = 15 // Slot has no life left in this round
	EventTake     EventKind = 16 // Slot took the orb
	EventDrop     EventKind = 17 // Slot lost the orb
	EventHome     EventKind = 18 // the orb returned to its place
	EventCapture  EventKind = 19 // Slot brought the orb to its base
	EventGate     EventKind = 20 // Slot passed gate n
	EventLap      EventKind = 21 // Slot began lap n, from 0
	EventFinish   EventKind = 22 // Slot finished as number n
	EventWave     EventKind = 23 // wave n began
	EventRepelled EventKind = 24 // wave n was repelled
	EventJump     EventKind = 25 // Slot jumped
	EventShock    EventKind = 26 // a shockwave of Slot removed shots
	EventZone     EventKind = 27 // the zone begins to close around X, Y, for the nth time, from 0
)

// Causes that are no weapon, in place of its number.
const (
	BlastWeapon = 255 // a barrel exploded
	ZoneWeapon  = 254 // the ship was outside the zone
	WallWeapon  = 253 // it flew into a trail, or deadly rock
	RamWeapon   = 252 // it flew into a drone
)

// NoTeam is the team in the EventRoundWon of a draw.
const NoTeam = 255

// Factual reports whether the event changes scores or the pilots' knowledge of the
// match. Clients show these events once they are confirmed, all others as soon as
// they are predicted.
func (k EventKind) Factual() bool {
	switch k {
	case EventKill, EventPickup, EventSpawn, EventStart, EventClose,
		EventRound, EventRoundWon, EventOut, EventTake, EventDrop, EventHome, EventCapture,
		EventLap, EventFinish, EventWave, EventRepelled:
		return true
	}
	return false
}

// Events collects events. A nil *Events drops them.
type Events struct {
	List []Event
}

func (e *Events) add(ev Event) {
	if e != nil {
		e.List = append(e.List, ev)
	}
}

// Order is one decision of the host for a tick. Besides time, only orders change a
// World. It applies those of a tick in the order given, and ignores any that make no
// sense for their slot.
type Order struct {
	Kind   OrderKind
	Slot   uint8
	Input  Input // OrderInput
	Class  uint8 // OrderJoin, OrderChoose
	Weapon uint8 // OrderJoin, OrderChoose
	Team   uint8 // OrderJoin, OrderChoose
}

// OrderKind is the kind of an Order.
type OrderKind uint8

// The orders.
const (
	OrderInput  OrderKind = 0 // the slot's pilot holds Input from now on
	OrderJoin   OrderKind = 1 // a ship takes the empty slot
	OrderLeave  OrderKind = 2 // the slot's ship and shots vanish
	OrderChoose OrderKind = 3 // class and weapon from the next spawn on; the team while Dead
	OrderStart  OrderKind = 4 // the waiting match begins
	OrderClose  OrderKind = 5 // the match ends
)
