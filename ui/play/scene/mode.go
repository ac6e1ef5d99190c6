package scene

import "dogfight/game"

// layer is the drawing of a mode in space. A nil hook draws nothing. Hooks must not allocate, and depend only on the
// View.
type layer struct {
	ground func(f *Frame) // over rock, under everything that moves: bases, gates, a zone
	things func(f *Frame) // under shots and ships: an orb, trails
	blips  func(r *Radar) // on the radar, under the ships

	distant bool // the usual camera is a step farther away, if more shows from there
}

var layers = [game.States]layer{
	game.ZoneState: lastLayer, game.OrbState: orbLayer, game.RaceState: raceLayer, game.TrailState: trailsLayer, game.AssaultState: wavesLayer,
}

func (f *Frame) DrawModeGround() {
	if draw := layers[f.Match.Setup.Mode.State()].ground; draw != nil {
		draw(f)
	}
}

func (f *Frame) DrawModeThings() {
	if draw := layers[f.Match.Setup.Mode.State()].things; draw != nil {
		draw(f)
	}
}
