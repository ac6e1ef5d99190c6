package export

import (
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// subPixel is the side of the screen's sub-pixels of rock, in units.
const subPixel = 2

type corner struct{ x, y int }

// mask is a picture in two colours.
type mask struct {
	width, height int
	set           []bool
}

func (m *mask) at(x, y int) bool {
	return uint(x) < uint(m.width) && uint(y) < uint(m.height) && m.set[y*m.width+x]
}

// rockOf returns the rock of each material as on the screen.
func rockOf(a *game.Arena) (all [canvas.RockMaterials]mask) {
	of := scene.TerrainOf(a)
	width, height := a.Width*game.TileSize/subPixel, a.Height*game.TileSize/subPixel
	for i := range all {
		all[i] = mask{width, height, make([]bool, width*height)}
	}
	row := make([]scene.TerrainCell, width/canvas.Across)
	for y := range height / canvas.Down {
		of.Row(0, y, row)
		for x := range row {
			for i, k := range row[x] {
				if k >= canvas.Rock && k < canvas.Rock+canvas.RockMaterials*canvas.RockTones {
					at := (y*canvas.Down+i>>1)*width + x*canvas.Across + i&1
					all[(k-canvas.Rock)/canvas.RockTones].set[at] = true
				}
			}
		}
	}
	return all
}

// clip removes parts that never show.
func (m *mask) clip(v *view) {
	for i := range m.set {
		m.set[i] = m.set[i] && v.shows(i%m.width*subPixel, i/m.width*subPixel)
	}
}

// outlines returns the closed borders, clockwise, around holes the other way.
func (m *mask) outlines() (all [][]corner) {
	seen := map[corner]bool{} // visited upper edges
	for y := range m.height {
		for x := range m.width {
			if m.at(x, y) && !m.at(x, y-1) && !seen[corner{x, y}] {
				all = append(all, m.outline(corner{x, y}, seen))
			}
		}
	}
	return all
}

// outline follows a border from an upper edge, with its inside at the right. It returns the middles of the edges in
// halves of a sub-pixel, which smooths stairs.
func (m *mask) outline(from corner, seen map[corner]bool) (line []corner) {
	at, dx, dy := from, 1, 0
	for {
		if dx == 1 {
			if seen[at] {
				return line
			}
			seen[at] = true
		}
		line = append(line, corner{2*at.x + dx, 2*at.y + dy})
		at.x, at.y = at.x+dx, at.y+dy
		// The sub-pixels ahead, at the left and at the right.
		lx, ly := at.x+(dx+dy-1)/2, at.y+(dy-dx-1)/2
		rx, ry := at.x+(dx-dy-1)/2, at.y+(dy+dx-1)/2
		switch {
		case !m.at(rx, ry):
			dx, dy = -dy, dx
		case m.at(lx, ly):
			dx, dy = dy, -dx
		}
	}
}

// simplify reduces a closed line to points that keep it within slack, and removes tiny lines.
func simplify(line []corner, slack float64) []corner {
	far, most := 0, 0
	for i, c := range line {
		dx, dy := c.x-line[0].x, c.y-line[0].y
		if d := dx*dx + dy*dy; d > most {
			far, most = i, d
		}
	}
	closed := append(append([]corner{}, line...), line[0])
	kept := []corner{closed[0]}
	kept = thin(kept, closed[:far+1], slack)
	kept = thin(kept, closed[far:], slack)
	return kept[:len(kept)-1]
}

func thin(kept, part []corner, slack float64) []corner {
	last := len(part) - 1
	a, b := part[0], part[last]
	dx, dy := float64(b.x-a.x), float64(b.y-a.y)
	length2 := max(dx*dx+dy*dy, 1)
	worst, at := slack*slack, -1
	for i := 1; i < last; i++ {
		across := float64(part[i].x-a.x)*dy - float64(part[i].y-a.y)*dx
		if off := across * across / length2; off > worst {
			worst, at = off, i
		}
	}
	if at < 0 {
		return append(kept, b)
	}
	return thin(thin(kept, part[:at+1], slack), part[at:], slack)
}

// path returns the outlines as a path, within slack.
func (m *mask) path(slack float64) string {
	var p strings.Builder
	from := corner{}
	for _, line := range m.outlines() {
		line = simplify(line, slack)
		if len(line) < 3 {
			continue
		}
		p.WriteString("m" + pair(line[0].x-from.x, line[0].y-from.y))
		at := line[0]
		for _, c := range line[1:] {
			step(&p, c.x-at.x, c.y-at.y)
			at = c
		}
		p.WriteByte('z')
		from = line[0]
	}
	return p.String()
}

func step(p *strings.Builder, dx, dy int) {
	switch {
	case dy == 0:
		p.WriteString("h" + strconv.Itoa(dx))
	case dx == 0:
		p.WriteString("v" + strconv.Itoa(dy))
	default:
		p.WriteString("l" + pair(dx, dy))
	}
}

func pair(x, y int) string { return strings.Replace(place(x, y), ",", " ", 1) }

// rockSlack is the greatest deviation of an outline, in halves of a sub-pixel: less than a unit.
const rockSlack = 1.7

// drawRock draws the rock of each material: a shadow, a face, a rim lit from the upper left, and one in the shade.
func (d *drawing) drawRock() {
	for material, m := range rockOf(d.setup.Arena) {
		m.clip(&d.view)
		path := m.path(rockSlack)
		if path == "" {
			continue
		}
		tone := func(n int) string { return d.hex(canvas.RockOf(material, n)) }
		d.tag(`<defs><path id="k%d" d="%s"/><clipPath id="c%d"><use href="#k%d"/></clipPath></defs>`, material, path, material, material)
		d.tag(`<use href="#k%d" fill="%s" opacity=".7" transform="translate(4 7)"/>`, material, d.hex(canvas.Shadow))
		d.tag(`<g clip-path="url(#c%d)"><use href="#k%d" fill="%s"/>`, material, material, tone(6))
		d.tag(`<use href="#k%d" fill="%s" transform="translate(2 3)"/>`, material, tone(4))
		d.tag(`<use href="#k%d" fill="%s" transform="translate(5 8)"/>`, material, tone(3))
		d.tag(`<use href="#k%d" fill="none" stroke="%s" stroke-width="9" opacity=".55" transform="translate(-3 -5)"/>`, material, tone(1))
		d.drawCraters(&m, tone(1), tone(4))
		d.tag("</g>\n")
	}
}

// drawSpace draws the background: space with dust in two colours, and stars.
func (d *drawing) drawSpace() {
	v := d.view
	d.tag(`<defs><radialGradient id="n"><stop stop-color="%s"/><stop offset="1" stop-color="%s" stop-opacity="0"/></radialGradient>`, d.hex(canvas.DustBlue+canvas.DustTones-1), d.hex(canvas.DustBlue))
	d.tag(`<radialGradient id="m"><stop stop-color="%s"/><stop offset="1" stop-color="%s" stop-opacity="0"/></radialGradient></defs>`, d.hex(canvas.DustViolet+canvas.DustTones-1), d.hex(canvas.DustViolet))
	d.tag(`<rect width="%d" height="%d" fill="%s"/>`, v.width, v.height, d.hex(canvas.Space))
	d.tag(`<ellipse cx="%d" cy="%d" rx="%d" ry="%d" fill="url(#n)"/>`, v.width/4, v.height/3, v.width/2, v.height/2)
	d.tag(`<ellipse cx="%d" cy="%d" rx="%d" ry="%d" fill="url(#m)"/>`, v.width*3/4, v.height*3/4, v.width/2, v.height/2)
	stars := [...]struct {
		width string
		ink   string
	}{{"1", d.hex(canvas.StarFar)}, {"1.4", d.hex(canvas.StarMiddle)}, {"2", d.hex(canvas.StarNear)}}
	for i, kind := range stars {
		d.tag(`<path d="%s" stroke="%s" stroke-width="%s" stroke-linecap="round"/>`, starPath(v.width, v.height, uint32(i)), kind.ink, kind.width)
	}
	d.tag("\n")
}

// starPath returns a dot for each star. Brighter ones are fewer.
func starPath(width, height int, kind uint32) string {
	const raster = 60 // a square of so many units a side has at most one
	var p strings.Builder
	for y := 0; y < height; y += raster {
		for x := 0; x < width; x += raster {
			h := scene.Scatter(x, y, 77+kind)
			if h&7 > 5-2*kind {
				continue
			}
			p.WriteString("M" + pair(x+int(h>>8&0xff)*raster>>8, y+int(h>>16&0xff)*raster>>8) + "h0")
		}
	}
	return p.String()
}

// drawScenery draws everything fixed, under all that flies.
func (d *drawing) drawScenery() {
	a := d.setup.Arena
	d.drawTiles(func(t game.Tile) bool { return t == game.Nebula }, canvas.NebulaDense, `fill-opacity=".55" stroke-linejoin="round"`)
	for team := range game.MaxTeams {
		base := game.Base1Tile + game.Tile(team)
		d.drawTiles(func(t game.Tile) bool { return t == base }, canvas.TeamInk(uint8(team+1)), `fill-opacity=".22"`)
	}
	d.drawTiles(func(t game.Tile) bool { return t.Lane() != game.Idle }, canvas.Accent, `fill-opacity=".14"`)
	d.drawTiles(func(t game.Tile) bool { _, gate := t.Gate(); return gate }, canvas.Fair, `fill-opacity=".2"`)
	for _, w := range a.Wells {
		d.tag(`<circle cx="%d" cy="%d" r="%d" fill="url(#n)"/><circle cx="%d" cy="%d" r="7" fill="#000" stroke="%s"/>`,
			round(w.X), round(w.Y), game.WellRadius/game.One, round(w.X), round(w.Y), d.hex(canvas.Accent))
	}
	for _, p := range a.Pads {
		if !d.view.shows(round(p.X), round(p.Y)) {
			continue
		}
		d.tag(`<path d="M%sh18v14h-18z" fill="none" stroke="%s" stroke-dasharray="4 4"/>`, pair(round(p.X)-9, round(p.Y)-7), d.hex(canvas.PadMark))
	}
	w, h := a.Size()
	d.tag(`<rect width="%d" height="%d" fill="none" stroke="%s" stroke-dasharray="2 6" stroke-width="2"/>`+"\n", round(w), round(h), d.hex(canvas.Border))
}

// drawTiles draws the tiles of a kind as one shape.
func (d *drawing) drawTiles(is func(game.Tile) bool, fill canvas.Colour, look string) {
	a := d.setup.Arena
	m := mask{a.Width, a.Height, make([]bool, len(a.Tiles))}
	for i, tile := range a.Tiles {
		m.set[i] = is(tile)
	}
	if path := m.path(0.3); path != "" {
		d.tag(`<path d="%s" transform="scale(%d)" fill="%s" %s/>`, path, game.TileSize/2, d.hex(fill), look)
	}
}

// drawCraters draws round holes where the rock is large enough.
func (d *drawing) drawCraters(m *mask, dark, lip string) {
	const raster = 17 // sub-pixels
	var holes [2]strings.Builder
	for y := 0; y < m.height; y += raster {
		for x := 0; x < m.width; x += raster {
			h := scene.Scatter(x, y, 99)
			cx, cy, large := x+int(h>>8&0xff)*raster>>8, y+int(h>>16&0xff)*raster>>8, int(h&1)
			if h>>24 > 150 || !m.deep(cx, cy, 4+2*large) {
				continue
			}
			holes[large].WriteString("M" + pair(cx*subPixel, cy*subPixel) + "h0")
		}
	}
	for large := range holes {
		if path := holes[large].String(); path != "" {
			d.tag(`<path d="%s" stroke="%s" transform="translate(1 2)" stroke-linecap="round" stroke-width="%d"/>`, path, lip, 8+5*large)
			d.tag(`<path d="%s" stroke="%s" stroke-linecap="round" stroke-width="%d"/>`, path, dark, 7+5*large)
		}
	}
}

// deep reports whether everything within reach is set.
func (m *mask) deep(x, y, reach int) bool {
	for dy := -reach; dy <= reach; dy += reach {
		for dx := -reach; dx <= reach; dx += reach {
			if !m.at(x+dx, y+dy) {
				return false
			}
		}
	}
	return true
}
