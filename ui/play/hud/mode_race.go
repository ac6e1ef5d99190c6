package hud

import (
	"fmt"
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

var raceObjective = objective{
	rank:     raceRank,
	task:     raceTask,
	goal:     raceGoal,
	news:     raceNews,
	headline: raceHeadline,
	greeting: raceGreeting,
}

// raceRank draws the own place, lap, lap time and best lap.
func raceRank(f *Frame, ranks []int, end int) bool {
	r := f.Match.Racer(f.Match.Me)
	if r == nil {
		return false
	}
	x := 1
	if r.Late == 0 && !f.Match.World.Held(f.Match.Setup) && f.Match.World.Status != game.Waiting {
		place, _ := f.Match.PlaceOf(ranks, f.Match.Me)
		x = f.Sheet.Text(f.Sheet.Number(x, 0, place, canvas.Strong), 0, ordinal(place), canvas.Strong)
		x = f.Sheet.Number(f.Sheet.Text(x, 0, "/", canvas.Strong), 0, len(ranks), canvas.Strong) + 2
	}
	laps := f.Match.Setup.Arena.Laps
	parts := [3]string{f.Joined.join("lap ", strconv.Itoa(min(int(r.Lap)+1, laps)), "/", strconv.Itoa(laps))}
	if r.Began > 0 && r.Done == 0 {
		parts[1] = model.LapTime(f.Match.World.Tick - min(r.Began, f.Match.World.Tick))
	}
	if r.Done > 0 {
		parts[0], parts[1] = "finished", model.LapTime(f.Match.RaceTime(f.Match.Me))
	}
	if r.Best > 0 {
		parts[2] = "best " + model.LapTime(r.Best)
	}
	for i, ink := range [...]canvas.Colour{canvas.TextInk, canvas.Accent, canvas.LabelInk} {
		if parts[i] != "" {
			x = f.writePart(x, end, parts[i], ink)
		}
	}
	return true
}

// raceTask returns the next gate.
func raceTask(f *Frame) (string, canvas.Colour) {
	r := f.Match.Racer(f.Match.Me)
	switch {
	case r == nil || f.Match.Flying(f.Match.Me) == nil:
		return "", canvas.TextInk
	case f.Match.World.Held(f.Match.Setup):
		return f.Joined.join("get ready: cross the start line, then ", f.gates()), canvas.TextInk
	case r.Done > 0 && r.Place > 0:
		return fmt.Sprintf("finished %d%s in %s", r.Place, ordinal(int(r.Place)), model.LapTime(f.Match.RaceTime(f.Match.Me))), canvas.Good
	case r.Done > 0:
		return "finished", canvas.Good
	case f.wrongWay(f.Match.Me):
		return "WRONG WAY", f.Space.Warning(canvas.TextInk)
	case r.Began == 0 && r.Late != 0:
		return "joined late: no place, but lap times count", canvas.LabelInk
	case r.Gate == 0 && r.Began > 0 && int(r.Lap)+1 == f.Match.Setup.Arena.Laps:
		return "next: the finish", canvas.TextInk
	case r.Began == 0:
		return f.Joined.join("cross the start line, then ", f.gates()), canvas.TextInk
	case r.Gate == 0:
		return "next: the start line", canvas.TextInk
	}
	return f.Joined.join("next: gate ", scene.GateLetter(int(r.Gate))), canvas.TextInk
}

// gates names the gates after the start line, the first two if there are more.
func (f *Frame) gates() string {
	switch n := len(f.Match.Setup.Arena.Gates); n {
	case 0, 1:
		return "round again"
	case 2:
		return "gate B"
	case 3:
		return "gates B and C"
	}
	return "gates B, C ..."
}

// A ship flies the wrong way if in wrongAhead ticks it will be wrongMore farther from its next gate.
const (
	wrongAhead = 24
	wrongMore  = 18
)

// wrongWay reports whether the ship in a slot flies away from its next gate.
func (f *Frame) wrongWay(slot int) bool {
	ship, r := f.Match.Flying(slot), f.Match.Racer(slot)
	if ship == nil || r == nil || int(r.Gate) >= len(f.Match.Setup.Arena.Ways) {
		return false
	}
	a := f.Match.Setup.Arena
	way := a.Ways[r.Gate]
	here, there := way.From(a, ship.X, ship.Y), way.From(a, ship.X+wrongAhead*ship.VX, ship.Y+wrongAhead*ship.VY)
	return here != game.NoWay && there != game.NoWay && there >= here+wrongMore
}

// raceGoal points to the next gate.
func raceGoal(f *Frame) (goal, bool) {
	next := f.Space.NextGate()
	if next < 0 {
		return goal{}, false
	}
	return goal{at: f.Match.Setup.Arena.Gates[next], sign: scene.GateLetter(next), ink: canvas.Fair}, true
}

// raceNews reports finishes and fastest laps.
func raceNews(m *model.Match, ev *game.Event) (slot int, words string) {
	slot = int(ev.Slot)
	r := m.Racer(slot)
	switch {
	case r == nil:
	case ev.Kind == game.EventFinish && r.Place > 0:
		return slot, fmt.Sprintf("finishes %d%s", r.Place, ordinal(int(r.Place)))
	case ev.Kind == game.EventLap && r.Best > 0 && fastest(m, slot):
		return slot, "laps in " + model.LapTime(r.Best)
	}
	return 0, ""
}

// fastest reports whether a slot has the fastest lap.
func fastest(m *model.Match, slot int) bool {
	for i := range m.World.Racers {
		if best := m.World.Racers[i].Best; i != slot && best > 0 && best <= m.World.Racers[slot].Best {
			return false
		}
	}
	return true
}

func raceHeadline(m *model.Match, ev *game.Event) (string, canvas.Colour) {
	r := m.Racer(m.Me)
	switch {
	case ev.Kind == game.EventRound:
		return "GO", canvas.Good
	case r == nil || int(ev.Slot) != m.Me:
	case ev.Kind == game.EventFinish && r.Place > 0:
		return fmt.Sprintf("%d%s", r.Place, strings.ToUpper(ordinal(int(r.Place)))), canvas.Good
	case ev.Kind == game.EventFinish:
		return "FINISHED", canvas.Good
	case ev.Kind == game.EventLap && int(ev.What)+1 == m.Setup.Arena.Laps && m.Setup.Arena.Laps > 1:
		return "FINAL LAP", canvas.Fair
	}
	return "", canvas.TextInk
}

// raceGreeting counts down to the start.
func raceGreeting(f *Frame) (string, canvas.Colour) {
	if !f.Match.World.Held(f.Match.Setup) || f.Match.World.Heat.Go == 0 {
		return "", canvas.TextInk
	}
	left := f.Match.World.Heat.Go - f.Match.World.Tick
	return strconv.Itoa((int(left) + game.TickRate - 1) / game.TickRate), canvas.FlameOrange
}
