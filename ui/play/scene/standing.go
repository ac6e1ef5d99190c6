package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// The rows of a standing ship.
const (
	StandingRows      = 3
	LargeStandingRows = 7
)

// DrawStanding draws a class in a pilot's colours, nose up, with its engines on the upper edge of a row.
func DrawStanding(s *canvas.Sheet, column, row int, class *game.Class, colours canvas.Ramp, large bool) {
	x, y := canvas.Across*column+1, canvas.Down*row
	if s.Mode == canvas.ASCII {
		drawPlain(s, &game.Ship{Facing: game.Up}, "", x, y-canvas.Down, colours.Middle)
		return
	}
	hull, sprite := hullOf(colours), SpriteOfClass(class)
	if colours.Bright == canvas.OwnBright {
		hull[Trim] = canvas.OwnTrim
	}
	spots, size := sprite.At(game.Up), sprite.Size
	if large {
		spots, size = sprite.Large(game.Up), 3*size
	}
	for _, spot := range spots {
		s.Figure(x+int(spot.X), y-size/2-1+int(spot.Y), hull[spot.Part])
	}
}
