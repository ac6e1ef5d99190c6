package menu

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// ChartOptions are the options of a chart: an arena as lines of text, for a terminal or a file. It has a map as wide
// as possible, and a legend. Rock is blocks, or '#' in ASCII; everything else is the letter of the arena's file. It is
// for authors of arenas: all tiles show and are counted.
type ChartOptions struct {
	Width   int // at least MinChartWidth
	Palette canvas.Palette
	Colours int  // 0, 8, 16, 256 or more; 0 for plain text
	ASCII   bool // only ASCII characters
	Marks   []ChartPlace
}

// MinChartWidth is the least width of a chart in columns.
const MinChartWidth = 20

// ChartPlace is a tile, by its column and row from 0. The chart marks it with '!'.
type ChartPlace struct{ X, Y int }

// Text returns the map and the legend.
func (o *ChartOptions) Text(a *game.Arena) string {
	c := chart{ChartOptions: o, arena: a, pen: pen{palette: o.Palette, colours: o.Colours}}
	c.columns = max(min(a.Width, c.Width-frame), 1)
	c.halves = max((a.Height*c.columns+a.Width-1)/a.Width, 1)
	c.drawMap()
	c.drawLegend()
	return c.text.String()
}

// chart is a chart in progress.
type chart struct {
	*ChartOptions
	arena *game.Arena
	pen
	columns int // of the map
	halves  int // rows of half a cell: as high as a column is wide
}

// frame is the width of the frame around the map, in columns.
const frame = 2

func (c *chart) drawMap() {
	corners, across, down := "┌┐└┘", "─", "│"
	if c.ASCII {
		corners, across, down = "++++", "-", "|"
	}
	corner := []rune(corners)
	edge := func(left, right rune) {
		c.put(inked{string(left) + strings.Repeat(across, c.columns) + string(right), borderInk})
		c.end()
	}
	edge(corner[0], corner[1])
	for y := 0; y < c.halves; y += 2 {
		c.put(inked{down, borderInk})
		for x := range c.columns {
			c.put(c.cell(x, y))
		}
		c.put(inked{down, borderInk})
		c.end()
	}
	edge(corner[2], corner[3])
}

// tiles returns the range of tiles behind a column and a half row of the map: one tile at least.
func (c *chart) tiles(x, y int) (left, top, right, bottom int) {
	a := c.arena
	left, top = x*a.Width/c.columns, y*a.Height/c.halves
	right, bottom = (x+1)*a.Width/c.columns, (y+1)*a.Height/c.halves
	return left, top, max(right, left+1), min(max(bottom, top+1), a.Height)
}

// ChartSize describes the size of an arena.
func ChartSize(a *game.Arena) string { return fmt.Sprintf("%dx%d tiles", a.Width, a.Height) }

// inked is a text in a colour.
type inked struct {
	text string
	ink  canvas.Colour
}

const (
	borderInk = canvas.Border
	rockInk   = canvas.Rock + 5 // slate, lit
)

// cell returns the text of a cell, from a half row and the one below it.
func (c *chart) cell(x, y int) inked {
	upper, lower := c.sum(x, y), sum{}
	if y+1 < c.halves {
		lower = c.sum(x, y+1)
	}
	if upper.marked || lower.marked {
		return inked{"!", canvas.Bad}
	}
	if rank(lower.thing) > rank(upper.thing) {
		upper.thing = lower.thing
	}
	if kind := kindOf(upper.thing); kind != nil {
		return inked{string(rune(upper.thing)), kind.ink}
	}
	return inked{c.rock(upper.rock, lower.rock), rockInk}
}

// rock returns the character for rock in the upper half, the lower half, or both.
func (c *chart) rock(upper, lower bool) string {
	switch {
	case !upper && !lower:
		return " "
	case c.ASCII:
		return "#"
	case !lower:
		return "▀"
	case !upper:
		return "▄"
	}
	return "█"
}

// sum sums up the tiles of half a cell.
type sum struct {
	rock   bool      // at least half of it
	thing  game.Tile // the tile with the highest rank
	marked bool
}

// sum sums up the tiles of half a cell.
func (c *chart) sum(x, y int) (s sum) {
	left, top, right, bottom := c.tiles(x, y)
	rock := 0
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			tile := c.arena.Tiles[y*c.arena.Width+x]
			if tile == game.Rock {
				rock++
			} else if rank(tile) > rank(s.thing) {
				s.thing = tile
			}
		}
	}
	s.rock = rock > 0 && 2*rock >= (right-left)*(bottom-top)
	for _, mark := range c.Marks {
		s.marked = s.marked || mark.X >= left && mark.X < right && mark.Y >= top && mark.Y < bottom
	}
	return s
}

// rank returns the priority of a tile in a cell with several: the rarest kind is the highest. Space and rock have 0.
func rank(t game.Tile) int {
	for i := range ChartKinds {
		if strings.IndexByte(ChartKinds[i].Tiles, byte(t)) >= 0 {
			return len(ChartKinds) - i
		}
	}
	return 0
}

// ChartKind is a kind of tile.
type ChartKind struct {
	Tiles string // its letters
	Name  string // in the plural
	ink   canvas.Colour
}

