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
