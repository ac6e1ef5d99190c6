package play

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/scene"
)

// What the callers of a Screen need of its parts.
type (
	Hangar    = hud.Hangar
	HostInfo  = hud.HostInfo
	Lesson    = hud.Lesson
	Drill     = hud.Drill
	OwnResult = hud.OwnResult
)

// GoalRadius is how large a lesson's goal is drawn, in 1/256 unit.
const GoalRadius = scene.GoalRadius

// NewHangar returns a page under a heading on which ships and weapons are compared, that
// begins with a choice. The team is 0 where there are none.
func NewHangar(o Options, heading string, s *game.Setup, class, weapon, team uint8) *Hangar {
	return hud.NewHangar(New(o).canvas, o.FewerFlashes || o.ReducedMotion, heading, s, class, weapon, team)
}

// Canvas returns what was last drawn, dot by dot. It is good until the next Draw.
func (s *Screen) Canvas() *canvas.Canvas { return &s.canvas }
