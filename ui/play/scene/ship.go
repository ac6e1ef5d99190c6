package scene

import (
	"slices"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// DrawShips draws all ships, the own one last, in front of all their surroundings.
func (f *Frame) DrawShips(b *Bursts) {
	f.darkenAround()
	for i := range f.Match.World.Ships {
		f.drawAround(i)
	}
	for i := range f.Match.World.Ships {
		if i != f.Match.Me {
			f.drawShip(i, b)
		}
	}
	if f.Match.Me >= 0 {
		f.drawShip(f.Match.Me, b)
	}
}

// drawAround draws a ship's edge, flames and shield.
func (f *Frame) drawAround(slot int) {
	ship := f.Match.Flying(slot)
	if ship == nil || f.far() || f.Match.Ghost(slot) {
		return
	}
	if kind := f.Match.Kind(slot); kind != nil && kind.Role != game.Plain {
		return
	}
	px, py := f.LocateShip(slot)
	if !f.Near(px, py, 8) {
		return
	}
	if s := SpriteOf(f.Match.Class(ship)); !f.Sheet.LowBandwidth {
		if f.Sheet.Mode != canvas.ASCII {
			f.drawEdge(s, ship, px, py)
		}
		f.figures(px, py, s.Flame(ship.Facing, flameLength(ship), f.Sheet.Beat(flickerTime, flameLooks)))
	}
	f.drawShield(ship, px, py)
}

func (f *Frame) drawShip(slot int, b *Bursts) {
	ship := f.Match.Flying(slot)
	if ship == nil {
		return
	}
	px, py := f.LocateShip(slot)
	if !f.Near(px, py, 8) {
		return
	}
	if f.drawPart(slot, px, py, f.Sheet.Now.Sub(b.hit[slot]) < hitFlash) {
		return
	}
	colours := f.Match.HullOf(slot)
	if f.Match.Ghost(slot) {
		f.drawGhost(ship, px, py, colours.Dark)
		return
	}
	hull := hullOf(colours)
	if f.Sheet.Now.Sub(b.hit[slot]) < hitFlash && !f.Sheet.FewerFlashes {
		hull = f.flashed()
	} else if slot == f.Match.Me {
		hull[Trim] = canvas.OwnTrim
	}
	if f.dotted() {
		f.drawHead(slot, &hull)
		return
	}
	f.drawHull(ship, px, py, &hull)
}

// A hit ship blinks, at most three times a second.
const (
	hitFlash   = 100 * time.Millisecond
	blinkPause = time.Second / 3
)

// hull is the colours of a ship's parts.
type hull [Parts]canvas.Colour

// hullOf returns a hull in a pilot's colours.
func hullOf(colours canvas.Ramp) hull {
	return hull{
		Lit: colours.Bright, Middle: colours.Middle, Dark: colours.Dark, Wing: colours.Middle,
		Trim: colours.Bright, Glass: canvas.Glass, Engine: canvas.FlameOrange, Lamp: canvas.FlameYellow,
		Edge: canvas.Space,
	}
}

// flashed is the hull of a hit ship.
var flashed = hull{
	Lit: canvas.Spark, Middle: canvas.Spark, Dark: canvas.FlameRed, Wing: canvas.FlameRed,
	Trim: canvas.Spark, Glass: canvas.FlameRed, Engine: canvas.FlameYellow, Lamp: canvas.Spark,
	Edge: canvas.Space,
}

// flashed returns the hull of a hit ship. Without colours bright ships cannot get brighter: they get faint.
func (f *Frame) flashed() hull {
	if !f.Sheet.Colourless {
		return flashed
	}
	var faint hull
	for part := range faint {
		faint[part] = canvas.Smoke
	}
	return faint
}

// plain returns a hull of one colour: each change of colour takes a dozen bytes.
func (h *hull) plain() *hull {
	var one hull
	for part := range one {
		one[part] = h[Middle]
	}
	return &one
}

// twoTones returns a hull of a light and a middle tone.
func (h *hull) twoTones() *hull {
	two := *h.plain()
	two[Lit], two[Trim], two[Lamp] = h[Lit], h[Lit], h[Lit]
	two[Edge] = h[Edge]
	return &two
}

// drawHull draws a ship at the current distance. From far away it is one character.
func (f *Frame) drawHull(ship *game.Ship, px, py int, h *hull) {
	switch {
	case f.far():
		f.drawFarShip(ship, px, py, h[Middle])
		return
	case f.Sheet.LowBandwidth:
		h = h.plain()
	case f.Sheet.Detail.TwoTones:
		h = h.twoTones()
	}
	if f.Sheet.Mode == canvas.ASCII {
		drawPlain(f.Sheet, ship, SpriteOf(f.Match.Class(ship)).Name, px, py, h[Middle])
		return
	}
	for _, spot := range SpriteOf(f.Match.Class(ship)).At(ship.Facing) {
		f.Sheet.Figure(px+int(spot.X), py+int(spot.Y), h[spot.Part])
	}
}

// drawEdge draws the line around a hull, which sets it off its background.
func (f *Frame) drawEdge(s *ShipSprite, ship *game.Ship, px, py int) {
	for _, spot := range s.Outline[ship.Facing%game.Courses] {
		if x, y := px+int(spot.X), py+int(spot.Y); f.Sheet.At(x, y) > canvas.Shadow {
			f.Sheet.Dot(x, y, canvas.Space)
		}
	}
}

// figures draws dots around a place as figures.
func (f *Frame) figures(px, py int, dots []Dot) {
	for _, d := range dots {
		f.Sheet.Figure(px+int(d.X), py+int(d.Y), d.Colour)
	}
}

// dots draws dots around a place.
func (f *Frame) dots(px, py int, dots []Dot) {
	for _, d := range dots {
		f.Sheet.Dot(px+int(d.X), py+int(d.Y), d.Colour)
	}
}

// The lengths of flames, in dots.
const (
	flickerTime = 70 * time.Millisecond
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

// haloTurn is the time of one step of a fresh ship's lights.
const haloTurn = 60 * time.Millisecond

// drawShield draws the lights of a fresh ship, or a ring for the shield, which wears.
func (f *Frame) drawShield(ship *game.Ship, px, py int) {
	switch {
	case ship.Hits > 0:
		f.dots(px, py, ring(int(ship.Hits)))
	case ship.Protect > 0 && f.Sheet.LowBandwidth:
		f.dots(px, py, halo(f.Sheet.Beat(4*haloTurn, haloSteps)))
	case ship.Protect > 0:
		f.dots(px, py, halo(f.Sheet.Beat(haloTurn, haloSteps)))
	}
}

// farShips are the ships from far away, also in ASCII.
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
	if f.Sheet.Mode == canvas.ASCII {
		ships = &farShips[1]
	}
	f.mark(px, py, ships[ship.Facing%game.Courses], ink)
}

// darkenAround sets off the player's ship: rock around it is darker, or left out. It changes whole cells, as a cell
// shows only two colours.
func (f *Frame) darkenAround() {
	ship := f.Match.Flying(f.Match.Me)
	if ship == nil || f.far() || f.Match.Ghost(f.Match.Me) {
		return
	}
	if f.Sheet.Mode == canvas.ASCII {
		f.darken(f.ShipArea(f.Match.Me).Wider(1, 0))
		return
	}
	px, py := f.LocateShip(f.Match.Me)
	sprite, facing := SpriteOf(f.Match.Class(ship)), ship.Facing%game.Courses
	var cells cellSet
	for _, spots := range [...][]Spot{sprite.At(facing), sprite.Outline[facing]} {
		for _, spot := range spots {
			cells.add(f.Sheet.Cell(px+int(spot.X), py+int(spot.Y)))
		}
	}
	for _, nozzle := range sprite.Nozzles[facing] {
		cells.add(f.Sheet.Cell(px+int(nozzle.X), py+int(nozzle.Y)))
	}
	for _, at := range cells.all[:cells.n] {
		f.darken(at)
	}
}

// cellSet is the cells of a sprite.
type cellSet struct {
	all [32]canvas.Area
	n   int
}

// add adds a cell, if it is not there and there is room.
func (c *cellSet) add(x, y int) {
	if at := canvas.Rect(x, y, 1, 1); c.n < len(c.all) && !slices.Contains(c.all[:c.n], at) {
		c.all[c.n] = at
		c.n++
	}
}

// darken changes all dots of some cells to their colours beside the own ship.
func (f *Frame) darken(a canvas.Area) {
	for y := canvas.Down * a.Y; y < canvas.Down*(a.Y+a.Height); y++ {
		for x := canvas.Across * a.X; x < canvas.Across*(a.X+a.Width); x++ {
			if is := f.Sheet.At(x, y); f.Beside[is] != is {
				f.Sheet.Dot(x, y, f.Beside[is])
			}
		}
	}
}

// drawGhost draws a ship as dark as its engines and dotted: each of its cells is a shade, or in ASCII a character of
// its own. It omits flames and shield, which may be gone.
func (f *Frame) drawGhost(ship *game.Ship, px, py int, ink canvas.Colour) {
	shade := "▒"
	if f.Sheet.Mode == canvas.ASCII {
		shade = "~"
	}
	for _, spot := range SpriteOf(f.Match.Class(ship)).At(ship.Facing) {
		column, row := f.Sheet.Cell(px+int(spot.X), py+int(spot.Y))
		f.Sheet.Text(column, row, shade, ink)
	}
}

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

// DrawPlayerRing draws a ring around the own ship. It begins large and closes in, which draws the eye.
func (f *Frame) DrawPlayerRing(age time.Duration) {
	if f.Match.Flying(f.Match.Me) == nil || age < 0 || age >= ringTime {
		return
	}
	radius := float64(ringRadius)
	if f.ringMoves() {
		radius *= 1 + (ringFrom-1)*max(1-float64(age)/float64(ringFall), 0)
	}
	f.drawRing(radius)
}

// DrawFoundRing draws the closed ring, behind the text and outside of panels.
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
		x, y := ray.from(px, py, radius)
		switch column, row := f.Sheet.Cell(x, y); {
		case !f.Sheet.InField(column, row) || !f.Sheet.Plain(column, row) || !f.Sheet.Vacant(column-1, row) || !f.Sheet.Vacant(column+1, row): // close to text
		case f.Sheet.Large[0].Holds(column, row) || f.Sheet.Large[1].Holds(column, row) || !f.FreeOfShips(canvas.Rect(column, row, 1, 1)):
		case f.Sheet.Mode != canvas.ASCII:
			f.Sheet.Figure(x, y, canvas.OwnTrim)
		case i%2 == 0:
			f.Sheet.Text(column, row, "o", canvas.OwnTrim)
		}
	}
}
