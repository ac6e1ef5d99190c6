package scene

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

const (
	wellArms  = 3
	wellTurn  = 60 * time.Millisecond
	wellSteps = 48                             // of a full turn
	wellReach = game.WellRadius / game.One / 2 // dots
)

// DrawWells draws the wells: arms of dots that wind inwards, and a dark heart.
func (f *Frame) DrawWells() {
	for _, at := range f.Match.Setup.Arena.Wells {
		px, py := f.Locate(at.X, at.Y)
		switch {
		case !f.Near(px, py, wellReach):
		case f.far() || f.Sheet.Mode == canvas.ASCII:
			column, row := f.Sheet.Cell(px, py)
			f.Sheet.Text(column, row, "@", canvas.OrbHalo)
		default:
			f.drawWell(px, py)
		}
	}
}

func (f *Frame) drawWell(px, py int) {
	turn := 0.0
	if f.ringMoves() {
		turn = float64(f.Sheet.Beat(wellTurn, wellSteps)) * 2 * math.Pi / wellSteps
	}
	for arm := range wellArms {
		for dot := 3; dot < wellReach; dot += 2 {
			angle := turn + float64(arm)*2*math.Pi/wellArms + 18/float64(dot+4)
			x, y := px+int(math.Round(float64(dot)*math.Cos(angle))), py+int(math.Round(float64(dot)*math.Sin(angle)))
			f.Sheet.Dot(x, y, wellInk(dot))
		}
	}
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if dx*dx+dy*dy <= 5 {
				f.Sheet.Dot(px+dx, py+dy, canvas.Shadow)
			}
		}
	}
}

func wellInk(dot int) canvas.Colour {
	switch {
	case dot < 8:
		return canvas.OrbMiddle
	case dot < 16:
		return canvas.OrbDark
	}
	return canvas.OrbHalo
}
