package scene

import (
	"cmp"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// lastLayer draws the zone: its edge, its next circle, and hatching outside.
var lastLayer = layer{ground: (*Frame).drawZone, blips: (*Radar).drawZone}

// circle is in dots of the canvas.
type circle struct{ x, y, radius int }

// off returns the distance of a dot from the circle, exact to a dot near the edge and monotonic elsewhere; less than 0
// inside.
func (c *circle) off(x, y int) int {
	dx, dy := x-c.x, y-c.y
	return (dx*dx + dy*dy - c.radius*c.radius) / max(2*c.radius, 1)
}

// The zone's drawing, in columns and dots.
const (
	hatchSpace = 6  // columns between the lines of the hatching
	edgeDash   = 12 // dots of a dash with the gap after it
	edgeGap    = 4
	nextDash   = 12 // likewise of the next circle
	nextGap    = 8
)

func (f *Frame) drawZone() {
	z := &f.Match.World.Zone
	if z.Radius == 0 && !z.Closed() {
		return
	}
	now, next := f.circle(z.X, z.Y, z.Radius), f.circle(z.NextX, z.NextY, z.NextRadius)
	top := 1 + f.Sheet.Above
	for row := top; row < f.Sheet.Height()-1; row++ {
		for column := range f.Sheet.Width() {
			x, y := canvas.Across*column, canvas.Down*row
			off := now.off(x+1, y+2)
			switch {
			case off >= -3 && off <= 3:
				f.drawRim(column, row, &now, canvas.FlameOrange, "%", edgeDash, edgeGap)
			case off > 0:
				f.hatch(column, row)
			case next.radius > 0:
				if off := next.off(x+1, y+2); off >= -3 && off <= 3 {
					f.drawRim(column, row, &next, canvas.Accent, ":", nextDash, nextGap)
				}
			}
		}
	}
}

func (f *Frame) circle(x, y, radius int32) circle {
	px, py := f.Locate(x, y)
	return circle{px, py, int(radius) / f.Grain}
}

// drawRim draws a circle's edge in a cell, with gaps fixed in the arena. In ASCII it is a character, since dots are
// ambiguous.
func (f *Frame) drawRim(column, row int, c *circle, ink canvas.Colour, plain string, dash, gap int) {
	left, top := canvas.Across*column, canvas.Down*row
	for i := range canvas.Across * canvas.Down {
		x, y := left+i%canvas.Across, top+i/canvas.Across
		dx, dy := x-c.x, y-c.y
		if off := c.off(x, y); off < 0 || off > 0 && c.off(x-cmp.Compare(dx, 0), y) > 0 && c.off(x, y-cmp.Compare(dy, 0)) > 0 || c.gap(dx, dy, dash, gap) {
			continue
		}
		if f.Sheet.Mode == canvas.ASCII {
			f.Sheet.Text(column, row, plain, ink)
			return
		}
		f.Sheet.Dot(x, y, ink)
	}
}

// gap reports whether a point of the edge, relative to the middle, is in a gap.
func (c *circle) gap(dx, dy, dash, gap int) bool {
	along := dx
	if max(dx, -dx) > max(dy, -dy) { // the edge is steep
		along = dy
	}
	return ((along%dash)+dash)%dash >= dash-gap
}

// hatch draws the hatching of a cell of empty space. It is fixed in the arena.
func (f *Frame) hatch(column, row int) {
	if x, y := column+FloorDiv(f.Left, canvas.Across), row+FloorDiv(f.Top, canvas.Down); (x+y)%hatchSpace != 0 || !f.bare(column, row) {
		return
	}
	left, top := canvas.Across*column, canvas.Down*row
	if f.Sheet.Mode == canvas.ASCII { // an apostrophe: a character would push names and arrows away
		f.Sheet.Dot(left, top, canvas.Ember)
		f.Sheet.Dot(left+1, top, canvas.Ember)
		return
	}
	f.Sheet.Dot(left+1, top, canvas.Ember)
	f.Sheet.Dot(left+1, top+1, canvas.Ember)
	f.Sheet.Dot(left, top+2, canvas.Ember)
	f.Sheet.Dot(left, top+3, canvas.Ember)
}

// bare reports whether a cell has only sky.
func (f *Frame) bare(column, row int) bool {
	for i := range canvas.Across * canvas.Down {
		if f.Sheet.At(canvas.Across*column+i%canvas.Across, canvas.Down*row+i/canvas.Across) > canvas.Sky {
			return false
		}
	}
	return f.Sheet.Plain(column, row)
}

// drawZone draws the zone and its next circle on the radar.
func (r *Radar) drawZone() {
	z := &r.frame.Match.World.Zone
	if z.Radius == 0 {
		return
	}
	if z.NextRadius > 0 {
		r.drawCircle(z.NextX, z.NextY, z.NextRadius, canvas.Accent, 2)
	}
	r.drawCircle(z.X, z.Y, z.Radius, canvas.FlameOrange, 1)
}

// drawCircle draws every so manieth dot of a circle on the radar.
func (r *Radar) drawCircle(x, y, radius int32, ink canvas.Colour, every int) {
	for i := 0; i < len(rays); i += every {
		px := int(x) + int(rays[i].X*float64(radius))
		py := int(y) + int(rays[i].Y*float64(radius))
		if px < 0 || px >= int(r.w) || py < 0 || py >= int(r.h) {
			continue
		}
		at := game.Point{X: int32(px), Y: int32(py)}
		if r.frame.Sheet.Mode == canvas.ASCII {
			r.frame.Sheet.Text((r.left+r.across(px))>>1, (r.top+r.down(py))>>2, ".", ink)
			continue
		}
		r.frame.Sheet.Dot(r.left+r.across(int(at.X)), r.top+r.down(int(at.Y)), ink)
	}
}
