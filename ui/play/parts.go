package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/scene"
)

// The parts that callers of a Screen use.
type (
	Hangar    = hud.Hangar
	HostInfo  = hud.HostInfo
	Lesson    = hud.Lesson
	Drill     = hud.Drill
	OwnResult = hud.OwnResult
)

// GoalRadius is the radius of a lesson's goal, in 1/256 unit.
const GoalRadius = scene.GoalRadius

// NewHangar returns a page to compare ships and weapons, with a heading and a first choice. team is 0 without teams.
func NewHangar(o Options, heading string, s *game.Setup, class, weapon, team uint8) *Hangar {
	return hud.NewHangar(New(o).canvas, o.FewerFlashes || o.ReducedMotion, heading, s, class, weapon, team)
}

// Canvas returns the last picture, dot by dot. It is valid until the next Draw.
func (s *Screen) Canvas() *canvas.Canvas { return &s.canvas }
