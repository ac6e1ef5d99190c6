package play

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// camera decides which part of the arena shows. It stands still as long as the ship
// that it follows is near the middle; then it goes along, by whole pixels, so that
// the ship does not tremble. It moves softly only relative to the ship: it looks
// ahead along the flight, and glides over when it turns to another ship.
type camera struct {
	wanted   int // slot that a spectator chose, or -1
	followed int // slot, or -1
	free     bool
	place    point // that a free camera looks at
	zoom     zoom

	at          point // of the arena: what it looks at
	glide, lean point // added to at
	last        time.Time
	sight       point // the size of what shows
	stand       stand
	aside       point // how far the stand is from at, glide and lean together
}

// point is a position or way, in 1/256 unit unless something else is said.
type point struct{ x, y float64 }

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

// turn takes in what to look at by now. Where the camera stands then is for frame to
// say, which knows the screen.
func (c *camera) turn(f *frame, k *killer) {
	passed := f.now.Sub(c.last)
	first := c.last.IsZero() || passed > time.Second
	c.last = f.now
	goal, slot := c.goal(f, k)
	if slot != c.followed {
		c.glide.x += c.at.x + c.aside.x - goal.x
		c.glide.y += c.at.y + c.aside.y - goal.y
		c.followed = slot
	}
	c.at = goal
	c.glide.approach(point{}, passed, glideTime)
	c.lean.approach(c.ahead(f), passed, leanTime)
	if first {
		c.glide, c.lean = point{}, c.ahead(f)
	}
}

// goal returns what to look at, and whose ship that is.
func (c *camera) goal(f *frame, k *killer) (point, int) {
	slot := f.Me
	switch {
	case f.Me < 0 && c.free:
		return c.place, -1
	case f.Me < 0:
		slot = c.watched(f)
	case f.dead() && k.by >= 0 && f.now.Sub(k.at) > mourning:
		slot = k.by
	}
	if f.flying(slot) == nil && slot != f.Me {
		slot = c.followed
	}
	if slot < 0 || f.World.Ships[slot].State == game.Empty || f.World.Status == game.Waiting {
		return arenaMiddle(f), -1
	}
	at := f.position(slot)
	return point{float64(at.X), float64(at.Y)}, slot
}

func arenaMiddle(f *frame) point {
	w, h := f.Setup.Arena.Size()
	return point{float64(w / 2), float64(h / 2)}
}

// watched returns the slot a spectator looks at: the one he chose, else the
// leader.
func (c *camera) watched(f *frame) int {
	if c.wanted >= 0 && f.World.Ships[c.wanted].State != game.Empty {
		return c.wanted
	}
	leader := -1
	for i := range f.World.Ships {
		if f.flying(i) != nil && (leader < 0 || f.compare(i, leader) < 0) {
			leader = i
		}
	}
	return leader
}

// ahead returns how far to lean: some way along the ship's flight.
func (c *camera) ahead(f *frame) point {
	ship := f.flying(c.followed)
	if ship == nil {
		return point{}
	}
	return point{float64(ship.VX) * leanAhead, float64(ship.VY) * leanAhead}
}

// frame moves the camera to where it stands and sets what part of the arena shows: never more than a little beyond its
// edges, and all of it in the middle if it is smaller than the field. A page in
// the corner narrows the canvas, so that nobody flies under it.
func (c *camera) frame(f *frame) {
	f.shift, f.followed = c.zoom.shift(f), c.followed
	width, height := f.Dots()
	c.sight = point{float64(width << f.shift), float64(height << f.shift)}
	fine := f.Mode.Fine()
	w, h := f.Setup.Arena.Size()
	dot := float64(int(1) << f.shift)
	lean := point{most(c.lean.x, c.sight.x/leanMost), most(c.lean.y, c.sight.y/leanMost)}
	x := int(c.at.x)>>f.shift&^(fine-1) + int(math.Round((c.glide.x+lean.x)/dot))
	y := int(c.at.y)>>f.shift&^(fine-1) + int(math.Round((c.glide.y+lean.y)/dot))
	c.stay(x, y, f)
	covered := fine * f.corner.width
	f.left = window(c.stand.x, width-covered, int(w>>f.shift), fine, fine) - covered
	f.top = window(c.stand.y, height, int(h>>f.shift), 2*fine*(overscan+f.above), 2*fine*overscan)
	f.left, f.top = f.left&^(fine-1), f.top&^(fine-1) // rocks are drawn in pixels
	if f.options.FewerBytes {
		f.top &^= 2*fine - 1
	}
	if f.Mode == canvas.ASCII {
		f.top &^= 1 // sprites of characters can only move by whole rows
	}
}

// The share of the picture, to each side of its middle, in which the ship may fly
// before the camera moves. It is small enough to see well ahead. A fight turns on the
// spot much of the time: then the picture is calm, and takes but half of the bytes.
const (
	slackX = 9
	slackY = 7
)

// calmness is how much the camera waits, in dots: how far the ship may be from the
// middle, and by what steps the picture moves.
type calmness struct{ slackX, slackY, stepX, stepY int }

func (f *frame) calmness() calmness {
	width, height := f.Dots()
	if fine := f.Mode.Fine(); f.options.FewerBytes {
		return calmness{width / thriftySlack, height / thriftySlack, stepColumns * fine, stepRows * 2 * fine}
	}
	return calmness{width / slackX, height / slackY, 1, 1}
}

// stay moves the camera's stand as little as it takes for a dot to be near the middle;
// all the way if it follows no ship yet, or looks from another distance now.
func (c *camera) stay(x, y int, f *frame) {
	dot := float64(int(1) << f.shift)
	calm := f.calmness()
	was, gliding := c.stand, c.glide != point{}
	if max(math.Abs(c.glide.x), math.Abs(c.glide.y)) < dot/2 {
		c.glide = point{} // it has arrived
	}
	c.stand = stand{x - x%calm.stepX, y - y%calm.stepY, f.shift}
	if c.followed >= 0 && was.shift == f.shift && !gliding {
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
	p.x = goal.x + (p.x-goal.x)*left
	p.y = goal.y + (p.y-goal.y)*left
}
