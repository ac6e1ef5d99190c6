package play

import (
	"github.com/gdamore/tcell/v2"

	"dogfight/game"
)

// What a spectator does with the camera.

// watchKey takes a spectator's key, and reports whether it was one.
func (c *camera) watchKey(ev *tcell.EventKey, v *game.World, a *game.Arena) bool {
	if way, ok := ways[ev.Key()]; ok {
		if c.free {
			c.move(way, a)
		} else {
			c.cycle(v, int(way.x+way.y))
		}
		return true
	}
	if ev.Key() != tcell.KeyRune {
		return false
	}
	switch ev.Rune() {
	case 'c':
		c.free = !c.free
		c.place = c.at
	case 'v':
		c.zoom.whole = !c.zoom.whole
	default:
		return false
	}
	return true
}

var ways = map[tcell.Key]point{
	tcell.KeyLeft: {x: -1}, tcell.KeyRight: {x: 1}, tcell.KeyUp: {y: -1}, tcell.KeyDown: {y: 1},
}

// steps is how many moves of a free camera lead from edge to edge of what shows.
const steps = 6

// move moves a free camera some way, over the arena.
func (c *camera) move(way point, a *game.Arena) {
	w, h := a.Size()
	was := c.place
	c.place.x = min(max(was.x+way.x*c.sight.x/steps, 0), float64(w))
	c.place.y = min(max(was.y+way.y*c.sight.y/steps, 0), float64(h))
	c.glide.x += was.x - c.place.x
	c.glide.y += was.y - c.place.y
}

// cycle turns a spectator's look to the next ship, or with -1 the one before.
func (c *camera) cycle(w *game.World, step int) {
	slot := max(c.followed, 0)
	for range w.Ships {
		slot = (slot + step + game.MaxShips) % game.MaxShips
		if w.Ships[slot].State != game.Empty {
			c.wanted = slot
			return
		}
	}
}
