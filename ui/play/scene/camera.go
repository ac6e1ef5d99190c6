package scene

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Camera decides which part of the arena shows. It stands still as long as the ship
// that it follows is near the middle; then it goes along, by whole pixels, so that
// the ship does not tremble. It moves softly only relative to the ship: it looks
// ahead along the flight, and glides over when it turns to another ship.
type Camera struct {
	Wanted   int  // slot that a spectator chose, or -1
	Followed int  // slot, or -1
	Still    bool // it neither looks ahead nor glides
	free     bool
	bound    int   // slot+1 of the ship that it follows whatever the pilot does; 0 for none
	beside   int   // slot+1 of one to be seen as well; 0 for none
	Place    point // that a free camera looks at
	Zoom     Zoom

	At          point // of the arena: what it looks at
	glide, lean point // added to at
	last        time.Time
	sight       point // the size of what shows
	stand       stand
	corner      [2]int       // of the picture, in dots
	moved       [2]time.Time // when that moved across, and down
	aside       point        // how far the stand is from at, glide and lean together
}

// point is a position or way, in 1/256 unit unless something else is said.
type point struct{ X, Y float64 }

// stand is what the camera shows in the middle, in dots of a shift.
type stand struct {
	x, y  int
	shift uint
}

const (
	glideTime = 150 * time.Millisecond // to shorten the way to a new ship to a third
	leanTime  = 500 * time.Millisecond // likewise to lean along a new flight
	leanAhead = 24.0                   // ticks of flight
	leanMost  = 4                      // the share of the picture to lean at most, or a fast ship would leave a small one
	mourning  = 700 * time.Millisecond // at the wreck before turning to the killer
	overscan  = 2                      // rows beyond the arena's edge, under the HUD lines
)

// Bind has the camera follow the ship in a slot, whoever's screen it is, and show one in another slot as well if both fit; -1 is
// for none.
func (c *Camera) Bind(slot, beside int) { c.bound, c.beside = slot+1, beside+1 }

// Sees reports whether a ship can be seen together with the one, of the two, that the camera is bound to.
func (c *Camera) Sees(a, b game.Point) bool {
	const share = 0.65 // of the picture: the camera looks a quarter of it ahead at most
	return math.Abs(float64(a.X-b.X)) < share*c.sight.X && math.Abs(float64(a.Y-b.Y)) < share*c.sight.Y
}

// Turn takes in what to look at by now. Where the camera stands then is for frame to
// say, which knows the screen.
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

// goal returns what to look at, and whose ship that is.
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

// watched returns the slot that one who watches looks at: the one chosen, else what destroyed
// the own ship, else the leader.
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

// ahead returns how far to lean: some way along the ship's flight.
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

// Aim moves the camera to where it stands and sets what part of the arena shows: never more than a little beyond its
// edges, and all of it in the middle if it is smaller than the field. A page in
// the corner narrows the canvas, so that no ship flies under it.
func (c *Camera) Aim(f *Frame) {
	f.Shift, f.followed = c.Zoom.shift(f), c.Followed
	width, height := f.Dots()
	c.sight = point{float64(width << f.Shift), float64(height << f.Shift)}
	w, h := f.Setup.Arena.Size()
	dot := float64(int(1) << f.Shift)
	lean := point{most(c.lean.X, c.sight.X/leanMost), most(c.lean.Y, c.sight.Y/leanMost)}
	x := wholeCells(int(c.At.X)>>f.Shift, canvas.Across) + wholeCells(int(math.Round((c.glide.X+lean.X)/dot)), canvas.Across)
	y := wholeCells(int(c.At.Y)>>f.Shift, canvas.Down) + wholeCells(int(math.Round((c.glide.Y+lean.Y)/dot)), canvas.Down)
	c.stay(x, y, f)
	covered := canvas.Across * f.Covered.Width
	left := window(c.stand.x, width-covered, int(w>>f.Shift), canvas.Across, canvas.Across) - covered
	top := window(c.stand.y, height, int(h>>f.Shift), canvas.Down*(overscan+f.Above), canvas.Down*overscan)
	f.Left, f.Top = wholeCells(left, canvas.Across), wholeCells(top, canvas.Down) // what lies still is drawn in cells
	f.held = c.hold(f)
}

