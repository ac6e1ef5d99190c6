package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/palette"
	"dogfight/ui/play/sprites"
)

// DrawShips draws all ships, the own one last. What is around them is behind them all.
func (f *Frame) DrawShips(b *Bursts) {
	f.keepOff()
	for i := range f.World.Ships {
		f.drawAround(i)
	}
	for i := range f.World.Ships {
		if i != f.Me {
			f.drawShip(i, b)
		}
	}
	if f.Me >= 0 {
		f.drawShip(f.Me, b)
	}
}

// drawAround draws what is around a ship: a line that keeps it off the rock behind it, flames, and its shield.
func (f *Frame) drawAround(slot int) {
	ship := f.Flying(slot)
	if ship == nil || f.far() || f.Ghost(slot) {
		return
	}
	if kind := f.Kind(slot); kind != nil && kind.Role != game.Plain {
		return
	}
	px, py := f.LocateShip(slot)
	if !f.Near(px, py, 8) {
		return
	}
	if s := sprites.OfClass(f.Class(ship)); !f.LowBandwidth {
		if f.Mode != canvas.ASCII {
			f.drawEdge(s, ship, px, py)
		}
		f.figures(px, py, s.Flame(ship.Facing, flameLength(ship), f.flicker()))
	}
	f.drawShield(ship, px, py)
}

func (f *Frame) drawShip(slot int, b *Bursts) {
	ship := f.Flying(slot)
	if ship == nil {
		return
	}
	px, py := f.LocateShip(slot)
	if !f.Near(px, py, 8) {
		return
	}
	if f.drawPart(slot, px, py, f.Now.Sub(b.hit[slot]) < hitFlash) {
		return
	}
	colours := f.HullOf(slot)
	if f.Ghost(slot) {
		f.drawGhost(ship, px, py, colours.Dark)
		return
	}
	hull := hullOf(colours)
	if f.Now.Sub(b.hit[slot]) < hitFlash && !f.FewerFlashes {
		hull = f.flashed()
	} else if slot == f.Me {
		hull[sprites.Trim] = palette.OwnTrim
	}
	f.drawHull(ship, px, py, &hull)
}

// A ship that was hit shines for a moment, and however many hits follow, no more than three times a second.
const (
	hitFlash   = 100 * time.Millisecond
	blinkPause = time.Second / 3
)

// hull is the colour of each part of a ship.
type hull [sprites.Parts]canvas.Colour

// hullOf returns a hull in a pilot's colours.
func hullOf(colours palette.Ramp) hull {
	return hull{
		sprites.Lit: colours.Bright, sprites.Middle: colours.Middle, sprites.Dark: colours.Dark, sprites.Wing: colours.Middle,
		sprites.Trim: colours.Bright, sprites.Glass: palette.Glass, sprites.Engine: palette.FlameOrange, sprites.Lamp: palette.FlameYellow,
		sprites.Edge: palette.Space,
	}
}

// flashed is a hull that was hit.
var flashed = hull{
	sprites.Lit: palette.Spark, sprites.Middle: palette.Spark, sprites.Dark: palette.FlameRed, sprites.Wing: palette.FlameRed,
	sprites.Trim: palette.Spark, sprites.Glass: palette.FlameRed, sprites.Engine: palette.FlameYellow, sprites.Lamp: palette.Spark,
	sprites.Edge: palette.Space,
}

// flashed returns the hull of a ship that was hit. Without colours the brightest ships are as bright as they can be: there
// it grows faint.
func (f *Frame) flashed() hull {
	if !f.Colourless {
		return flashed
	}
	var faint hull
	for part := range faint {
		faint[part] = palette.Smoke
	}
	return faint
}

// plain returns a hull of one colour, for where each change of colour takes a dozen bytes.
func (h *hull) plain() *hull {
	var one hull
	for part := range one {
		one[part] = h[sprites.Middle]
	}
	return &one
}

