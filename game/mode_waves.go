package game

import "fmt"

// waves: all together against waves of drones. The pilots share their lives; the match
// is over when none is left and no pilot flies, or when the last wave is repelled.
var waves = rules{
	name:    "waves",
	summary: "all together against waves of drones",
	fewest:  2,
	pilots:  8,
	drones:  true,
	time:    10*60*TickRate - 30*TickRate,
	plays:   roomForBosses,
	start:   func(w *World, s *Setup) { w.Assault = Assault{Timer: firstPause} },
	tick:    func(w *World, s *Setup, events *Events) { w.tendWaves(s, events) },
	enters:  takesLife,
	fly: func(w *World, s *Setup, slot int, events *Events) {
		if d := w.Drone(slot); d != nil {
			w.flyDrone(s, slot, d)
		} else {
			w.flyShip(s, slot, events)
		}
	},
	armour: func(w *World, s *Setup, slot int) bool { return w.Armoured(s, slot) },
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

// The teams.
const (
	pilotTeam = 1
	droneTeam = 2
)

// takesLife has a pilot who enters after the first wave began take one of the lives.
func takesLife(w *World, s *Setup, slot int) bool {
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

// bookWaves gives the points of a drone to the pilot who destroyed it.
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

// killWaves lets what hung on a drone go with it, and tells of a pilot who is out.
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
	for i := range w.Drones {
		if part := &w.Drones[i]; part.Wave != 0 && int(part.Link) == victim+1 {
			ship := &w.Ships[slotOf(i)]
			events.add(Event{Kind: EventKill, Slot: uint8(slotOf(i)), By: uint8(by), What: BlastWeapon, HP: w.Ships[by].HP, X: ship.X, Y: ship.Y, FromX: at.X, FromY: at.Y})
		}
	}
	w.dismiss(victim)
	w.leaveDrop(s, &was, at)
}

// leaveDrop leaves what the last one of a group does.
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

// leaveWaves gives the life of a pilot who flies back to the others.
func leaveWaves(w *World, s *Setup, slot int, events *Events) {
	if d := w.Drone(slot); d != nil {
		w.dismiss(slot)
	} else if slot < s.Mode.Pilots() && w.Ships[slot].State == Flying && w.Assault.Wave > 0 {
		w.Assault.Lives = min(w.Assault.Lives+1, maxSharedLives)
	}
}

// wavesOver reports whether the pilots have won or lost.
func wavesOver(w *World, s *Setup) bool {
	if w.campaignWon(s) {
		return true
	}
	if w.Assault.Wave == 0 || w.Assault.Lives > 0 || w.pilots(s) == 0 {
		return false
	}
	for i := range w.Ships[:s.Mode.Pilots()] {
		if w.Ships[i].State == Flying {
			return false
		}
	}
	return true
}

// campaignWon reports whether the last wave was repelled of a campaign that has one.
func (w *World) campaignWon(s *Setup) bool {
	return s.Campaign != nil && !s.Campaign.Endless && int(w.Assault.Wave) == len(s.Campaign.Waves) && w.Repelled(s)
}

// roomForBosses makes sure that there is a place for the largest boss.
func roomForBosses(s *Setup) error {
	const half = MaxBossSize / 2
	box := []Part{{X: -half, Y: -half}, {Y: -half}, {X: half, Y: -half}, {X: -half}, {X: half}, {X: -half, Y: half}, {Y: half}, {X: half, Y: half}}
	width, height := s.Arena.Size()
	if _, ok := s.Arena.roomFor(Point{width / 2, height / 2}, box); !ok {
		return fmt.Errorf("arena %s: no room for a boss: must have space of 8 by 8 tiles, got none", s.Arena.Name)
	}
	return nil
}
