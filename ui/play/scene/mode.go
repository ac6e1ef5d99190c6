package scene

import "dogfight/game"

// layer is what a mode draws in space. A hook that is nil draws nothing. What they draw
// takes no memory, and goes by the View alone.
type layer struct {
	ground func(f *Frame) // over rock, under all that moves: bases, checkpoints, a zone
	things func(f *Frame) // under shots and ships: an orb, trails
	blips  func(r *Radar) // on the radar, under the ships

	distant bool // the camera usually stands a step farther away, if there is more to see from there
}

// layers are those of the modes.
var layers = [game.Trails + 1]layer{
	game.Last: lastLayer, game.CaptureOrb: orbLayer, game.Race: raceLayer, game.Waves: wavesLayer, game.Trails: trailsLayer,
}

// DrawModeGround draws what the mode of the match has on the ground.
func (f *Frame) DrawModeGround() {
	if draw := layers[f.Setup.Mode].ground; draw != nil {
		draw(f)
	}
}

// DrawModeThings draws what the mode of the match has in space.
func (f *Frame) DrawModeThings() {
	if draw := layers[f.Setup.Mode].things; draw != nil {
		draw(f)
	}
}

// drawModeBlips draws what the mode of the match has on the radar.
func (r *Radar) drawModeBlips() {
	if draw := layers[r.Setup.Mode].blips; draw != nil {
		draw(r)
	}
}
