package game

import "fmt"

// waves is all pilots together against waves of drones. They share their lives. The match ends
// when no life is left and no pilot flies, or when the last wave is repelled. It has no time limit:
// a wave that is not repelled costs the lives.
var waves = rules{
	name:    "waves",
	summary: "all together against waves of drones",
	fewest:  2,
	pilots:  8,
	state:   AssaultState,
	plays:   roomForBosses,
	start:   func(w *World, s *Setup) { w.Assault = Assault{Timer: firstPause} },
	tick:    (*World).tendWaves,
	enters:  usesLife,
	fly: func(w *World, s *Setup, slot int, events *Events) {
		if d := w.Drone(slot); d != nil {
			w.flyDrone(s, slot, d)
		} else {
			w.flyShip(s, slot, events)
		}
	},
	armour: (*World).Armoured,
	book:   bookWaves,
	kill:   killWaves,
	leave:  leaveWaves,
	over:   wavesOver,
	winner: func(w *World, s *Setup) Winner {
		if w.campaignWon(s) {
			return Winner{Decided: true, Team: pilotTeam}
		}
		return Winner{Decided: true, Team: droneTeam}
	},
}

const (
	pilotTeam = 1
	droneTeam = 2
)

// usesLife uses up a life for a pilot that enters after the first wave began.
func usesLife(w *World, s *Setup, slot int) bool {
	a := &w.Assault
	switch {
	case slot >= s.Mode.Pilots():
		return false
	case a.Wave == 0:
		return true
	case a.Lives == 0:
		return false
	}
	a.Lives--
	return true
}

// bookWaves gives the points of a drone to its destroyer.
func bookWaves(w *World, s *Setup, victim, by int) {
	if w.Drone(victim) == nil || w.Ships[by].Team != pilotTeam {
		w.Ships[victim].Deaths++
		return
	}
	w.Ships[by].Kills++
	if k := s.Kind(w.Ships[victim].Class); k != nil {
		w.award(s, by, int32(k.Points))
	}
}

// killWaves destroys the parts of a drone with it, and reports a pilot that is out.
func killWaves(w *World, s *Setup, victim, by int, events *Events) {
	d := w.Drone(victim)
	if d == nil {
		if victim < s.Mode.Pilots() && w.Assault.Lives == 0 && w.Assault.Wave > 0 {
			events.add(Event{Kind: EventOut, Slot: uint8(victim), By: uint8(by)})
		}
		return
	}
	was := *d
	at := Point{w.Ships[victim].X, w.Ships[victim].Y}
	for slot := range w.parts(victim) {
		ship := &w.Ships[slot]
		events.add(Event{Kind: EventKill, Slot: uint8(slot), By: uint8(by), What: BlastWeapon, HP: w.Ships[by].HP, X: ship.X, Y: ship.Y, FromX: at.X, FromY: at.Y})
	}
	w.dismiss(victim)
	w.leaveDrop(s, &was, at)
}

// leaveDrop leaves the drop of a group if the drone was the last of it.
func (w *World) leaveDrop(s *Setup, d *Drone, at Point) {
	group := w.groupOf(s, d)
	if group == nil || group.Drop == NoItem || d.Link != 0 || d.Wave != w.Assault.Wave ||
		w.Assault.Sent[d.Group] < w.groupSize(s, int(d.Group)) {
		return
	}
	for i := range w.Drones {
		if other := &w.Drones[i]; other.Wave == d.Wave && other.Group == d.Group {
			return
		}
	}
	w.place(s, group.Drop, at)
}

// leaveWaves returns the life of a flying pilot to the others.
func leaveWaves(w *World, s *Setup, slot int, events *Events) {
	if d := w.Drone(slot); d != nil {
		w.dismiss(slot)
	} else if slot < s.Mode.Pilots() && w.Ships[slot].State == Flying && w.Assault.Wave > 0 {
		w.restoreLives(s, 1)
	}
}

// wavesOver reports whether the pilots have won or lost.
func wavesOver(w *World, s *Setup) bool {
	if w.campaignWon(s) {
		return true
	}
	switch {
	case w.Assault.Wave == 0 || w.Assault.Lives > 0:
		return false
	case w.Besieged():
		return true
	case w.pilots(s) == 0:
		return false
	}
	for i := range w.Ships[:s.Mode.Pilots()] {
		if w.Ships[i].State == Flying {
			return false
		}
	}
	return true
}

// campaignWon reports whether the last wave was repelled.
func (w *World) campaignWon(s *Setup) bool {
	return s.Campaign != nil && !s.Campaign.Endless && int(w.Assault.Wave) == len(s.Campaign.Waves) && w.Repelled(s)
}

// roomForBosses requires a place for the largest boss.
func roomForBosses(s *Setup) error {
	const half = MaxBossSize / 2
	box := []Part{{X: -half, Y: -half}, {Y: -half}, {X: half, Y: -half}, {X: -half}, {X: half}, {X: -half, Y: half}, {Y: half}, {X: half, Y: half}}
	width, height := s.Arena.Size()
	if _, ok := s.Arena.roomFor(Point{width / 2, height / 2}, box); !ok {
		return fmt.Errorf("arena %s: no room for a boss: must have space of 8 by 8 tiles, got none", s.Arena.Name)
	}
	return nil
}
