package scene

import (
	"math"
	"time"

	"dogfight/ui/canvas"
)

const (
	// ringTime is how long the own ship has a ring after a spawn.
	ringTime = 2 * time.Second

	ringRadius = 15  // dots
	ringFrom   = 3.5 // its size at first, as a factor
	ringFall   = 400 * time.Millisecond
	ringDashes = 8 // rays of a dash with its gap
	ringDash   = 5 // of which are drawn
	ringTurn   = 90 * time.Millisecond
)

// DrawOwnRing draws a ring around the own ship. It begins large and closes in, which draws the eye.
func (f *Frame) DrawOwnRing(age time.Duration) {
	if f.Match.Flying(f.Match.Me) == nil || age < 0 || age >= ringTime {
		return
	}
	radius := float64(ringRadius)
	if f.ringMoves() {
		radius *= 1 + (ringFrom-1)*max(1-float64(age)/float64(ringFall), 0)
	}
	f.drawRing(radius)
}

// DrawFoundRing draws the closed ring, behind the text.
func (f *Frame) DrawFoundRing() {
	if f.Match.Flying(f.Match.Me) != nil {
		f.drawRing(ringRadius)
	}
}

func (f *Frame) ringMoves() bool {
	return !f.Sheet.ReducedMotion && !f.Sheet.FewerFlashes && !f.Sheet.LowBandwidth
}

func (f *Frame) drawRing(radius float64) {
	turn := 0
	if f.ringMoves() {
		turn = f.Sheet.Beat(ringTurn, ringDashes)
	}
	px, py := f.LocateShip(f.Match.Me)
	for i, ray := range rays {
		if (i+turn)%ringDashes >= ringDash {
			continue
		}
		x, y := px+int(math.Round(ray.X*radius)), py+int(math.Round(ray.Y*radius))
		switch column, row := f.Sheet.Cell(x, y); {
		case !f.Sheet.InField(column, row) || !f.Sheet.Vacant(column, row) || !f.Sheet.Vacant(column-1, row) || !f.Sheet.Vacant(column+1, row): // close to text
		case f.Sheet.Mode != canvas.ASCII:
			f.Sheet.Figure(x, y, canvas.OwnTrim)
		case i%2 == 0 && f.FreeOfShips(canvas.Rect(column, row, 1, 1)):
			f.Sheet.Text(column, row, "o", canvas.OwnTrim)
		}
	}
}
