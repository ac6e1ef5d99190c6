package export

import (
	"math"
	"sort"

	"dogfight/game"
)

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
	*shotFilm
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
		if i := p.take(s.span); i == len(elements) {
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
