package scene

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Hurt is the latest hits on the own ship. The zero value has none.
type Hurt struct {
	hits [hurtSides]hurt
	next int
}

// hurtSides is the most hits that show at once.
const hurtSides = 3

// hurt is a hit.
type hurt struct {
	at     time.Time
	angle  float64 // direction of its origin, clockwise from above
	around bool    // the origin is unknown
	hard   bool    // it took much
}

// Note records a hit on the own ship. Its origin is where the shot was fired, as its owner may have moved.
func (h *Hurt) Note(m *model.Match, now time.Time, ev *game.Event) {
	if ev.Kind != game.EventHit || int(ev.Slot) != m.Me {
		return
	}
	x, y := float64(ev.FromX)-float64(ev.X), float64(ev.FromY)-float64(ev.Y)
	h.hits[h.next] = hurt{at: now, angle: math.Atan2(x, -y), around: m.Foreign || x == 0 && y == 0, hard: ev.HP >= hardHit}
	h.next = (h.next + 1) % hurtSides
}

const (
	hardHit   = 2                      // HP taken
	shakeTime = 240 * time.Millisecond // of the picture, after a hard hit
	hurtTime  = 250 * time.Millisecond
	hurtReach = 7    // columns from the edge
	hurtWidth = 1.05 // radians to each side
	hurtFaint = 0.5  // share of hurtWidth: the strength of the whole edge if the side is unknown
)

// DrawHitEdge tints the edge of the field in the direction of hits. Without a tint, hud.DrawHitMarks shows it.
func (f *Frame) DrawHitEdge(h *Hurt) {
	if !f.ShowsTint() {
		return
	}
	for i := range h.hits {
		if age := f.Sheet.Now.Sub(h.hits[i].at); age >= 0 && age < hurtTime {
			f.drawHit(&h.hits[i])
		}
	}
}

// Shake moves the picture to and fro after a hard hit, along its direction.
func (f *Frame) Shake(h *Hurt) {
	if !f.ShowsTint() || f.Sheet.ReducedMotion {
		return
	}
	by := [...]int{1, -1, 1, 0} // cells
	for i := range h.hits {
		hit := &h.hits[i]
		age := f.Sheet.Now.Sub(hit.at)
		if !hit.hard || age < 0 || age >= shakeTime {
			continue
		}
		step := by[age*time.Duration(len(by))/shakeTime]
		if math.Abs(math.Sin(hit.angle)) >= math.Abs(math.Cos(hit.angle)) {
			f.Left += step * canvas.Across
		} else {
			f.Top += step * canvas.Down
		}
		return
	}
}

// ShowsTint reports whether the edge of the field may flash.
func (f *Frame) ShowsTint() bool {
	return !f.Sheet.FewerFlashes && !f.Sheet.LowBandwidth && !f.Sheet.Colourless && f.Sheet.Mode != canvas.ASCII
}

func (f *Frame) drawHit(h *hurt) {
	width, height := f.Sheet.Width(), f.Sheet.Height()-2-f.Sheet.Above
	for row := range height {
		for column := range width {
			edge := min(column, width-1-column, 2*row, 2*(height-1-row))
			if edge > hurtReach {
				continue
			}
			tone, y := h.tone(column, row, edge, width, height), row+1+f.Sheet.Above
			ink := canvas.Hit + canvas.Colour(tone)
			if is := f.Sheet.At(canvas.Across*column, canvas.Down*y); tone < canvas.HitTones && (is < canvas.Hit || is > ink) {
				f.Sheet.Tint(column, y, ink) // unless another hit tints it more
			}
		}
	}
}

// tone returns the tint of a cell: 0 is the strongest, from HitTones on there is none. Angles treat the field as a
// square, so that a hit from the upper right lights its corner.
func (h *hurt) tone(column, row, edge, width, height int) int {
	apart := hurtFaint * hurtWidth
	if !h.around {
		angle := math.Atan2((float64(column)-float64(width)/2)/float64(width), (float64(height)/2-float64(row))/float64(height))
		apart = math.Abs(math.Remainder(angle-h.angle, 2*math.Pi))
	}
	if apart >= hurtWidth {
		return canvas.HitTones
	}
	return int(apart/hurtWidth*3.5 + float64(edge)*0.62 + float64(dither(column, row))/18)
}

// markTime is how long a mark shows a hit where nothing may flash.
const markTime = 600 * time.Millisecond

// Sides calls mark with the direction of each hit within markTime, in dots; (0, 0) if unknown.
func (h *Hurt) Sides(now time.Time, tell func(dx, dy int)) {
	const far = 1 << 12
	for i := range h.hits {
		hit := &h.hits[i]
		switch age := now.Sub(hit.at); {
		case age < 0 || age >= markTime:
		case hit.around:
			tell(0, 0)
		default:
			tell(int(far*math.Sin(hit.angle)), int(-far*math.Cos(hit.angle)))
		}
	}
}
