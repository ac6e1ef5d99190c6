package menu

import (
	"fmt"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// Kind is what tiles that belong together are called.
type ChartKind struct {
	Tiles string // one or several
	Name  string // of several
	ink   canvas.Colour
}

// Kinds are all that may stand in an arena but space and rock, what matters most first.
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
	{checkpoints, "checkpoints of a race, in their order", canvas.Fair},
	{"^v<>", "boost lanes", canvas.Accent},
	{"~", "nebula, which hides what is in it", canvas.BoxOverdrive},
}

// checkpoints are all letters that are no other tile.
const checkpoints = "abcdefghijklmnpqrstuwxyz"

// Label returns the tiles of a kind as a legend has them.
func (k *ChartKind) Label() string {
	if k.Tiles == checkpoints {
		return "a-z"
	}
	return k.Tiles
}

// kindOf returns what a tile is, nil for space and rock.
func kindOf(t game.Tile) *ChartKind {
	if r := rank(t); r > 0 {
		return &ChartKinds[len(ChartKinds)-r]
	}
	return nil
}

// drawLegend tells what the letters mean, and how many there are of each.
func (c *chart) drawLegend() {
	for i := range ChartKinds {
		c.line(look{ChartKinds[i].Label(), ChartKinds[i].ink}, c.count(ChartKinds[i].Tiles), ChartKinds[i].Name+c.more(&ChartKinds[i]))
	}
	rock := c.count(string(rune(game.Rock)))
	c.line(look{c.rock(true, true), rockInk}, rock, fmt.Sprintf("rock, %d %% of all tiles", 100*rock/len(c.arena.Tiles)))
	c.line(look{"!", canvas.Bad}, len(c.Marks), "places where something is wrong")
}

// line writes a line of the legend, unless there is nothing of a kind.
func (c *chart) line(is look, n int, name string) {
	if n == 0 {
		return
	}
	c.put(is)
	c.reset()
	fmt.Fprintf(&c.text, "%*d  %s", 10-len([]rune(is.text)), n, name)
	c.end()
}

// count returns how many tiles there are of some; of checkpoints, how many these make.
func (c *chart) count(tiles string) (n int) {
	if tiles == checkpoints {
		return len(c.arena.Gates)
	}
	for _, tile := range c.arena.Tiles {
		if strings.IndexByte(tiles, byte(tile)) >= 0 {
			n++
		}
	}
	return n
}

// more returns what the settings of the arena add to a line of the legend.
func (c *chart) more(k *ChartKind) string {
	switch k.Tiles {
	case checkpoints:
		return fmt.Sprintf("; %d laps", c.arena.Laps)
	case "*":
		return fmt.Sprintf("; pull %d", c.arena.Pull)
	}
	return ""
}
