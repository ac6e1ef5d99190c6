package model

import "dogfight/game"

// Laps is the own laps of a race: the times of checkpoints and the path of the ship, in the current lap and the best.
type Laps struct {
	arena *game.Arena
	flown lap
	best  lap
	whole bool      // the lap was seen from its start
	began game.Tick // its start
}

type lap struct {
	Took   game.Tick // 0 before the end
	passed [game.MaxGates]game.Tick
	way    []Wayside
}

// Wayside is a recorded place of the ship.
type Wayside struct {
	X, Y   int32
	Facing game.Course
}

const (
	waysideStep = 4                                 // ticks between two
	waysides    = 300 * game.TickRate / waysideStep // of the longest recorded lap
)

// Note records an event, and returns the time at a checkpoint relative to the best lap; "" for none.
func (l *Laps) Note(m *Match, ev *game.Event) (split string) {
	if int(ev.Slot) != m.Me || m.Racer(m.Me) == nil || ev.Kind != game.EventGate {
		return ""
	}
	l.arena = l.of(m.Setup.Arena)
	gate := int(ev.What)
	if gate >= game.MaxGates {
		return ""
	}
	r := m.Racer(m.Me)
	if gate == 0 {
		return l.cross(r)
	}
	t := m.World.Tick - min(r.Began, m.World.Tick)
	l.flown.passed[gate] = t
	if l.whole && l.best.Took > 0 {
		return Split(t, l.best.passed[gate])
	}
	return ""
}

// of resets if the arena has changed.
func (l *Laps) of(a *game.Arena) *game.Arena {
	if l.arena != nil && (l.arena.Name != a.Name || len(l.arena.Tiles) != len(a.Tiles)) {
		*l = Laps{}
	}
	return a
}

// cross ends a lap at the line and begins the next.
func (l *Laps) cross(r *game.Racer) (split string) {
	if l.whole && r.Began > l.began {
		took := r.Began - l.began
		l.flown.Took = took
		if l.best.Took > 0 {
			split = Split(took, l.best.Took)
		} else {
			split = LapTime(took)
		}
		if l.best.Took == 0 || took < l.best.Took {
			l.best, l.flown = l.flown, l.best
		}
	}
	l.flown.Took, l.flown.way, l.whole, l.began = 0, l.flown.way[:0], true, r.Began
	return split
}

// Look records the place of the own ship.
func (l *Laps) Look(m *Match) {
	r := m.Racer(m.Me)
	if r == nil || m.Flying(m.Me) == nil || r.Began == 0 || m.World.Tick < r.Began {
		return
	}
	l.arena = l.of(m.Setup.Arena)
	age := m.World.Tick - r.Began
	ship := &m.World.Ships[m.Me]
	for next := int(age / waysideStep); len(l.flown.way) <= next && next < waysides; {
		l.flown.way = append(l.flown.way, Wayside{ship.X, ship.Y, ship.Facing})
	}
}

// Ghost returns the place of the ship in the best lap at this time of the lap, if there is one.
func (l *Laps) Ghost(m *Match) (at Wayside, ok bool) {
	r := m.Racer(m.Me)
	if r == nil || r.Began == 0 || r.Done > 0 || m.World.Tick < r.Began || l.arena == nil || l.arena.Name != m.Setup.Arena.Name {
		return at, false
	}
	age := m.World.Tick - r.Began
	i := int(age / waysideStep)
	if i+1 >= len(l.best.way) {
		return at, false
	}
	from, to := l.best.way[i], l.best.way[i+1]
	part := int32(age % waysideStep)
	return Wayside{from.X + (to.X-from.X)*part/waysideStep, from.Y + (to.Y-from.Y)*part/waysideStep, from.Facing}, true
}