// twoTones returns a hull that is light or not.
func (h *hull) twoTones() *hull {
	two := *h.plain()
	two[sprites.Lit], two[sprites.Trim], two[sprites.Lamp] = h[sprites.Lit], h[sprites.Lit], h[sprites.Lit]
	two[sprites.Edge] = h[sprites.Edge]
	return &two
}

// drawHull draws a ship as large as it is. From far away that is one character.
func (f *Frame) drawHull(ship *game.Ship, px, py int, h *hull) {
	switch {
	case f.far():
		f.drawFarShip(ship, px, py, h[sprites.Middle])
		return
	case f.LowBandwidth:
		h = h.plain()
	case f.Detail.TwoTones:
		h = h.twoTones()
	}
	if f.Mode == canvas.ASCII {
		drawPlain(f.Sheet, ship, sprites.OfClass(f.Class(ship)).Name, px, py, h[sprites.Middle])
		return
	}
	for _, spot := range sprites.OfClass(f.Class(ship)).At(ship.Facing) {
		f.Figure(px+int(spot.X), py+int(spot.Y), h[spot.Part])
	}
}

// drawEdge draws the line around a hull that keeps it off the rock, the card or the fire behind it.
func (f *Frame) drawEdge(s *sprites.Ship, ship *game.Ship, px, py int) {
	for _, spot := range s.Outline[ship.Facing%game.Courses] {
		if x, y := px+int(spot.X), py+int(spot.Y); f.At(x, y) > palette.Shadow {
			f.Dot(x, y, palette.Space)
		}
	}
}

// figures draws dots around a place.
func (f *Frame) figures(px, py int, dots []sprites.Dot) {
	for _, d := range dots {
		f.Figure(px+int(d.X), py+int(d.Y), d.Colour)
	}
}

// dots draws dots around a place that are no figure.
func (f *Frame) dots(px, py int, dots []sprites.Dot) {
	for _, d := range dots {
		f.Dot(px+int(d.X), py+int(d.Y), d.Colour)
	}
}

// How long flames are, in dots.
const (
	thrustFlame = 5
	boostFlame  = 9
)

func flameLength(ship *game.Ship) int {
	switch {
	case ship.Boosting():
		return boostFlame
	case ship.Input.Course() == game.Idle:
		return 0
	}
	return thrustFlame
}

// flicker tells which of its looks a flame has.
func (f *Frame) flicker() int { return f.Beat(70*time.Millisecond, sprites.FlameLooks) }

// haloTurn is after what time the lights around a fresh ship are where the next ones were.
const haloTurn = 60 * time.Millisecond

// drawShield shows what keeps hits from a ship: lights that circle a ship fresh
// from the spawn, a whole ring for the shield, which wears.
func (f *Frame) drawShield(ship *game.Ship, px, py int) {
	switch {
	case ship.Hits > 0:
		f.dots(px, py, sprites.Ring(int(ship.Hits)))
	case ship.Protect > 0 && f.LowBandwidth:
		f.dots(px, py, sprites.Halo(f.Beat(4*haloTurn, sprites.HaloSteps)))
	case ship.Protect > 0:
		f.dots(px, py, sprites.Halo(f.Beat(haloTurn, sprites.HaloSteps)))
	}
}

// farShips are the ships from far away, in ASCII too.
var farShips = [2][game.Courses]string{
	{
		game.Idle: "▲", game.Up: "▲", game.Down: "▼", game.Left: "◄", game.Right: "►",
		game.UpLeft: "◤", game.UpRight: "◥", game.DownLeft: "◣", game.DownRight: "◢",
	}, {
		game.Idle: "^", game.Up: "^", game.Down: "v", game.Left: "<", game.Right: ">",
		game.UpLeft: "\\", game.UpRight: "/", game.DownLeft: "/", game.DownRight: "\\",
	},
}

func (f *Frame) drawFarShip(ship *game.Ship, px, py int, ink canvas.Colour) {
	ships := &farShips[0]
	if f.Mode == canvas.ASCII {
		ships = &farShips[1]
	}
	column, row := f.Cell(px, py)
	f.Text(column, row, ships[ship.Facing%game.Courses], ink)
}
