package export

import (
	"slices"
	"strconv"
	"strings"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
)

// shipSize is the width of a ship in units, larger than on the screen, as pictures are smaller.
const shipSize = 29

// defs defines repeated shapes.
func (d *drawing) defs() {
	d.tag("<defs>")
	d.tag(`<radialGradient id="f"><stop stop-color="%s"/><stop offset=".3" stop-color="%s"/><stop offset=".6" stop-color="%s" stop-opacity=".9"/><stop offset="1" stop-color="%s" stop-opacity="0"/></radialGradient>`,
		d.hex(canvas.Flash), d.hex(canvas.FlameYellow), d.hex(canvas.FlameOrange), d.hex(canvas.FlameRed))
	d.tag(`<g id="x"><circle r="30" fill="url(#f)"/><circle r="24" fill="none" stroke="%s" stroke-width="2" opacity=".7"/>`, d.hex(canvas.FlameYellow))
	d.tag(`<path d="M-9-25h0M14-22h0M27-5h0M20 17h0M3 28h0M-18 20h0M-28 2h0M-20-15h0M6-33h0M34 8h0M-31 14h0" stroke="%s" stroke-width="3" stroke-linecap="round"/></g>`, d.hex(canvas.FlameYellow))
	d.tag(`<path id="y" d="M-6-3L-1-1 1-6 2-1 7 1 2 2 0 6-2 2-6 1-2 0z" fill="%s"/>`, d.hex(canvas.FlameYellow))
	d.tag(`<g id="o" fill="currentColor" opacity=".07"><circle r="19"/><circle r="15"/><circle r="11"/></g>`)
	d.defineThings()
	classes := map[uint8]bool{}
	for _, s := range d.ships {
		if s != nil && !classes[s.class] {
			classes[s.class] = true
			d.defineShip(s.class)
		}
	}
	d.tag("</defs>\n")
}

// shipID returns the id of a class's symbol.
func shipID(class uint8) string { return "s" + string('a'+rune(class%game.MaxClasses)) }

// parts are the looks of a ship's parts, over the hull in the pilot's colour.
var parts = []struct {
	letters, look string
}{
	{"l", `fill="#fff" opacity=".42"`},
	{"r", `fill="#000" opacity=".38"`},
	{"wn", `fill="#fff" opacity=".7"`},
	{"g", `fill="#ff0"`},
	{"e", `fill="#222"`},
}

// defineShip defines a class in its large picture, flying up.
func (d *drawing) defineShip(class uint8) {
	drawing := spriteOf(d.setup.Classes[class].Name)
	side := max(len(drawing), len(drawing[0]))
	scale := shipSize / float64(2*side)
	flames, bottom := flamesOf(drawing)
	d.tag(`<g id="%s" transform="scale(%.3f)translate(%d %d)"><path d="%s" fill="%s"><animate attributeName="opacity" values="1;.5;.9;.4;1" dur=".3s" repeatCount="indefinite"/></path>`,
		shipID(class), scale, -len(drawing[0]), -len(drawing), flamePath(flames, bottom, side), d.hex(canvas.FlameOrange))
	d.tag(`<path d="%s" fill="currentColor" stroke="%s" stroke-width="%d" paint-order="stroke"/>`,
		tracePath(drawing, assets.HullLetters), d.hex(canvas.Space), max(side/6, 1))
	for _, p := range parts {
		if path := tracePath(drawing, p.letters); path != "" {
			d.tag(`<path d="%s" %s/>`, path, p.look)
		}
	}
	if path := tracePath(drawing, "c"); path != "" {
		d.tag(`<path d="%s" fill="%s"/>`, path, d.hex(canvas.Glass))
	}
	d.tag("</g>")
}

// spriteOf returns the sprite of a class.
func spriteOf(class string) assets.Drawing {
	all := assets.Sprites(canvas.Roles())
	i := slices.IndexFunc(all, func(s *assets.Sprite) bool { return slices.Contains(s.Classes, class) })
	switch {
	case i < 0 && class != assets.Classes()[0].Name:
		return spriteOf(assets.Classes()[0].Name) // a class of another program's host
	case all[i].LargeUp != nil:
		return all[i].LargeUp
	}
	return all[i].Up
}

// tracePath returns the outline of some letters, in halves of a dot.
func tracePath(drawing assets.Drawing, letters string) string {
	m := mask{len(drawing[0]), len(drawing), nil}
	for _, row := range drawing {
		for _, letter := range []byte(row) {
			m.set = append(m.set, strings.IndexByte(letters, letter) >= 0)
		}
	}
	slack := 1.2
	if m.width < 16 {
		slack = 0.4
	}
	return m.path(slack)
}

// flamesOf returns the columns of the engines, and their lower edge.
func flamesOf(drawing assets.Drawing) (flames []span, bottom int) {
	for y := len(drawing) - 1; y >= 0; y-- {
		row := drawing[y]
		for x := 0; x < len(row); x++ {
			if row[x] != 'e' {
				continue
			}
			from := x
			for x < len(row) && row[x] == 'e' {
				x++
			}
			flames = append(flames, span{2 * from, 2 * x})
		}
		if flames != nil {
			return flames, 2 * y
		}
	}
	return nil, 0
}

// flamePath returns a flame behind each engine.
func flamePath(flames []span, bottom, side int) string {
	var p strings.Builder
	for _, f := range flames {
		half := (f.to - f.from) / 2
		p.WriteString("M" + pair(f.from, bottom) + "l" + pair(half, side*5/6) + " " + pair(half, -side*5/6) + "z")
	}
	return p.String()
}

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
	a.addAll(changes, func(_, facing int) string { return strconv.Itoa(facings[facing%len(facings)]) })
	a.end("animateTransform", "transform", ` type="rotate" calcMode="discrete"`)
}

const barWidth = 20

// drawHealth draws a bar above a damaged ship.
func (d *drawing) drawHealth(s *shipTrack) {
	hurt := false
	a := d.animation()
	a.addAll(s.health, func(_, percent int) string {
		if percent >= 100 {
			return "0"
		}
		hurt = true
		return strconv.Itoa(max(barWidth*percent/100, 2))
	})
	if !hurt {
		return
	}
	d.tag(`<rect x="%d" y="%d" height="2" fill="%s">`, -barWidth/2, -shipSize*3/4, d.hex(canvas.Fair))
	a.end("animate", "width", ` calcMode="discrete"`)
	d.tag(`</rect>`)
}
