package scene

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/terrain"
)

// Hurt is the newest hit that the own ship took. The zero value is none.
type Hurt struct {
	At    time.Time
	Angle float64 // where it came from, clockwise from above
}

// Note takes in a hit, and where the ship that fired is.
func (h *Hurt) Note(now time.Time, at, from game.Point) {
	h.At, h.Angle = now, math.Atan2(float64(from.X-at.X), float64(at.Y-from.Y))
}

const (
	hurtTime  = 250 * time.Millisecond
	hurtReach = 7   // columns from the edge
	hurtWidth = 1.0 // radians to each side
)

// DrawHitEdge tints the edge of the field where a hit came from.
func (f *Frame) DrawHitEdge(h Hurt) {
	if f.Now.Sub(h.At) >= hurtTime || f.FewerFlashes || f.LowBandwidth || f.Colourless {
		return
	}
	width, height := f.Width(), f.Height()-2
	for row := range height {
		for column := range width {
			edge := min(column, width-1-column, 2*row, 2*(height-1-row))
			if edge > hurtReach {
				continue
			}
			if tone := h.tone(column, row, edge, width, height); tone < palette.HitTones {
				f.Tint(column, row+1, palette.Hit+canvas.Colour(tone))
			}
		}
	}
}

// tone returns how strong the tint of a cell is, from 0 on; from HitTones on there is none.
func (h *Hurt) tone(column, row, edge, width, height int) int {
	angle := math.Atan2((float64(column)-float64(width)/2)/float64(width), (float64(height)/2-float64(row))/float64(height))
	apart := math.Abs(math.Remainder(angle-h.Angle, 2*math.Pi))
	if apart >= hurtWidth {
		return palette.HitTones
	}
	return int(apart/hurtWidth*3.5 + float64(edge)*0.62 + float64(terrain.Dither(column, row))/18)
}
