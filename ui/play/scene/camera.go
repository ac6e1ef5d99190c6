package scene

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
)

// Camera decides which part of the arena shows. It rests while its ship is near the middle, and otherwise follows by
// whole pixels, so that the ship does not tremble. It moves smoothly only relative to the ship: it looks ahead along
// the flight, and glides over to another ship.
type Camera struct {
	Wanted   int  // slot that a spectator chose, or -1
	Followed int  // slot, or -1
	Still    bool // neither look ahead nor glide
	free     bool
	bound    int   // slot+1 of a ship to follow in any case; 0 for none
	beside   int   // slot+1 of a ship to show too; 0 for none
	Place    point // target of a free camera
	Zoom     Zoom

	At          point // target in the arena
	glide, lean point // added to At
	last        time.Time
	sight       point // size of the picture
	centre      centre
	corner      [2]int       // of the picture, in dots
	moved       [2]time.Time // when it last moved across, and down
	aside       point        // distance of the centre from At, glide and lean together
}

// point is a position or way, in 1/256 unit unless noted.
type point struct{ X, Y float64 }

// centre is the middle of the picture, in dots of a grain.
type centre struct {
	x, y  int
	grain int
}

const (
	glideTime = 150 * time.Millisecond // to reduce the way to a new ship to a third
	leanTime  = 500 * time.Millisecond // likewise to lean along a new flight
	leanAhead = 24.0                   // ticks of flight
	leanMost  = 4                      // most of the picture to lean: more would lose a fast ship
	mourning  = 700 * time.Millisecond // at the wreck, before turning to the killer
	overscan  = 2                      // rows beyond the arena's edge, under the HUD lines
)

// Bind makes the camera follow the ship in a slot on any screen, and show one in another slot too if both fit; -1 for
// none.
func (c *Camera) Bind(slot, beside int) { c.bound, c.beside = slot+1, beside+1 }

// Sees reports whether two ships fit into the picture when the camera is bound to them.
func (c *Camera) Sees(a, b game.Point) bool {
	const share = 0.65 // of the picture: the camera looks a quarter of it ahead at most
	return math.Abs(float64(a.X-b.X)) < share*c.sight.X && math.Abs(float64(a.Y-b.Y)) < share*c.sight.Y
}

// Turn sets the target for now. Aim then places the camera, as only the frame knows the screen.
func (c *Camera) Turn(m *model.Match, now time.Time, k *model.Killer) {
	passed := now.Sub(c.last)
	first := c.last.IsZero() || passed > time.Second
	c.last = now
	goal, slot := c.goal(m, now, k)
	if slot != c.Followed {
		c.glide.X += c.At.X + c.aside.X - goal.X
		c.glide.Y += c.At.Y + c.aside.Y - goal.Y
		c.Followed = slot
	}
	c.At = goal
	c.glide.approach(point{}, passed, glideTime)
	c.lean.approach(c.ahead(m), passed, leanTime)
	if first {
		c.glide, c.lean = point{}, c.ahead(m)
	}
	if c.Still {
		c.glide, c.lean = point{}, point{}
	}
}

// goal returns the target, and the slot of its ship.
func (c *Camera) goal(m *model.Match, now time.Time, k *model.Killer) (point, int) {
	slot, watches := m.Me, m.Watches()
	if !watches {
		c.Wanted, c.free = -1, false
	}
	switch {
	case c.bound > 0:
		slot = c.bound - 1
		if m.World.Ships[slot].State == game.Empty {
			return arenaMiddle(m), -1
		}
		at := m.Position(slot)
		return point{float64(at.X), float64(at.Y)}, slot
	case watches && c.free:
		return c.Place, -1
	case watches && (m.Me < 0 || now.Sub(k.At) > mourning):
		slot = c.watched(m, k)
	case m.Dead() && k.By >= 0 && now.Sub(k.At) > mourning:
		slot = k.By
	}
	if m.Flying(slot) == nil && slot != m.Me {
		slot = c.Followed
	}
	if slot < 0 || m.World.Ships[slot].State == game.Empty || m.World.Status == game.Waiting {
		return arenaMiddle(m), -1
	}
	at := m.Position(slot)
	return point{float64(at.X), float64(at.Y)}, slot
}

