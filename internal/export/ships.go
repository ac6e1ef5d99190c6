package export

import (
	"strconv"

	"dogfight/game"
	"dogfight/ui/canvas"
)

var facings = [game.Courses]int{
	game.Up: 0, game.UpRight: 45, game.Right: 90, game.DownRight: 135, game.Down: 180, game.DownLeft: 225, game.Left: 270, game.UpLeft: 315,
}

// drawShips draws the ships, each with a name below and a ring while shielded.
func (d *drawing) drawShips() {
	d.tag(`<g text-anchor="middle" font-size="10">`)
	for slot, s := range d.ships {
		if s == nil {
			continue
		}
		d.tag(`<g id="p%d" color="%s">`, slot, d.hex(d.hulls[slot].Middle))
		d.move(join(s.ways, d.ticks, slack))
		d.tag(`<use href="#o"/>`)
		d.tag(`<g>`)
		d.turn(s.facings)
		d.tag(`<use href="#%s"/></g>`, shipID(s.class))
		if s.shields != nil {
			d.tag(`<circle r="%d" fill="none" stroke="%s" stroke-width="1.5" opacity=".8">`, shipSize*11/16, d.hex(canvas.ShieldMiddle))
			d.show(s.shields)
			d.tag(`</circle>`)
		}
		if !d.setup.Classes[s.class].Drone {
			d.tag(`<text y="%d" fill="currentColor">%s</text>`, shipSize, escape(canvas.Cut(d.names[slot], 12)))
		}
		d.drawHealth(s)
		d.tag("</g>\n")
	}
	d.tag("</g>\n")
}

// turn animates the facing of a ship.
func (d *drawing) turn(changes []change) {
	a := d.animation()
	for i, c := range changes {
		if c.value == int(game.Idle) {
			c.value = int(game.Up)
		}
		if i == 0 {
			c.tick = 0
		}
		a.add(c.tick, strconv.Itoa(facings[c.value%len(facings)]))
	}
	a.end("animateTransform", "transform", ` type="rotate" calcMode="discrete"`)
}

const barWidth = 20

// drawHealth draws a bar above a damaged ship.
func (d *drawing) drawHealth(s *shipFilm) {
	hurt := false
	a := d.animation()
	for i, c := range s.health {
		hurt = hurt || c.value < 100
		width := 0
		if c.value < 100 {
			width = max(barWidth*c.value/100, 2)
		}
		if i == 0 {
			c.tick = 0
		}
		a.add(c.tick, strconv.Itoa(width))
	}
	if !hurt {
		return
	}
	d.tag(`<rect x="%d" y="%d" height="2" fill="%s">`, -barWidth/2, -shipSize*3/4, d.hex(canvas.Fair))
	a.end("animate", "width", ` calcMode="discrete"`)
	d.tag(`</rect>`)
}
