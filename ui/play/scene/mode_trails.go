package scene

import (
	"cmp"
	"math"

	"dogfight/game"
	"dogfight/ui/canvas"
)

var trailsLayer = layer{ground: drawTrailBox, things: drawTrails, blips: drawTrailBlips, distant: true}

// drawTrails draws all walls, the own one last.
func drawTrails(f *Frame) {
	for i := range f.Match.World.Trails {
		if i != f.Match.Me {
			f.drawTrail(i)
		}
	}
	if f.Match.Me >= 0 && f.Match.Me < game.MaxRacers {
		f.drawTrail(f.Match.Me)
	}
	for i := range f.Match.World.Trails {
		f.drawJump(i)
	}
}

// paleWall is the length of a wall's pale end, in units.
const paleWall = 80

// drawTrail draws a ship's wall, which fades towards its tail.
func (f *Frame) drawTrail(slot int) {
	t := &f.Match.World.Trails[slot]
	head, burning := f.trailHead(slot)
	ink, far := f.Match.HullOf(slot), 0
	if f.Sheet.Palette.Light() { // glow is paler than the wall
		ink.Bright, ink.Dark = ink.Dark, ink.Bright
	}
	for k := range t.Walls() {
		from, to, wall := t.Wall(k, head)
		if wall {
			f.drawWall(from, to, far, burning, ink)
		}
		far += int(abs(to.X-from.X)+abs(to.Y-from.Y)) / game.One
		if column, row := f.Sheet.Cell(f.Locate(from.X, from.Y)); wall && k > 0 && f.Sheet.Mode == canvas.ASCII {
			f.Sheet.Text(column, row, "+", ink.Middle)
		}
	}
}

// trailHead returns the end of a ship's wall, and whether its ship is destroyed. It follows the drawn position of the
// ship, which does not change in each picture.
func (f *Frame) trailHead(slot int) (head game.Point, burning bool) {
	ship := &f.Match.World.Ships[slot]
	head = game.Point{X: ship.X, Y: ship.Y}
	if slot >= len(f.Match.World.Trails) { // only a wrong host has one
		return head, false
	}
	t := &f.Match.World.Trails[slot]
	if ship.State != game.Flying || f.Positions == nil || t.Count == 0 {
		return head, ship.State != game.Flying
	}
	from, to, _ := t.Wall(t.Walls()-1, head)
	at := f.Positions.ships[slot]
	head.X = min(max(at.X, min(from.X, to.X)), max(from.X, to.X))
	head.Y = min(max(at.Y, min(from.Y, to.Y)), max(from.Y, to.Y))
	return head, false
}

// dotted reports whether ships are heads of walls, in dots: a character would be up to half a cell off its wall.
func (f *Frame) dotted() bool {
	return f.far() && f.Match.Setup.Mode.State() == game.TrailState && f.Sheet.Mode != canvas.ASCII
}

// headSize is the width of a head, in dots.
const headSize = 3

// headWay is the number of dots that show the way of the own ship before a round.
const headWay = 4

// drawHead draws the ship in a slot as an arrow at the end of its wall.
func (f *Frame) drawHead(slot int, h *hull) {
	at, _ := f.trailHead(slot)
	px, py := f.Locate(at.X, at.Y)
	x, y := f.Match.World.Ships[slot].Facing.Vector()
	ahead, down, ink := cmp.Compare(x, 0), cmp.Compare(y, 0), h[Trim]
	if f.Sheet.Palette.Light() && slot != f.Match.Me {
		ink = h[Dark]
	}
	f.Sheet.Figure(px+down, py+ahead, ink)
	f.Sheet.Figure(px-down, py-ahead, ink)
	f.Sheet.Figure(px, py, ink)
	f.Sheet.Figure(px+ahead, py+down, ink)
	f.Sheet.Figure(px+2*ahead, py+2*down, ink) // where a glyph has halves or quarters of a cell, one dot would not show
	if slot != f.Match.Me || f.Match.World.TrailReady() == 0 {
		return
	}
	for i := range headWay {
		f.Sheet.Figure(px+(5+4*i)*ahead, py+(5+4*i)*down, ink)
	}
}