func arenaMiddle(m *model.Match) point {
	w, h := m.Setup.Arena.Size()
	return point{float64(w / 2), float64(h / 2)}
}

// watched returns the slot that a spectator watches: the chosen one, otherwise the killer of the own ship, otherwise
// the leader.
func (c *Camera) watched(m *model.Match, k *model.Killer) int {
	if c.Wanted >= 0 && m.World.Ships[c.Wanted].State != game.Empty && !m.OutOfRound(c.Wanted) {
		return c.Wanted
	}
	if m.Me >= 0 && m.Flying(k.By) != nil {
		return k.By
	}
	leader := -1
	for i := range m.World.Ships {
		if m.Flying(i) != nil && (leader < 0 || m.Compare(i, leader) < 0) {
			leader = i
		}
	}
	return leader
}

// ahead returns the way to lean, along the ship's flight.
func (c *Camera) ahead(m *model.Match) point {
	if c.beside > 0 && c.bound > 0 {
		at, other := m.Position(c.bound-1), m.Position(c.beside-1)
		return point{float64(other.X-at.X) / 2, float64(other.Y-at.Y) / 2}
	}
	ship := m.Flying(c.Followed)
	if ship == nil {
		return point{}
	}
	return point{float64(ship.VX) * leanAhead, float64(ship.VY) * leanAhead}
}

// Aim places the camera and sets the visible part of the arena: at most a little beyond its edges, and centred if it
// is smaller than the field. A page in the corner narrows the canvas, so that no ship flies under it.
func (c *Camera) Aim(f *Frame) {
	f.Grain, f.followed = c.Zoom.grain(f), c.Followed
	width, height := f.Sheet.Dots()
	c.sight = point{float64(width * f.Grain), float64(height * f.Grain)}
	w, h := f.Match.Setup.Arena.Size()
	dot := float64(f.Grain)
	lean := point{most(c.lean.X, c.sight.X/leanMost), most(c.lean.Y, c.sight.Y/leanMost)}
	x := wholeCells(FloorDiv(int(c.At.X), f.Grain), canvas.Across) + wholeCells(int(math.Round((c.glide.X+lean.X)/dot)), canvas.Across)
	y := wholeCells(FloorDiv(int(c.At.Y), f.Grain), canvas.Down) + wholeCells(int(math.Round((c.glide.Y+lean.Y)/dot)), canvas.Down)
	c.stay(x, y, f)
	covered := canvas.Across * f.Sheet.Covered.Width
	before, after, above := f.margins()
	left := window(c.centre.x, width-covered, int(w)/f.Grain, canvas.Across*before, canvas.Across*after) - covered
	top := window(c.centre.y, height, int(h)/f.Grain, canvas.Down*above, canvas.Down*overscan)
	f.Left, f.Top = wholeCells(left, canvas.Across), wholeCells(top, canvas.Down) // the ground is drawn by cells
	f.held = c.hold(f)
}

// The cells at the edges of a phone on its side that its buttons and its stick cover, at most.
const (
	buttonRows   = 8
	stickColumns = 23
	fireColumns  = 25
)

// margins returns the columns and rows that the picture may show beyond the arena's edges. A phone shows more: its pilot's ship is not
// hidden by the stick and the buttons, wherever it flies.
func (f *Frame) margins() (before, after, above int) {
	before, after, above = 1, 1, overscan+f.Sheet.Above
	if f.Sheet.Phone() && f.Match.Me >= 0 {
		most := f.Sheet.Width() * 3 / 10
		before, above = min(stickColumns, most), max(above, buttonRows)
		if f.Sheet.Side == 0 { // otherwise the fire buttons lie over the panel
			after = min(fireColumns, most)
		}
	}
	return before, after, above
}

