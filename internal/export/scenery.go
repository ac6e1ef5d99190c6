package export

import (
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/scene"
)

// drawSpace draws the background: space with dust in two colours, and stars.
func (d *drawing) drawSpace() {
	v := d.view
	d.tag(`<defs><radialGradient id="n"><stop stop-color="%s"/><stop offset="1" stop-color="%s" stop-opacity="0"/></radialGradient>`, d.hex(canvas.DustBlue+canvas.DustTones-1), d.hex(canvas.DustBlue))
	d.tag(`<radialGradient id="m"><stop stop-color="%s"/><stop offset="1" stop-color="%s" stop-opacity="0"/></radialGradient></defs>`, d.hex(canvas.DustViolet+canvas.DustTones-1), d.hex(canvas.DustViolet))
	d.tag(`<rect width="%d" height="%d" fill="%s"/>`, v.width, v.height, d.hex(canvas.SpaceTone))
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
	var lines [][]corner
	for _, line := range m.outlines() {
		lines = append(lines, simplify(line, 0.3))
	}
	if path := pathOf(lines); path != "" {
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
