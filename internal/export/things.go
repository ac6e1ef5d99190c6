package export

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

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
			a.add(r.tick, strconv.Itoa(of.is(r)))
		}
		if last := d.zone[len(d.zone)-1]; last.tick < d.ticks {
			a.add(d.ticks, strconv.Itoa(of.is(last)))
		}
		a.end("animate", of.attribute, "")
	}
	d.tag("</circle>\n")
}

// recordZone records the zone twice a second.
func (w *watcher) recordZone(is *game.World, tick int) {
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

// shotSlack is the greatest deviation of a shot, in 1/256 unit.
const shotSlack = 2 * game.One

// drawShots draws the shots as glowing streaks. A ship's shots share as few elements as fly at once.
func (d *drawing) drawShots() {
	d.tag(`<defs><g id="b" fill="none" stroke-linecap="round">`)
	for slot := range game.MaxShips {
		d.drawShotsOf(slot)
	}
	d.tag(`</g></defs><use href="#b" stroke-width="7" opacity=".22"/><use href="#b" stroke-width="2.4"/>` + "\n")
	d.drawMines()
}

// shotOf is a shot in an element.
type shotOf struct {
	span
	*shotTrack
}

func (d *drawing) drawShotsOf(slot int) {
	var shots []shotOf
	for i := range d.shots {
		if s := &d.shots[i]; s.slot == slot && d.setup.Weapons[s.weapon].Speed > 0 && len(s.points) > 1 && d.view.showsAny(s.points) {
			shots = append(shots, shotOf{span{s.from, s.end() + 1}, s})
		}
	}
	if shots == nil {
		return
	}
	sort.SliceStable(shots, func(i, j int) bool { return shots[i].from() < shots[j].from() })
	var p pool
	elements := [][]shotOf{}
	for _, s := range shots {
		if i := p.claim(s.span); i == len(elements) {
			elements = append(elements, []shotOf{s})
		} else {
			elements[i] = append(elements[i], s)
		}
	}
	d.tag(`<g stroke="%s">`, d.hex(d.hulls[slot].Bright))
	for _, e := range elements {
		d.drawStreaks(e)
	}
	d.tag("</g>\n")
}

func (s *shotOf) from() int { return s.span.from }

func (d *drawing) drawStreaks(shots []shotOf) {
	a := d.animation()
	last := -1
	for _, s := range shots {
		if s.from() > 0 && s.from() != last {
			if last < 0 {
				a.add(0, hidden)
			}
			a.add(s.from(), hidden)
		}
		vx, vy := s.tail(d.setup)
		for _, k := range s.way.keys(shotSlack) {
			a.add(k.tick, "M"+pair(k.x, k.y)+"l"+pair(vx, vy))
		}
		if last = s.span.to - 1; last < d.ticks {
			a.add(last, hidden)
		}
	}
	if last < d.ticks {
		a.add(d.ticks, hidden)
	}
	d.tag(`<path>`)
	a.end("animate", "d", "")
	d.tag(`</path>`)
}

// hidden is a streak far outside.
const hidden = "M-99-99l0 0"

// tail returns the end of a streak from its head: faster shots have longer ones.
func (s *shotOf) tail(setup *game.Setup) (x, y int) {
	speed := math.Hypot(float64(s.vx), float64(s.vy))
	length := min(max(float64(setup.Weapons[s.weapon].Speed)/game.One*2, 5), 26)
	return -int(math.Round(float64(s.vx) / speed * length)), -int(math.Round(float64(s.vy) / speed * length))
}

// drawMines draws the mines.
func (d *drawing) drawMines() {
	for i := range d.shots {
		s := &d.shots[i]
		if d.setup.Weapons[s.weapon].Speed > 0 || !d.view.showsAny(s.points[:1]) {
			continue
		}
		at := s.key(0)
		d.tag(`<circle cx="%d" cy="%d" r="4" fill="%s" stroke="%s" stroke-width="2">`, at.x, at.y, d.hex(d.hulls[s.slot].Dark), d.hex(d.hulls[s.slot].Bright))
		d.show([]span{{s.from, s.end() + 1}})
		d.tag("</circle>\n")
	}
}

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
		i := p.claim(span{e.tick, e.tick + sparkTime})
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

// trailShape is the shape of a trail from a tick on.
type trailShape struct {
	tick int
	path string
}

// trailEvery is the ticks between two records of trails, which grow by some units at once.
const trailEvery = 6

// recordTrails records the walls of ships.
func (w *watcher) recordTrails(is *game.World, tick int) {
	if w.setup.Mode.State() != game.TrailState || tick%trailEvery != 0 {
		return
	}
	for slot := range is.Trails {
		path := pathOfTrail(&is.Trails[slot], game.Point{X: is.Ships[slot].X, Y: is.Ships[slot].Y})
		if list := w.trails[slot]; len(list) == 0 && path != "" || len(list) > 0 && list[len(list)-1].path != path {
			w.trails[slot] = append(list, trailShape{tick, path})
		}
	}
}

// pathOfTrail returns the walls of a trail with its ship at head.
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
