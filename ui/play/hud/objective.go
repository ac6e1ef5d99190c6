package hud

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// objective is the HUD of a mode. A nil hook means the usual display.
type objective struct {
	// standing draws the own standing at the left of the top line, before column end, and reports whether it did.
	// Usually that is the own place and points, or the scores of teams.
	standing func(f *Frame, ranks []int, end int) bool
	// task returns the task under the top line, in a few words; "" for none.
	task func(f *Frame) (words string, ink canvas.Colour)
	// bar draws rows under the top line, above the task; barRows returns their number.
	bar     func(f *Frame)
	barRows func(f *Frame) int
	// goals returns the n places that arrows at the edge point to.
	goals func(f *Frame) (goals [maxGoals]goal, n int)
	// news returns a line of the feed for an event, with its subject; "" for none.
	news func(m *model.Match, ev *game.Event) (slot int, words string)
	// greeting returns large letters at the start of a match. Usually that is one word.
	greeting func(f *Frame) (words string, ink canvas.Colour)
	// headline returns large letters for an event; "" for none.
	headline func(m *model.Match, ev *game.Event) (words string, ink canvas.Colour)
	// gauge draws the state of the ship in a slot from a column of the bottom line, and returns the next column.
	// Usually that is its HP, shots and boost.
	gauge func(f *Frame, slot, x, y int) int
	// nameless reports whether names would be in the way now.
	nameless func(f *Frame) bool
}

// goal is a place of the mode.
type goal struct {
	at   game.Point
	sign string // one column, beside the arrow
	ink  canvas.Colour
}

const maxGoals = 4

var objectives = [game.Trails + 1]objective{
	game.Last: lastObjective, game.CaptureOrb: orbObjective, game.Race: raceObjective,
	game.Waves: wavesObjective, game.Trails: trailsObjective,
}

func (f *Frame) objective() *objective { return &objectives[f.Match.Setup.Mode] }
