package play

import (
	"math"
	"time"

	"dogfight/game"
)

// haloRadius is that of the ring around a ship, in pixels.
const haloRadius = 3

// haloTurn is after what time the lights are where the next ones were.
const haloTurn = 60 * time.Millisecond

// drawHalo shows what keeps hits from a ship: lights that circle a ship fresh
// from the spawn, a whole ring for the shield, which wears.
func (f *frame) drawHalo(ship *game.Ship, px, py int) {
	if ship.Hits == 0 && ship.Protect == 0 {
		return
	}
	turn := f.beat(haloTurn, 4)
	if f.options.FewerBytes {
		turn = f.beat(4*haloTurn, 4)
	}
	radius := max(f.dots(haloRadius), 2)
	every := max(len(rays)/(16*radius/haloRadius), 1)
	for i := 0; i*every < len(rays); i++ {
		ray := rays[i*every]
		x, y := px+int(math.Round(ray.x*float64(radius))), py+int(math.Round(ray.y*float64(radius)))
		switch {
		case ship.Hits > 0 && ship.Hits < 2 && i%2 == 1:
		case ship.Hits > 0 && (ship.Hits > 2 || i%4 != 0):
			f.Dot(x, y, shieldGlow)
		case ship.Hits > 0:
			f.Dot(x, y, shieldWorn)
		case i%4 == turn:
			f.Dot(x, y, shieldGlow)
		}
	}
}