// drawWall draws a part of a wall that begins far units from the tail.
func (f *Frame) drawWall(from, to game.Point, far int, burning bool, h canvas.Ramp) {
	x, y := f.Locate(from.X, from.Y)
	toX, toY := f.Locate(to.X, to.Y)
	stepX, stepY := cmp.Compare(toX, x), cmp.Compare(toY, y)
	width, height := f.Sheet.Dots()
	first, last := shown(x, stepX, width, 0, max(stepX*(toX-x), stepY*(toY-y)))
	first, last = shown(y, stepY, height, first, last)
	for i := first; i <= last; i++ {
		k := h.Middle
		if burning || far+i*f.Grain/game.One < paleWall {
			k = h.Dark
		}
		f.drawWallDot(x+i*stepX, y+i*stepY, stepX != 0, k, h)
	}
}

// shown returns the dots of first to last that are inside the picture, along one axis.
func shown(at, step, size, first, last int) (int, int) {
	switch {
	case step > 0:
		return max(first, -at), min(last, size-1-at)
	case step < 0:
		return max(first, at-size+1), min(last, at)
	case at < -1 || at > size:
		return 0, -1
	}
	return first, last
}

// drawWallDot draws a dot of a wall with its light to both sides.
func (f *Frame) drawWallDot(x, y int, across bool, k canvas.Colour, h canvas.Ramp) {
	switch {
	case f.Sheet.Mode == canvas.ASCII && across:
		f.mark(x, y, "-", k)
		return
	case f.Sheet.Mode == canvas.ASCII:
		f.mark(x, y, "|", k)
		return
	}
	f.Sheet.Figure(x, y, k)
	if f.Grain >= 2*Usual || f.Sheet.LowBandwidth || k == h.Dark {
		return
	}
	for _, side := range [2]int{-1, 1} {
		sx, sy := x+side, y
		if across {
			sx, sy = x, y+side
		}
		if f.Sheet.At(sx, sy) <= canvas.Sky {
			f.Sheet.Dot(sx, sy, h.Dark)
		}
	}
}

// jumpRing is the greatest radius of a jumping ship's ring, in dots.
const jumpRing = 7

// drawJump draws a ring around a jumping ship, which grows and shrinks again.
func (f *Frame) drawJump(slot int) {
	t := &f.Match.World.Trails[slot]
	if !t.Jumping() || f.Match.Flying(slot) == nil {
		return
	}
	px, py := f.LocateShip(slot)
	high := math.Sin(math.Pi * float64(t.Airborne()) / game.JumpTime)
	for _, ray := range rays {
		x, y := ray.from(px, py, jumpRing*high)
		f.Sheet.Figure(x, y, f.Match.HullOf(slot).Bright)
	}
}

// drawTrailBox draws the closing edges of the arena.
func drawTrailBox(f *Frame) {
	least, most := f.Match.World.TrailBox(f.Match.Setup)
	if least.X == 0 {
		return
	}
	left, top := f.Locate(least.X, least.Y)
	right, bottom := f.Locate(most.X-1, most.Y-1)
	width, height := f.Sheet.Dots()
	for x := max(left, 0); x <= min(right, width-1); x++ {
		f.Sheet.Figure(x, top, canvas.Bad)
		f.Sheet.Figure(x, bottom, canvas.Bad)
	}
	for y := max(top, 0); y <= min(bottom, height-1); y++ {
		f.Sheet.Figure(left, y, canvas.Bad)
		f.Sheet.Figure(right, y, canvas.Bad)
	}
}

func drawTrailBlips(r *Radar) {
	for i := range r.frame.Match.World.Trails {
		t := &r.frame.Match.World.Trails[i]
		head, burning := r.frame.trailHead(i)
		ink := r.frame.Match.HullOf(i).Middle
		if burning {
			ink = r.frame.Match.HullOf(i).Dark
		}
		for k := range t.Walls() {
			if from, to, wall := t.Wall(k, head); wall {
				r.drawWallBlip(from, to, ink)
			}
		}
	}
}

func (r *Radar) drawWallBlip(from, to game.Point, ink canvas.Colour) {
	x, y := r.across(int(min(from.X, to.X))), r.down(int(min(from.Y, to.Y)))
	right, bottom := r.across(int(max(from.X, to.X))), r.down(int(max(from.Y, to.Y)))
	for ; x <= right; x++ {
		for at := y; at <= bottom; at++ {
			r.frame.Sheet.Figure(r.left+x, r.top+at, ink)
		}
	}
}
