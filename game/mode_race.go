package game

import "fmt"

// race: checkpoints, laps, and boost lanes.
//
// The first checkpoint is the line. Ships stand behind it until they are let go, a lap begins
// where it is crossed, and is done when all others were passed in their order and it is crossed
// again. No ship is destroyed: what would hurt it takes its way off.
var race = rules{
	name:     "race",
	summary:  "checkpoints, laps, and boost lanes",
	pilots:   MaxRacers,
	time:     raceMost,
	plays:    racePlays,
	entry:    raceEntry,
	fly:      raceFly,
	topSpeed: raceTopSpeed,
	fires:    func(w *World, _ *Setup, _ int) bool { return w.Tick >= w.Heat.Go },
	hit:      raceHit,
	tick:     raceTick,
	leave:    raceLeave,
	over:     raceOver,
}

const (
	leastGates = 2

	gridTime = 3 * TickRate  // that ships are held after the last of them took its place,
	gridMost = 12 * TickRate // and after the first did
	raceLast = 30 * TickRate // that the others have when the first has finished
	raceRest = 4 * TickRate  // from the last to finish to the end
	raceMost = 540 * TickRate

	raceTop   = 560  // 1/256 unit a tick: how fast a ship of endless thrust would fly in a race,
	raceDrift = 3900 // and how much faster one of thrust 1

	hitShield = 3 * TickRate / 2 // for which a ship that was hit is left alone
)

// racePlays wants checkpoints that ships can reach one after the other.
func racePlays(s *Setup) error {
	a := s.Arena
	if len(a.Gates) < leastGates {
		return fmt.Errorf("no race without checkpoints: must have %q and %q at least, got %d", gateTiles[0], gateTiles[1], len(a.Gates))
	}
	for gate, leg := range a.Legs {
		if leg >= NoWay {
			return fmt.Errorf("no race: checkpoint %q cannot be reached from the one before it", gateTiles[gate])
		}
	}
	for _, at := range a.Spawns {
		if a.Ways[0].From(a, at.X, at.Y) >= NoWay {
			return fmt.Errorf("no race: checkpoint %q cannot be reached from each spawn", gateTiles[0])
		}
	}
	return nil
}

// Held reports whether the ships of a race still wait to be let go.
func (w *World) Held(s *Setup) bool {
	return s.Mode == Race && w.Status == InProgress && (w.Heat.Go == 0 || w.Tick < w.Heat.Go)
}

// raceEntry puts a ship onto the foremost row that has room, which place in it is left to chance,
// and gives it time to get ready.
func raceEntry(w *World, s *Setup, slot int) (Point, Course) {
	if slot >= MaxRacers || len(s.Arena.Gates) == 0 {
		return s.Arena.Spawns[0], Up // which no host asks for: see racePlays
	}
	h := &w.Heat
	switch {
	case h.Go == 0:
		h.Called, h.Go = w.Tick, w.Tick+gridTime
	case w.Tick < h.Go:
		h.Go = max(h.Go, min(w.Tick+gridTime, h.Called+gridMost))
	default:
		w.Racers[slot].Late = 1
	}
	at := w.gridPlace(s.Arena)
	return at, s.Arena.onward(at)
}

// gridPlace returns a place of the foremost row that has one free.
func (w *World) gridPlace(a *Arena) Point {
	var row [MaxSpawns]Point
	n, front := 0, int32(NoWay)
	for _, at := range a.Spawns {
		switch far := a.Ways[0].From(a, at.X, at.Y); {
		case far > front || !w.vacant(at):
		case far < front:
			front, row[0], n = far, at, 1
		default:
			row[n] = at
			n++
		}
	}
	if n == 0 {
		return a.Spawns[w.Rand.Below(uint32(len(a.Spawns)))]
	}
	return row[w.Rand.Below(uint32(n))]
}

// vacant reports whether no ship is in the way of one that enters there.
func (w *World) vacant(at Point) bool {
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == Flying && within(ship.X-at.X, ship.Y-at.Y, 2*HullHalf) {
			return false
		}
	}
	return true
}

// onward returns the course from a place towards the line.
func (a *Arena) onward(at Point) Course {
	best, near := Up, int32(NoWay)
	for c := Up; c < Courses; c++ {
		x, y := c.Vector()
		if far := a.Ways[0].From(a, at.X+2*TileSize*x, at.Y+2*TileSize*y); far < near {
			best, near = c, far
		}
	}
	return best
}

// raceFly holds ships until they are let go.
func raceFly(w *World, s *Setup, slot int, events *Events) {
	ship := &w.Ships[slot]
	if !w.Held(s) {
		w.flyShip(s, slot, events)
		return
	}
	if course := ship.Input.Course(); course != Idle {
		ship.Facing = course
	}
	ship.VX, ship.VY = 0, 0
}

