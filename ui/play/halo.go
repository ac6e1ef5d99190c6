package play

import (
	"time"

	"dogfight/game"
)

// halo is the circle of pixels around a ship, clockwise from above.
var halo = [16][2]int{
	{0, -3}, {1, -3}, {2, -2}, {3, -1}, {3, 0}, {3, 1}, {2, 2}, {1, 3},
	{0, 3}, {-1, 3}, {-2, 2}, {-3, 1}, {-3, 0}, {-3, -1}, {-2, -2}, {-1, -3},
}

// drawHalo shows what keeps hits from a ship: lights that circle a ship fresh
// from the spawn, a whole ring for the shield, which wears.
func (f *frame) drawHalo(ship *game.Ship, px, py int) {
	turn := f.beat(60*time.Millisecond, 4)
	for i, at := range halo {
		switch {
		case ship.Hits > 0 && ship.Hits < 2 && i%2 == 1:
		case ship.Hits > 0 && (ship.Hits > 2 || i%4 != 0):
			f.Pixel(px+at[0], py+at[1], shieldGlow)
		case ship.Hits > 0:
			f.Pixel(px+at[0], py+at[1], shieldWorn)
		case ship.Protect > 0 && i%4 == turn:
			f.Pixel(px+at[0], py+at[1], shieldGlow)
		}
	}
}
