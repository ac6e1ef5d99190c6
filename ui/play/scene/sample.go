package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

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
	s.Paint(a.X, a.Y, a.Width, a.Height, canvas.SpaceTone)
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
