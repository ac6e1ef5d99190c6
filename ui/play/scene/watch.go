package scene

import (
	"dogfight/game"
	"dogfight/ui/input"
)

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

// moves is the moves of a free camera from edge to edge of the picture.
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
