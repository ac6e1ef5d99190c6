package model

import (
	"fmt"
	"sync/atomic"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// Racer returns the race state of the ship in a slot, or nil outside of races.
func (m *Match) Racer(slot int) *game.Racer {
	if slot < 0 || slot >= game.MaxRacers || m.Setup.Mode.State() != game.RaceState {
		return nil
	}
	return &m.World.Racers[slot]
}

// RaceTime returns the race time of the ship in a slot, final or so far.
func (m *Match) RaceTime(slot int) game.Tick {
	end := m.World.Tick
	if r := m.Racer(slot); r != nil && r.Done > 0 {
		end = r.Done
	}
	return end - min(m.World.Heat.Go, end)
}

// Raced returns the time of a finished ship, otherwise its lap.
func (m *Match) Raced(slot int) string {
	r := m.Racer(slot)
	switch {
	case r == nil:
		return ""
	case r.Done > 0 && r.Late == 0:
		return LapTime(m.RaceTime(slot))
	}
	return fmt.Sprintf("lap %d", min(int(r.Lap)+1, m.Setup.Arena.Laps))
}

// LapTime writes a time in hundredths of a second.
func LapTime(t game.Tick) string {
	hundredths := (int(t)*100 + game.TickRate/2) / game.TickRate
	if hundredths >= 60*100 {
		return fmt.Sprintf("%d:%02d.%02d", hundredths/6000, hundredths/100%60, hundredths%100)
	}
	return fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
}

// splitTime writes the difference of two times.
func splitTime(t, than game.Tick) string {
	if t < than {
		return "-" + LapTime(than-t)
	}
	return "+" + LapTime(t-than)
}

// Laps is the own laps of a race: the times of gates and the path of the ship, in the current lap and the best.
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

// Note records an event, and returns the time at a gate relative to the best lap; "" for none.
func (l *Laps) Note(m *Match, ev *game.Event) (split string) {
	if int(ev.Slot) != m.Me || m.Racer(m.Me) == nil || ev.Kind != game.EventGate {
		return ""
	}
	l.enter(m.Setup.Arena)
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
		return splitTime(t, l.best.passed[gate])
	}
	return ""
}

// enter resets if the arena has changed.
func (l *Laps) enter(a *game.Arena) {
	if l.arena != nil && (l.arena.Name != a.Name || len(l.arena.Tiles) != len(a.Tiles)) {
		*l = Laps{}
	}
	l.arena = a
}

// cross ends a lap at the line and begins the next.
func (l *Laps) cross(r *game.Racer) (split string) {
	if l.whole && r.Began > l.began {
		took := r.Began - l.began
		l.flown.Took = took
		if l.best.Took > 0 {
			split = splitTime(took, l.best.Took)
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

// Record records the place of the own ship.
func (l *Laps) Record(m *Match) {
	r := m.Racer(m.Me)
	if r == nil || m.Flying(m.Me) == nil || r.Began == 0 || m.World.Tick < r.Began {
		return
	}
	l.enter(m.Setup.Arena)
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

// raceCounts is the time left from which a race's clock shows it.
const raceCounts = 60 * game.TickRate

// Clock returns the time left, or the time played without a limit. In a race that is the time since the start.
func (m *Match) Clock() (string, canvas.Colour) {
	played := m.World.Tick - m.World.Started
	if m.Setup.Mode.State() == game.RaceState && m.World.Status == game.InProgress && !m.Paused && (m.Setup.TimeLimit == 0 || m.World.TimeLeft(m.Setup) > raceCounts) {
		return Minutes(m.World.Tick - min(max(m.World.Heat.Go, m.World.Started), m.World.Tick)), canvas.TextInk
	}
	switch {
	case m.Paused:
		return "paused", canvas.Fair
	case m.World.Status == game.Waiting:
		return "waiting", canvas.LabelInk
	case m.World.Status == game.Closed:
		return "finished", canvas.Fair
	case m.World.Overtime(m.Setup):
		return "next point wins", canvas.Fair
	case m.Setup.TimeLimit == 0:
		return Minutes(played), canvas.TextInk
	}
	left := m.Setup.TimeLimit - min(played, m.Setup.TimeLimit)
	if left <= 10*game.TickRate {
		return Minutes(left + game.TickRate - 1), canvas.Bad
	}
	return Minutes(left + game.TickRate - 1), canvas.TextInk
}

func Minutes(t game.Tick) string {
	seconds := int(t) / game.TickRate
	if seconds >= len(minutes) {
		return minutesOf(seconds)
	}
	text := minutes[seconds].Load()
	if text == nil {
		written := minutesOf(seconds)
		text = &written
		minutes[seconds].Store(text)
	}
	return *text
}

// minutes caches the times of the clock.
var minutes [3600]atomic.Pointer[string]

func minutesOf(seconds int) string { return fmt.Sprintf("%d:%02d", seconds/60, seconds%60) }