// wholeCells rounds dots down to whole cells.
func wholeCells(dots, cell int) int { return dots &^ (cell - 1) }

// holdTime is how long after a camera move the followed ship is drawn by whole cells.
const holdTime = 200 * time.Millisecond

// hold reports whether the camera moves across and down, by whole cells. The followed ship is then drawn by whole
// cells too: otherwise it would tremble, as the picture jumps each time the ship has flown one cell.
func (c *Camera) hold(f *Frame) (held [2]bool) {
	for i, is := range [...]int{f.Left, f.Top} {
		if is != c.corner[i] {
			c.corner[i], c.moved[i] = is, f.Sheet.Now
		}
		held[i] = f.Sheet.Now.Sub(c.moved[i]) < holdTime
	}
	return held
}

// The share of the picture, to each side of its middle, that a ship may fly in before the camera moves: small enough
// to see well ahead. Fights often turn on the spot; then the picture rests, and takes half of the bytes.
const (
	slackX = 9
	slackY = 7
)

// With low bandwidth the camera moves by whole cells, which a terminal can scroll.
const (
	stepColumns       = 2 // least move of the camera
	stepRows          = 1
	lowBandwidthSlack = 5 // share of the picture, to each side, without a move
)

// calmness is the slack of a ship around the middle and the steps of the camera, in dots.
type calmness struct{ slackX, slackY, stepX, stepY int }

func (f *Frame) calmness() calmness {
	width, height := f.Sheet.Dots()
	calm := calmness{width / slackX, height / slackY, canvas.Across, canvas.Down}
	if f.Sheet.LowBandwidth {
		calm = calmness{width / lowBandwidthSlack, height / lowBandwidthSlack, stepColumns * canvas.Across, stepRows * canvas.Down}
	}
	calm.stepX = max(calm.stepX, f.Sheet.Detail.Steps*canvas.Across)
	calm.slackX -= calm.slackX % calm.stepX
	calm.slackY -= calm.slackY % calm.stepY
	return calm
}

// stay moves the centre as little as needed to keep a dot near the middle; all the way if there is no ship yet or the
// zoom has changed.
func (c *Camera) stay(x, y int, f *Frame) {
	dot := float64(f.Grain)
	calm := f.calmness()
	was, gliding := c.centre, c.glide != point{}
	if max(math.Abs(c.glide.X), math.Abs(c.glide.Y)) < dot/2 {
		c.glide = point{} // arrived
	}
	c.centre = centre{x - x%calm.stepX, y - y%calm.stepY, f.Grain}
	if c.Followed >= 0 && was.grain == f.Grain && !gliding {
		c.centre.x = min(max(was.x, x-calm.slackX), x+calm.slackX)
		c.centre.y = min(max(was.y, y-calm.slackY), y+calm.slackY)
		c.centre.x -= c.centre.x % calm.stepX
		c.centre.y -= c.centre.y % calm.stepY
	}
	c.aside = point{float64(c.centre.x-x) * dot, float64(c.centre.y-y) * dot}
}

// window returns the start of a window of a size around a middle, which shows at most before and after beyond 0 to
// length.
func window(middle, size, length, before, after int) int {
	if more := size - before - length - after; more >= 0 {
		return -before - more/2
	}
	return min(max(middle-size/2, -before), length+after-size)
}

// most clamps a value to a limit on either side.
func most(value, limit float64) float64 { return min(max(value, -limit), limit) }

// approach closes in on the goal: after each time, a third of the way is left.
func (p *point) approach(goal point, passed, time time.Duration) {
	left := math.Exp(-float64(passed) / float64(time))
	p.X = goal.X + (p.X-goal.X)*left
	p.Y = goal.Y + (p.Y-goal.Y)*left
}

