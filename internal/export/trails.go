package export

import (
	"strings"

	"dogfight/game"
)

// trailFilm is the shape of a trail from a tick on.
type trailFilm struct {
	tick int
	path string
}

// trailEvery is the ticks between two records of trails, which grow by some units at once.
const trailEvery = 6

// lookAtTrails records the walls of ships.
func (w *watcher) lookAtTrails(is *game.World, tick int) {
	if w.setup.Mode != game.Trails || tick%trailEvery != 0 {
		return
	}
	for slot := range is.Trails {
		path := pathOfTrail(&is.Trails[slot], game.Point{X: is.Ships[slot].X, Y: is.Ships[slot].Y})
		if list := w.trails[slot]; len(list) == 0 && path != "" || len(list) > 0 && list[len(list)-1].path != path {
			w.trails[slot] = append(list, trailFilm{tick, path})
		}
	}
}

// pathOfTrail returns the walls of a trail whose ship is at head.
func pathOfTrail(trail *game.Trail, head game.Point) string {
	var p strings.Builder
	last := game.Point{X: -1}
	for k := range trail.Walls() {
		from, to, wall := trail.Wall(k, head)
		if !wall {
			continue
		}
		if from != last {
			p.WriteString("M" + pair(round(from.X), round(from.Y)))
		}
		step(&p, round(to.X)-round(from.X), round(to.Y)-round(from.Y))
		last = to
	}
	return p.String()
}

func (d *drawing) drawTrails() {
	for slot, list := range d.trails {
		if list == nil {
			continue
		}
		a := d.animation()
		if list[0].tick > 0 {
			a.add(0, hidden)
		}
		for _, t := range list {
			if t.path == "" {
				t.path = hidden
			}
			a.add(t.tick, t.path)
		}
		d.tag(`<path fill="none" stroke="%s" stroke-width="3">`, d.hex(d.hulls[slot].Middle))
		a.end("animate", "d", ` calcMode="discrete"`)
		d.tag("</path>\n")
	}
}
