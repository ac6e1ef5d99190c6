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
		drawPlain(s, &ship, SpriteOf(class).Name, canvas.Across*x, canvas.Down*y, ramp.Middle)
		return
	}
	hull := hullOf(ramp)
	if colour == 0 {
		hull[Trim] = canvas.OwnTrim
	}
	sprite := SpriteOf(class)
	if a.Height < leastLarge {
		s.Paint(x-PictureWidth/2, a.Y, PictureWidth, a.Height, canvas.Space)
		for _, spot := range sprite.At(ship.Facing) {
			s.Pixel(x+int(spot.X), 2*y+int(spot.Y), hull[spot.Part])
		}
		return
	}
	on := canvas.Rect(x-LargeWidth/2, a.Y, LargeWidth, a.Height)
	s.Paint(on.X, on.Y, on.Width, on.Height, canvas.Space)
	middle := canvas.Down*a.Y + canvas.Down*a.Height/2
	for _, spot := range sprite.Large(ship.Facing) {
		if px, py := canvas.Across*x+1+int(spot.X), middle+int(spot.Y); on.Holds(s.Cell(px, py)) {
			s.Figure(px, py, hull[spot.Part])
		}
	}
}

// The rows of a ship on a podium.
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
	hull, sprite := hullOf(colours), SpriteOf(class)
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

// The timing and sizes of a sample.
const (
	sampleStep  = 60 * time.Millisecond
	sampleSpeed = 90  // units a second for a dot a step
	sampleReach = 700 // units for the whole width
	sampleFan   = 6   // dots forward for a dot to the side
)

// DrawSample shows the flight of a weapon's shots in an area.
func DrawSample(s *canvas.Sheet, a canvas.Area, w *game.Weapon) {
	if s.Mode == canvas.ASCII {
		return
	}
	s.Paint(a.X, a.Y, a.Width, a.Height, canvas.Space)
	width, middle := canvas.Across*a.Width, canvas.Down*a.Y+canvas.Down*a.Height/2
	left := canvas.Across * a.X
	if w.Speed == 0 {
		drawSampleMine(s, left+width/2, middle)
		return
	}
	reach := min(max(int(int64(w.Speed)*int64(w.Life)/game.One)*width/sampleReach, width/3), width)
	step := max(int(w.Speed)*game.TickRate/game.One/sampleSpeed, 2)
	steps := max(reach/step, 1)
	at := s.Beat(sampleStep, steps)
	if s.FewerFlashes {
		at = steps / 2
	}
	for side := -int(w.Fan / 2); side <= int(w.Fan/2); side++ {
		drawSampleStreak(s, left, middle, at*step, side, streakOf(w))
	}
}

// streakOf returns the length of a weapon's streak, in dots.
func streakOf(w *game.Weapon) int {
	switch {
	case w.Speed >= RailSpeed:
		return 2 * railStreak
	case w.Fan > 1:
		return 2 * fanStreak
	}
	return 2 * pelletStreak
}

// drawSampleStreak draws a streak two dots thick with its head at a column, in halves of cells.
func drawSampleStreak(s *canvas.Sheet, left, middle, at, side, length int) {
	for i := range min(length, at+1) {
		k := canvas.OwnMiddle
		switch {
		case i == 0:
			k = canvas.Flash
		case i > length/2:
			k = canvas.ShieldWorn
		}
		x, y := left+at-i, middle+2*side*((at-i)/sampleFan)
		s.Figure(x, y, k)
		s.Figure(x, y+1, k)
	}
}

// drawSampleMine draws a mine, three times as large.
func drawSampleMine(s *canvas.Sheet, x, y int) {
	heart := canvas.OwnBright
	if s.Beat(300*time.Millisecond, 2) == 1 {
		heart = canvas.FlameRed
	}
	for i := -4; i <= 4; i++ {
		for j := -4; j <= 4; j++ {
			switch far := max(i, -i) + max(j, -j); {
			case far <= 2:
				s.Figure(x+i, y+j, heart)
			case far <= 4:
				s.Figure(x+i, y+j, canvas.OwnMiddle)
			case far == 5 && (i == 0 || j == 0):
				s.Figure(x+i, y+j, canvas.ShieldWorn)
			}
		}
	}
}
