package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// turntable is the courses of a full turn.
var turntable = [8]game.Course{
	game.Up, game.UpRight, game.Right, game.DownRight, game.Down, game.DownLeft, game.Left, game.UpLeft,
}

// The size of a turning ship, in cells: the middle size, and the largest.
const (
	PictureWidth = 11
	LargeWidth   = 17
	LargeRows    = 8
	leastLarge   = 7 // rows; the tips of diagonals are cut
)

const turnTime = 450 * time.Millisecond

// DrawTurning draws a turning class in an area, as large as fits. colour is a colour of ships, or 0 for the own ship.
func DrawTurning(s *canvas.Sheet, a canvas.Area, class *game.Class, colour uint8, turning bool) {
	ship := game.Ship{Facing: turntable[1]}
	if turning {
		ship.Facing = turntable[(s.Beat(turnTime, len(turntable))+1)%len(turntable)]
	}
	x, y := a.X+a.Width/2, a.Y+a.Height/2
	ramp := canvas.RampFrom(canvas.OwnBright)
	if colour != 0 {
		ramp = canvas.ShipRamp(colour)
	}
	if s.Mode == canvas.ASCII {
		drawPlain(s, &ship, SpriteOfClass(class).Name, canvas.Across*x, canvas.Down*y, ramp.Middle)
		return
	}
	hull := hullOf(ramp)
	if colour == 0 {
		hull[Trim] = canvas.OwnTrim
	}
	sprite := SpriteOfClass(class)
	if a.Height < leastLarge {
		s.Paint(x-PictureWidth/2, a.Y, PictureWidth, a.Height, canvas.SpaceTone)
		for _, spot := range sprite.At(ship.Facing) {
			s.Pixel(x+int(spot.X), 2*y+int(spot.Y), hull[spot.Part])
		}
		return
	}
	on := canvas.Rect(x-LargeWidth/2, a.Y, LargeWidth, a.Height)
	s.Paint(on.X, on.Y, on.Width, on.Height, canvas.SpaceTone)
	middle := canvas.Down*a.Y + canvas.Down*a.Height/2
	for _, spot := range sprite.Large(ship.Facing) {
		if px, py := canvas.Across*x+1+int(spot.X), middle+int(spot.Y); on.Holds(s.Cell(px, py)) {
			s.Figure(px, py, hull[spot.Part])
		}
	}
}
