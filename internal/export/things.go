package export

import (
	"slices"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// cards are the looks of power-ups: a sign on a ground.
var cards = [game.ItemKinds]struct {
	sign   string
	ground canvas.Colour
}{
	game.HPPlusOne:     {"+1", canvas.BoxHealth},
	game.HPPlusThree:   {"+3", canvas.BoxHealth},
	game.AmmoPlusOne:   {"+•", canvas.BoxAmmo},
	game.ShieldItem:    {"S", canvas.BoxShield},
	game.OverdriveItem: {"O", canvas.BoxOverdrive},
	game.CloakItem:     {"C", canvas.BoxOverdrive},
	game.SeekerItem:    {"»", canvas.BoxAmmo},
	game.ShockItem:     {"☼", canvas.BoxShield},
}

// defineThings defines the shapes of things.
func (d *drawing) defineThings() {
	d.tag(`<g id="q"><rect x="-6" y="-7" width="12" height="14" rx="4" fill="%s"/><path d="M-6-3h12M-6 3h12" stroke="%s" stroke-width="2"/><path d="M-4-5v10" stroke="%s" stroke-width="2"/></g>`,
		d.hex(canvas.DrumBody), d.hex(canvas.DrumBand), d.hex(canvas.DrumLight))
	var there [game.ItemKinds]bool
	for _, t := range d.items {
		if t.kind < game.ItemKinds && t.kind != game.OrbItem && !there[t.kind] {
			there[t.kind] = true
			c := &cards[t.kind]
			d.tag(`<g id="i%d"><rect x="-9" y="-7" width="18" height="14" rx="3" fill="%s" stroke="#fff" stroke-opacity=".45"/><text y="4">%s</text></g>`, t.kind, d.hex(c.ground), c.sign)
		}
	}
}

// drawThings draws power-ups, barrels and the orb.
func (d *drawing) drawThings() {
	d.drawZone()
	d.tag(`<g text-anchor="middle" font-size="11" font-weight="bold" fill="%s">`, d.hex(canvas.BoxInk))
	for _, t := range d.items {
		if !d.view.shows(round(t.x), round(t.y)) {
			continue
		}
		d.tag(`<g transform="translate(%s)">`, pair(round(t.x), round(t.y)))
		if t.kind == game.OrbItem || t.kind >= game.ItemKinds {
			d.drawBall()
		} else {
			d.tag(`<use href="#i%d"/>`, t.kind)
		}
		d.show([]span{t.span})
		d.tag("</g>\n")
	}
	d.tag("</g>")
	for _, ways := range d.drums {
		ways = slices.DeleteFunc(slices.Clone(ways), func(w way) bool { return !d.view.showsAny(w.points) })
		if len(ways) > 0 {
			d.tag(`<g>`)
			d.move(join(ways, d.ticks, 2*slack))
			d.tag("<use href=\"#q\"/></g>\n")
		}
	}
	if len(d.orb) > 0 {
		d.tag(`<g>`)
		d.move(join(d.orb, d.ticks, slack))
		d.drawBall()
		d.tag("</g>\n")
	}
}

func (d *drawing) drawBall() {
	d.tag(`<circle r="11" fill="%s" opacity=".5"/><circle r="6" fill="%s"/><circle cx="-2" cy="-2" r="2.5" fill="%s"/>`,
		d.hex(canvas.OrbHalo), d.hex(canvas.OrbMiddle), d.hex(canvas.OrbBright))
}

// drawZone draws the circle of the zone.
func (d *drawing) drawZone() {
	if d.zone == nil {
		return
	}
	d.tag(`<circle fill="none" stroke="%s" stroke-width="3" stroke-dasharray="14 8" opacity=".8">`, d.hex(canvas.Bad))
	for _, of := range []struct {
		attribute string
		is        func(r ring) int
	}{{"cx", func(r ring) int { return r.x }}, {"cy", func(r ring) int { return r.y }}, {"r", func(r ring) int { return r.r }}} {
		a := d.animation()
		for _, r := range d.zone {
			a.add(r.tick, itoa(of.is(r)))
		}
		if last := d.zone[len(d.zone)-1]; last.tick < d.ticks {
			a.add(d.ticks, itoa(of.is(last)))
		}
		a.end("animate", of.attribute, "")
	}
	d.tag("</circle>\n")
}

// lookAtZone records the zone twice a second.
func (w *watcher) lookAtZone(is *game.World, tick int) {
	if tick%(game.TickRate/2) != 0 && tick > 0 {
		return
	}
	r := ring{tick, round(is.Zone.X), round(is.Zone.Y), round(is.Zone.Radius)}
	if n := len(w.zone); n == 0 {
		r.tick = 0
		w.zone = append(w.zone, r)
	} else if last := w.zone[n-1]; r.x != last.x || r.y != last.y || r.r != last.r {
		w.zone = append(w.zone, r)
	}
}
