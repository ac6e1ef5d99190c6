package proto

import "dogfight/game"

// mode sends what the mode of the match keeps in a World.
func (c *worldCoder) mode(w *game.World) {
	switch c.setup.Mode {
	case game.Last:
		c.rounds(&w.Rounds)
		c.zone(&w.Zone)
	case game.CaptureOrb:
		c.orb(&w.Orb)
	case game.Race:
		c.heat(&w.Heat)
		for i := range w.Racers {
			c.racer(&w.Racers[i])
		}
	case game.Trails:
		c.rounds(&w.Rounds)
		for i := range w.Trails {
			if ship := &w.Ships[i]; ship.State != game.Empty {
				c.trail(&w.Trails[i], ship)
			}
		}
	case game.Waves:
		c.assault(&w.Assault)
		for i := range w.Drones {
			c.drone(&w.Drones[i])
		}
	}
}
