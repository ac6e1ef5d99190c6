package hud

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// A race is measured in times instead of points.
func (t *table) drawRaceHeadings() {
	t.board.Sheet.Right(t.at.X+scoreEnds, t.at.Y, "time", canvas.LabelInk)
	t.board.Sheet.Right(t.at.X+helpsEnd, t.at.Y, "best lap", canvas.LabelInk)
}

// drawRaced draws a ship's race and its best lap.
func (t *table) drawRaced(y, slot int, ink canvas.Colour) {
	r := t.board.Match.Racer(slot)
	if r == nil {
		return
	}
	raced := t.board.Match.Raced(slot)
	if r.Late != 0 {
		raced = "late"
	}
	t.board.Sheet.Right(t.at.X+scoreEnds, y, raced, ink)
	if r.Best > 0 {
		best := canvas.LabelInk
		if t.fastestLap() == r.Best {
			best = canvas.Good
		}
		t.board.Sheet.Right(t.at.X+helpsEnd, y, model.LapTime(r.Best), best)
	}
}

// fastestLap returns the time of the fastest lap, 0 without one.
func (t *table) fastestLap() (fastest game.Tick) {
	for i := range t.board.Match.World.Racers {
		if best := t.board.Match.World.Racers[i].Best; best > 0 && (fastest == 0 || best < fastest) {
			fastest = best
		}
	}
	return fastest
}

// raceGap returns the distance to the winner or, for the winner, to the second.
func (f *Board) raceGap() string {
	own := f.Match.Racer(f.Match.Me)
	if own == nil || own.Place == 0 {
		return ""
	}
	for slot := range f.Match.World.Racers {
		switch r := &f.Match.World.Racers[slot]; {
		case own.Place > 1 && r.Place == 1:
			return model.LapTime(own.Done-r.Done) + " s behind " + f.shortName(slot)
		case own.Place == 1 && r.Place == 2:
			return model.LapTime(r.Done-own.Done) + " s ahead of " + f.shortName(slot)
		}
	}
	return ""
}