// Zoom is the distance of the camera. Each step halves sizes on the screen; 0 is the usual distance of the mode.
type Zoom struct {
	Steps int
	Whole bool // show all of the arena in any case
}

// farthest is the steps at which the largest arena, 256 tiles wide, takes 32 dots.
const farthest = 5

// grain returns the grain of the picture. An arena that shows from the distance of its mode fills the field.
func (z *Zoom) grain(f *Frame) int {
	all, full := wholeArena(f)
	distant, steps := layers[f.Match.Setup.Mode.State()].distant, all
	if !z.Whole {
		usual := 0
		if distant {
			usual = min(1, all)
		}
		z.Steps = min(max(z.Steps, -usual), all-usual)
		steps = usual + z.Steps
	}
	if distant && steps == 1 && all == 1 {
		return full
	}
	return Usual << steps
}

// wholeArena returns the fewest steps that show all of the arena, and the least grain that shows it with its fence.
func wholeArena(f *Frame) (steps, grain int) {
	w, h := f.Match.Setup.Arena.Size()
	width, height := f.Sheet.Dots()
	width -= canvas.Across * f.Sheet.Covered.Width
	_, _, above := f.margins()
	height -= canvas.Down * above // under the HUD lines
	for steps < farthest && (int(w)/(Usual<<steps) > width || int(h)/(Usual<<steps) > height) {
		steps++
	}
	const fence = 2 * canvas.Across
	grain = max(Usual, -FloorDiv(-int(w), max(width-fence, 1)), -FloorDiv(-int(h), max(height, 1)))
	return steps, min(grain, Usual<<steps)
}

// Move moves the camera away by so many steps.
func (z *Zoom) Move(steps int) {
	z.Whole = false
	z.Steps += steps
}

// WatchKey handles a spectator's key, and reports whether it was one.
func (c *Camera) WatchKey(ev input.Event, does input.Action, v *game.World, a *game.Arena) bool {
	if way, ok := ways[does]; ok {
		if c.free {
			c.move(way, a)
		} else {
			c.cycle(v, int(way.X+way.Y))
		}
		return true
	}
	switch ev.Character() {
	case 'c':
		c.free = !c.free
		c.Place = c.At
	case 'v':
		c.Zoom.Whole = !c.Zoom.Whole
	default:
		return false
	}
	return true
}

var ways = map[input.Action]point{
	input.Left: {X: -1}, input.Right: {X: 1}, input.Up: {Y: -1}, input.Down: {Y: 1},
}

// steps is the moves of a free camera from edge to edge of the picture.
const steps = 6

// Rest fixes a spectator's camera at a place.
func (c *Camera) Rest(x, y int32) { c.free, c.Place = true, point{float64(x), float64(y)} }

// move moves a free camera, within the arena.
func (c *Camera) move(way point, a *game.Arena) {
	w, h := a.Size()
	was := c.Place
	c.Place.X = min(max(was.X+way.X*c.sight.X/steps, 0), float64(w))
	c.Place.Y = min(max(was.Y+way.Y*c.sight.Y/steps, 0), float64(h))
	c.glide.X += was.X - c.Place.X
	c.glide.Y += was.Y - c.Place.Y
}

// cycle selects the next ship, or with -1 the one before.
func (c *Camera) cycle(w *game.World, step int) {
	slot := max(c.Followed, 0)
	for range w.Ships {
		slot = (slot + step + game.MaxShips) % game.MaxShips
		ship := &w.Ships[slot]
		if out := ship.State == game.Dead && ship.Lives == 0 && w.Rounds.Began > 0; ship.State != game.Empty && !out {
			c.Wanted = slot
			return
		}
	}
}

// Free reports whether a spectator moves the camera.
func (c *Camera) Free() bool { return c.free }

// Choose makes a spectator's camera follow a ship.
func (c *Camera) Choose(slot int) { c.Wanted, c.free = slot, false }

// Leave ends a free camera.
func (c *Camera) Leave() { c.free = false }