// ChartKinds are all kinds of tile except space and rock, by descending rank.
var ChartKinds = [...]ChartKind{
	{"1", "spawns of team 1", canvas.TeamInk(1)},
	{"2", "spawns of team 2", canvas.TeamInk(2)},
	{"3", "spawns of team 3", canvas.TeamInk(3)},
	{"4", "spawns of team 4", canvas.TeamInk(4)},
	{"@", "spawns", canvas.Strong},
	{"*", "gravity wells", canvas.FlameOrange},
	{"+", "pads, where power-ups appear", canvas.Good},
	{"o", "barrels", canvas.DrumBody},
	{"A", "tiles of the base of team 1", canvas.TeamInk(1)},
	{"B", "tiles of the base of team 2", canvas.TeamInk(2)},
	{"C", "tiles of the base of team 3", canvas.TeamInk(3)},
	{"D", "tiles of the base of team 4", canvas.TeamInk(4)},
	{gates, "gates of a race, in their order", canvas.Fair},
	{"^v<>", "boost lanes", canvas.Accent},
	{"~", "nebula, which hides what is in it", canvas.BoxOverdrive},
}

// gates are all letters without another meaning.
const gates = "abcdefghijklmnpqrstuwxyz"

// Label returns the letters of a kind for a legend.
func (k *ChartKind) Label() string {
	if k.Tiles == gates {
		return "a-z"
	}
	return k.Tiles
}

// kindOf returns the kind of a tile, nil for space and rock.
func kindOf(t game.Tile) *ChartKind {
	if r := rank(t); r > 0 {
		return &ChartKinds[len(ChartKinds)-r]
	}
	return nil
}

// drawLegend writes the kinds and their numbers.
func (c *chart) drawLegend() {
	for i := range ChartKinds {
		c.line(inked{ChartKinds[i].Label(), ChartKinds[i].ink}, c.count(ChartKinds[i].Tiles), ChartKinds[i].Name+c.more(&ChartKinds[i]))
	}
	rock := c.count(string(rune(game.Rock)))
	c.line(inked{c.rock(true, true), rockInk}, rock, fmt.Sprintf("rock, %d %% of all tiles", 100*rock/len(c.arena.Tiles)))
	c.line(inked{"!", canvas.Bad}, len(c.Marks), "places where something is wrong")
}

// line writes a line of the legend, unless n is 0.
func (c *chart) line(is inked, n int, name string) {
	if n == 0 {
		return
	}
	c.put(is)
	c.reset()
	fmt.Fprintf(&c.text, "%*d  %s", 10-len([]rune(is.text)), n, name)
	c.end()
}

// count returns the number of some tiles; of gates, the number of gates.
func (c *chart) count(tiles string) (n int) {
	if tiles == gates {
		return len(c.arena.Gates)
	}
	for _, tile := range c.arena.Tiles {
		if strings.IndexByte(tiles, byte(tile)) >= 0 {
			n++
		}
	}
	return n
}

// more returns the settings of the arena for a line of the legend.
func (c *chart) more(k *ChartKind) string {
	switch k.Tiles {
	case gates:
		return fmt.Sprintf("; %d laps", c.arena.Laps)
	case "*":
		return fmt.Sprintf("; pull %d", c.arena.Pull)
	}
	return ""
}

// pen writes text in colours, on a ground of its own: the palette need not suit the terminal's.
type pen struct {
	text    strings.Builder
	palette canvas.Palette
	colours int
	style   canvas.Style // of the terminal
}

// put writes a text in a colour.
func (p *pen) put(l inked) {
	p.turn(l.ink)
	p.text.WriteString(l.text)
}

// end ends a line, in the terminal's own colours.
func (p *pen) end() {
	p.reset()
	p.text.WriteString("\n")
}

func (p *pen) reset() {
	if p.style != (canvas.Style{}) {
		p.text.WriteString("\x1b[m")
		p.style = canvas.Style{}
	}
}

// turn changes the colour.
func (p *pen) turn(ink canvas.Colour) {
	if p.colours == 0 {
		return
	}
	style := p.palette.Style(p.colours, ink, canvas.Space)
	style.Ground = p.palette.Ground(p.colours)
	if style == p.style {
		return
	}
	if p.style.Manner != 0 && p.style.Manner != style.Manner {
		p.reset()
	}
	p.text.WriteString("\x1b[" + parameters(style.Ink, 30) + ";" + parameters(style.Ground, 40))
	if style.Manner&canvas.Bold != 0 {
		p.text.WriteString(";1")
	}
	if style.Manner&canvas.Faint != 0 {
		p.text.WriteString(";2")
	}
	p.text.WriteString("m")
	p.style = style
}

// parameters returns the parameters of SGR (ECMA-48 8.3.117) for a colour: of ink from 30 on, of a ground from 40 on.
func parameters(c canvas.TermColour, from int) string {
	if hex, ok := c.RGB(); ok {
		return fmt.Sprintf("%d;2;%d;%d;%d", from+8, hex>>16, hex>>8&0xff, hex&0xff)
	}
	switch n, ok := c.Number(); {
	case !ok:
		return fmt.Sprint(from + 9)
	case n < 8:
		return fmt.Sprint(from + n)
	case n < 16:
		return fmt.Sprint(from + 60 + n - 8)
	default:
		return fmt.Sprintf("%d;5;%d", from+8, n)
	}
}
