package game

// Step moves the World on by one tick, in which the orders hold. What happens
// is added to events, which may be nil.
func (w *World) Step(s *Setup, orders []Order, events *Events) {
	w.Tick++
	for i := range orders {
		w.apply(s, &orders[i], events)
	}
	if w.Status != InProgress {
		return
	}
	w.spawnShips(s, events)
	w.flyShips(s, events)

	ships := w.shipSectors()
	w.bumpShips(s, &ships, events)
	w.fireShots(s, events)
	w.flyShots(s, &ships, events)
	w.driftBarrels(s)
	w.tendItems(s, &ships, events)
	if tick := s.Mode.rules().tick; tick != nil {
		tick(w, s, events)
	}
	w.judge(s, events)
}

// apply does what an order says if it makes sense for its slot.
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
		if ship.State == Empty && choosable(s, o) {
			*ship = Ship{State: Dead, Team: o.Team, Facing: Up}
			ship.choose(o)
		}
	case OrderLeave:
		w.leave(o.Slot)
	case OrderChoose:
		if ship.State != Empty && choosable(s, o) {
			ship.choose(o)
		}
	}
}

// leave empties the slot, and removes it from the attackers of all ships.
func (w *World) leave(slot uint8) {
	w.Ships[slot] = Ship{}
	w.Shots[slot] = [MaxShots]Shot{}
	for i := range w.Ships {
		for k := range w.Ships[i].Attackers {
			if a := &w.Ships[i].Attackers[k]; a.Slot == slot {
				*a = Attacker{}
			}
		}
	}
}

// choosable reports whether class, weapon and team of the order exist.
func choosable(s *Setup, o *Order) bool {
	return int(o.Class) < len(s.Classes) && int(o.Weapon) < len(s.Weapons) && s.Mode.HasTeam(o.Team)
}

// start begins the match.
func (w *World) start(s *Setup) {
	w.Status, w.Started = InProgress, w.Tick
	if start := s.Mode.rules().start; start != nil {
		start(w, s)
	}
}

// judge ends the match at its limits, and when its mode says so.
func (w *World) judge(s *Setup, events *Events) {
	r := s.Mode.rules()
	late := s.TimeLimit > 0 && w.Tick-w.Started >= s.TimeLimit
	won := s.ScoreLimit > 0 && r.best(w) >= s.ScoreLimit
	if late || won || r.over != nil && r.over(w, s) {
		w.close(events)
	}
}

func (w *World) close(events *Events) {
	if w.Status != Closed {
		w.Status = Closed
		events.add(Event{Kind: EventClose})
	}
}