// raceTopSpeed makes up in speed what a class lacks in thrust, or all would fly the same one: hit points
// count for nothing here.
func raceTopSpeed(w *World, s *Setup, slot int, top int32) int32 {
	class := &s.Classes[w.Ships[slot].Class]
	return top * min(raceTop+raceDrift/class.Thrust, MaxTopSpeed) / class.TopSpeed
}

// raceHit takes from a ship most of its way, and leaves it alone for a while.
func raceHit(w *World, victim int, damage uint8) {
	ship := &w.Ships[victim]
	ship.VX /= 1 + int32(damage)
	ship.VY /= 1 + int32(damage)
	ship.Protect = hitShield
}

// raceTick lets ships pass checkpoints, and counts how far each has come.
func raceTick(w *World, s *Setup, events *Events) {
	if w.Held(s) || len(s.Arena.Gates) == 0 {
		return
	}
	if w.Tick == w.Heat.Go {
		events.add(Event{Kind: EventRound, What: 1})
	}
	for i := range w.Racers {
		ship := &w.Ships[i]
		if ship.State != Flying {
			continue
		}
		if gate, ok := s.Arena.At(ship.X, ship.Y).Gate(); ok && gate == int(w.Racers[i].Gate) && w.Racers[i].Done == 0 {
			w.passGate(s, i, events)
		}
	}
	for i := range w.Racers {
		if w.Ships[i].State == Flying {
			w.Ships[i].Score = w.progress(s, i)
		}
	}
}

// passGate takes the ship in a slot past the checkpoint that came next.
func (w *World) passGate(s *Setup, slot int, events *Events) {
	r, ship := &w.Racers[slot], &w.Ships[slot]
	ev := Event{Kind: EventGate, Slot: uint8(slot), By: uint8(slot), What: r.Gate, X: ship.X, Y: ship.Y}
	events.add(ev)
	line := r.Gate == 0
	if r.Gate++; int(r.Gate) == len(s.Arena.Gates) {
		r.Gate = 0
	}
	if !line {
		return
	}
	if r.Began > 0 {
		took := w.Tick - r.Began
		if r.Best == 0 || took < r.Best {
			r.Best = took
		}
		r.Lap++
	}
	r.Began = w.Tick
	ev.Kind, ev.What = EventLap, r.Lap
	events.add(ev)
	if int(r.Lap) >= s.Arena.Laps {
		w.finish(slot, events)
	}
}

// finish ends the race of the ship in a slot.
func (w *World) finish(slot int, events *Events) {
	r, ship := &w.Racers[slot], &w.Ships[slot]
	r.Done = w.Tick
	if r.Late == 0 {
		w.Heat.Placed++
		r.Place = w.Heat.Placed
		if w.Heat.Won == 0 {
			w.Heat.Won = w.Tick
		}
	}
	events.add(Event{Kind: EventFinish, Slot: uint8(slot), By: uint8(slot), What: r.Place, X: ship.X, Y: ship.Y})
}

// progress returns how far the ship in a slot has come, by the way. One that has finished is
// before all that have not, by its place; one that came late is nowhere.
func (w *World) progress(s *Setup, slot int) int32 {
	a, r, ship := s.Arena, &w.Racers[slot], &w.Ships[slot]
	switch {
	case r.Late != 0:
		return 0
	case r.Place > 0:
		return int32(a.Laps+1)*a.lapLength() + MaxRacers - int32(r.Place)
	}
	way := int32(r.Lap) * a.lapLength()
	last := int(r.Gate) // of the legs before, that is flown now
	if last == 0 && r.Began > 0 {
		last = len(a.Gates)
	}
	for gate := 1; gate < last; gate++ {
		way += a.Legs[gate]
	}
	if r.Began > 0 {
		way += a.Legs[0] // the first begins that far behind the line, so that none is less than nothing
	}
	return way + max(a.Legs[r.Gate]-a.Ways[r.Gate].From(a, ship.X, ship.Y), 0)
}

// lapLength returns how long a lap is, by the way.
func (a *Arena) lapLength() (length int32) {
	for _, leg := range a.Legs {
		length += leg
	}
	return length
}

func raceLeave(w *World, _ *Setup, slot int, _ *Events) {
	if slot < MaxRacers {
		w.Racers[slot] = Racer{}
	}
}

// raceOver reports whether all have finished who have a place to fly for, or the first long ago.
func raceOver(w *World, s *Setup) bool {
	h := &w.Heat
	if h.Go == 0 || w.Tick < h.Go {
		return false
	}
	if w.Tick-h.Go >= raceMost || h.Won > 0 && w.Tick-h.Won >= raceLast {
		return true
	}
	last := h.Go
	for i := range w.Racers {
		if r := &w.Racers[i]; w.Ships[i].State != Empty && r.Late == 0 {
			if r.Done == 0 {
				return false
			}
			last = max(last, r.Done)
		}
	}
	return w.Tick-last >= raceRest
}
