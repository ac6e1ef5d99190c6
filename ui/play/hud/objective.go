package hud

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// objective is how a mode tells what it is about. A hook that is nil stands for the usual
// thing.
type objective struct {
	// standing draws how the own side stands at the left of the top line, up to before a
	// column, and reports whether it did. Usually that is the own place and points, or the
	// scores of teams.
	standing func(f *Frame, ranks []int, end int) bool
	// task returns what the player is to do now, in a few words under the top line; "" for
	// nothing special.
	task func(f *Frame) (words string, ink canvas.Colour)
	// bar draws what stands under the top line, above the task, and barRows returns how many
	// rows that takes.
	bar     func(f *Frame)
	barRows func(f *Frame) int
	// goals returns the places, n of them, that arrows at the edge of the field point to.
	goals func(f *Frame) (goals [maxGoals]goal, n int)
	// news returns a line of the feed for an event, whom it is about first; "" for none.
	news func(m *model.Match, ev *game.Event) (slot int, words string)
	// greeting returns what is told in large letters at the beginning, as long as it does. Usually that
	// is a word for a moment.
	greeting func(f *Frame) (words string, ink canvas.Colour)
	// headline returns what an event is told by in large letters; "" for nothing.
	headline func(m *model.Match, ev *game.Event) (words string, ink canvas.Colour)
	// gauge draws what matters of the ship in a slot at the left of the bottom line, from a column on, and
	// returns the column after it. Usually that is its HP, its shots and its afterburner.
	gauge func(f *Frame, slot, x, y int) int
	// nameless reports whether names beside ships would be in the way now.
	nameless func(f *Frame) bool
}

// goal is a place that matters in the mode.
type goal struct {
	at   game.Point
	sign string // one column, beside the arrow
	ink  canvas.Colour
}

const maxGoals = 4

// objectives are those of the modes.
var objectives = [game.Trails + 1]objective{
	game.Last: lastObjective, game.CaptureOrb: orbObjective, game.Race: raceObjective,
	game.Waves: wavesObjective, game.Trails: trailsObjective,
}

func (f *Frame) objective() *objective { return &objectives[f.Setup.Mode] }
