package game

import "fmt"

// race is gates, laps, and boost lanes.
//
// The first gate is the line. Ships are held behind it until the start. A lap begins
// and ends where a ship crosses the line, with all other gates passed in their order.
// No ship is destroyed: hits slow it down.
var race = rules{
	name:     "race",
	summary:  "gates, laps, and boost lanes",
	pilots:   MaxRacers,
	state:    RaceState,
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

	gridTime = 3 * TickRate  // from the last ship's entry to the start,
	gridMost = 12 * TickRate // but at most from the first one's
	raceLast = 30 * TickRate // for the others once the first has finished
	raceRest = 4 * TickRate  // from the last finish to the end
	raceMost = 540 * TickRate

	raceTop   = 560  // 1/256 unit a tick: the top speed for endless thrust,
	raceDrift = 3900 // and how much more for thrust 1
	raceChase = 2    // per cent of it for each ship ahead,
	raceAhead = 5    // up to so many

	hitShield = 3 * TickRate / 2 // protection after a hit
)

// Racer is the progress of the ship in a slot.
type Racer struct {
	Late  uint8 // 1: it entered after the start, so it gets no place
	Lap   uint8 // laps done
	Gate  uint8 // the next gate, from 0
	Place uint8 // at the finish, from 1; 0 before, and without one
	Began Tick  // of this lap, 0 before the first
	Best  Tick  // time of its best lap, 0 for none
	Done  Tick  // when it finished, 0 before
}

func (r *Racer) hash(h *hash) {
	h.add(quad(r.Late, r.Lap, r.Gate, r.Place))
	h.add(uint64(r.Began)<<32 | uint64(r.Best))
	h.add(uint64(r.Done))
}

// Heat is the state of a race.
type Heat struct {
	Called Tick  // when the first ship entered, 0 before
	Go     Tick  // the start, 0 before the first entry
	Won    Tick  // when the first finished, 0 before
	Placed uint8 // ships that finished with a place
}

func (h *Heat) hash(to *hash) {
	to.add(uint64(h.Called)<<32 | uint64(h.Go))
	to.add(uint64(h.Won)<<32 | uint64(h.Placed))
}

// racePlays requires gates that ships can reach one after the other.
func racePlays(s *Setup) error {
	a := s.Arena
	if len(a.Gates) < leastGates {
		return fmt.Errorf("no race without gates: must have %q and %q at least, got %d", gateTiles[0], gateTiles[1], len(a.Gates))
	}
	for gate, leg := range a.Legs {
		if leg >= NoWay {
			return fmt.Errorf("no race: gate %q cannot be reached from the one before it", gateTiles[gate])
		}
	}
	for _, at := range a.Spawns {
		if a.Ways[0].From(a, at.X, at.Y) >= NoWay {
			return fmt.Errorf("no race: gate %q cannot be reached from each spawn", gateTiles[0])
		}
	}
	return nil
}

// Held reports whether the ships of a race wait for the start.
func (w *World) Held(s *Setup) bool {
	return s.Mode.State() == RaceState && w.Status == InProgress && (w.Heat.Go == 0 || w.Tick < w.Heat.Go)
}

// raceEntry enters a ship in the front row with room, at a random place of it, and delays
// the start so that it can get ready.
func raceEntry(w *World, s *Setup, slot int) (Point, Course) {
	if slot >= MaxRacers || len(s.Arena.Gates) == 0 {
		return s.Arena.Spawns[0], Up // no honest host does this: see racePlays
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

// gridPlace returns a free place of the front row that has one.
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

// vacant reports whether a ship can enter at a place without touching another.
func (w *World) vacant(at Point) bool {
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == Flying && within(ship.X-at.X, ship.Y-at.Y, 2*HullHalf) {
			return false
		}
	}
	return true
}

// onward returns the course from a place to the line.
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

// raceFly holds ships until the start.
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

// raceTopSpeed gives classes with less thrust more speed. Otherwise all would choose the same
// class, since hit points mean nothing here. Those behind are a little faster, which keeps the
// lead open.
func raceTopSpeed(w *World, s *Setup, slot int, top int32) int32 {
	class := &s.Classes[w.Ships[slot].Class]
	speed := (raceTop + raceDrift/class.Thrust) * (100 + raceChase*w.aheadOf(slot)) / 100
	return top * min(speed, MaxTopSpeed) / class.TopSpeed
}

// aheadOf returns the number of ships before that in the slot, up to raceAhead; 0 for one without a
// chance of a place.
func (w *World) aheadOf(slot int) (n int32) {
	if slot >= MaxRacers || w.Racers[slot].Late != 0 {
		return 0
	}
	for i := range w.Ships[:MaxRacers] {
		if ship := &w.Ships[i]; ship.State == Flying && ship.Score > w.Ships[slot].Score {
			n++
		}
	}
	return min(n, raceAhead)
}

// raceHit slows a ship down and protects it for a time.
func raceHit(w *World, victim int, damage uint8) {
	ship := &w.Ships[victim]
	ship.VX /= 1 + int32(damage)
	ship.VY /= 1 + int32(damage)
	ship.Protect = hitShield
}

// raceTick checks gates and updates the progress of all ships.
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

// passGate moves the ship in a slot past its next gate.
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

// finish ends the race of one ship.
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

// progress returns the distance that the ship in a slot has covered. Ships that have finished
// rank above all others, by place; late ones have 0.
func (w *World) progress(s *Setup, slot int) int32 {
	a, r, ship := s.Arena, &w.Racers[slot], &w.Ships[slot]
	switch {
	case r.Late != 0:
		return 0
	case r.Place > 0:
		return int32(a.Laps+1)*a.lapLength() + MaxRacers - int32(r.Place)
	}
	way := int32(r.Lap) * a.lapLength()
	last := int(r.Gate) // the current leg
	if last == 0 && r.Began > 0 {
		last = len(a.Gates)
	}
	for gate := 1; gate < last; gate++ {
		way += a.Legs[gate]
	}
	if r.Began > 0 {
		way += a.Legs[0] // the first lap begins that far behind the line, so that progress is never negative
	}
	return way + max(a.Legs[r.Gate]-a.Ways[r.Gate].From(a, ship.X, ship.Y), 0)
}

// lapLength returns the length of a lap.
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

// raceOver reports whether all ships with a chance of a place have finished, or time is up.
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
