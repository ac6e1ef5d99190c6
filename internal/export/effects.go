package export

import (
	"dogfight/game"
	"dogfight/ui/canvas"
)

// The length of effects, in ticks.
const (
	sparkTime = game.TickRate / 8
	burstTime = game.TickRate * 9 / 10
)

// drawEffects draws the events: a spark at the end of a shot, a burst where a ship or a barrel explodes.
func (d *drawing) drawEffects() {
	d.drawSparks()
	for _, e := range d.events {
		if !d.view.shows(round(e.X), round(e.Y)) {
			continue
		}
		switch e.Kind {
		case game.EventKill:
			d.drawBurst(e, 1)
		case game.EventBlast:
			d.drawBurst(e, 1.3)
		case game.EventShock:
			d.drawWave(e)
		}
	}
	d.tag("\n")
}

func (d *drawing) drawSparks() {
	var p pool
	var elements []*animation
	for _, e := range d.events {
		if e.Kind != game.EventHit && e.Kind != game.EventSpark && e.Kind != game.EventBlock || !d.view.shows(round(e.X), round(e.Y)) {
			continue
		}
		i := p.take(span{e.tick, e.tick + sparkTime})
		if i == len(elements) {
			elements = append(elements, d.animation())
			elements[i].add(0, place(nowhere, 0))
		}
		elements[i].add(e.tick, place(round(e.X), round(e.Y)))
		elements[i].add(e.tick+sparkTime, place(nowhere, 0))
	}
	for _, a := range elements {
		d.tag(`<g><use href="#y"/>`)
		a.end("animateTransform", "transform", ` type="translate" calcMode="discrete"`)
		d.tag(`</g>`)
	}
}

// drawBurst draws fire that opens fast and fades.
func (d *drawing) drawBurst(e seenEvent, size float64) {
	d.tag(`<g transform="translate(%s)scale(%g)"><g opacity="0"><use href="#x"/>`, pair(round(e.X), round(e.Y)), size)
	d.flare(e.tick, "animateTransform", "transform", ` type="scale"`, [4]string{".2", ".8", "1.1", "1.25"})
	d.flare(e.tick, "animate", "opacity", "", [4]string{"1", "1", ".6", "0"})
	d.tag("</g></g>\n")
}

// drawWave draws a growing ring.
func (d *drawing) drawWave(e seenEvent) {
	d.tag(`<circle cx="%d" cy="%d" r="%d" fill="none" stroke="%s" stroke-width="3" opacity="0">`, round(e.X), round(e.Y), game.ShockRadius/game.One/2, d.hex(canvas.ShieldGlow))
	d.flare(e.tick, "animate", "opacity", "", [4]string{"1", "1", ".5", "0"})
	d.tag("</circle>\n")
}

// flare writes an animation of four values over a burst.
func (d *drawing) flare(tick int, element, attribute, more string, values [4]string) {
	a := d.animation()
	if tick > 0 {
		a.add(0, "0")
		a.add(tick, "0")
	}
	for i, v := range values {
		a.add(tick+[4]int{0, burstTime / 6, burstTime / 2, burstTime}[i], v)
	}
	if tick+burstTime < d.ticks {
		a.add(d.ticks, "0")
	}
	a.end(element, attribute, more)
}