// wholeCells returns dots less what they have beyond whole cells of so many.
func wholeCells(dots, cell int) int { return dots &^ (cell - 1) }

// holdTime is for how long after a move of the camera the ship that it follows stays where it is on the screen.
const holdTime = 200 * time.Millisecond

// hold notes whether the camera moves across and down, by whole cells. The ship that it follows is then drawn by whole
// cells too, or it would tremble: the picture jumps by a cell whenever the ship has gone as far.
func (c *Camera) hold(f *Frame) (held [2]bool) {
	for i, is := range [...]int{f.Left, f.Top} {
		if is != c.corner[i] {
			c.corner[i], c.moved[i] = is, f.Now
		}
		held[i] = f.Now.Sub(c.moved[i]) < holdTime
	}
	return held
}

// The share of the picture, to each side of its middle, in which the ship may fly
// before the camera moves. It is small enough to see well ahead. A fight turns on the
// spot much of the time: then the picture is calm, and takes but half of the bytes.
const (
	slackX = 9
	slackY = 7
)

// How the camera moves where bytes are few: by whole cells, which a terminal can move by itself.
const (
	stepColumns       = 2 // that the camera moves at least
	stepRows          = 1
	lowBandwidthSlack = 5 // the share of the picture, to each side, in which a ship may fly before it moves
)

// calmness is how much the camera waits, in dots: how far the ship may be from the
// middle, and by what steps the picture moves.
type calmness struct{ slackX, slackY, stepX, stepY int }

func (f *Frame) calmness() calmness {
	width, height := f.Dots()
	calm := calmness{width / slackX, height / slackY, canvas.Across, canvas.Down}
	if f.LowBandwidth {
		calm = calmness{width / lowBandwidthSlack, height / lowBandwidthSlack, stepColumns * canvas.Across, stepRows * canvas.Down}
	}
	calm.stepX = max(calm.stepX, f.Detail.Steps*canvas.Across)
	calm.slackX -= calm.slackX % calm.stepX
	calm.slackY -= calm.slackY % calm.stepY
	return calm
}

// stay moves the camera's stand as little as it takes for a dot to be near the middle;
// all the way if it follows no ship yet, or looks from another distance now.
func (c *Camera) stay(x, y int, f *Frame) {
	dot := float64(int(1) << f.Shift)
	calm := f.calmness()
	was, gliding := c.stand, c.glide != point{}
	if max(math.Abs(c.glide.X), math.Abs(c.glide.Y)) < dot/2 {
		c.glide = point{} // it has arrived
	}
	c.stand = stand{x - x%calm.stepX, y - y%calm.stepY, f.Shift}
	if c.Followed >= 0 && was.shift == f.Shift && !gliding {
		c.stand.x = min(max(was.x, x-calm.slackX), x+calm.slackX)
		c.stand.y = min(max(was.y, y-calm.slackY), y+calm.slackY)
		c.stand.x -= c.stand.x % calm.stepX
		c.stand.y -= c.stand.y % calm.stepY
	}
	c.aside = point{float64(c.stand.x-x) * dot, float64(c.stand.y-y) * dot}
}

// window returns where a window of that size begins that has middle in its middle and
// shows at most so much before and after a board from 0 to length.
func window(middle, size, length, before, after int) int {
	if more := size - before - length - after; more >= 0 {
		return -before - more/2
	}
	return min(max(middle-size/2, -before), length+after-size)
}

// most returns a value, but no more than a limit to either side.
func most(value, limit float64) float64 { return min(max(value, -limit), limit) }

// approach closes in on the goal: after each time the way left is a third.
func (p *point) approach(goal point, passed, time time.Duration) {
	left := math.Exp(-float64(passed) / float64(time))
	p.X = goal.X + (p.X-goal.X)*left
	p.Y = goal.Y + (p.Y-goal.Y)*left
}
