// Package playtest has Views and recorded matches for tests of the match screen.
package playtest

import (
	"strings"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

// Noon is the time of the tests.
var Noon = time.Unix(1_000_000_800, 0)

// Unit converts units to positions.
func Unit(n int32) int32 { return n * game.One }

// Setup returns an empty arena of 40x20 tiles with the standard weapons.
func Setup() *game.Setup {
	a := &game.Arena{Name: "test", Width: 40, Height: 20, Tiles: make([]game.Tile, 40*20)}
	for i := range a.Tiles {
		a.Tiles[i] = game.Space
	}
	return &game.Setup{
		Arena: a,
		Classes: []game.Class{
			{Name: "fighter", Title: "Fighter", HP: 5, TopSpeed: 640},
			{Name: "scout", Title: "Scout", HP: 3, TopSpeed: 768},
			{Name: "bomber", Title: "Bomber", HP: 8, TopSpeed: 469},
		},
		Weapons: []game.Weapon{
			{Name: "cannon", Title: "Cannon", Shots: 5, Fan: 1, Speed: 1536, Damage: 1, Life: 84},
			{Name: "spread", Title: "Spread", Shots: 6, Fan: 3, Speed: 1280, Damage: 1, Life: 36},
			{Name: "rail", Title: "Rail gun", Shots: 1, Fan: 1, Speed: 3840, Damage: 3, Life: 48},
			{Name: "mines", Title: "Mines", Shots: 5, Fan: 1, Damage: 2, Life: 1200},
		},
	}
}

// View returns a match of the named pilots, all in space in one row, eight units from the upper edge. The first is the
// viewer's own.
func View(names ...string) *net.View {
	w := &game.World{Status: game.InProgress, Tick: 1000}
	v := &net.View{Phase: net.Playing, Title: "test match", Setup: Setup(), World: w}
	for i, name := range names {
		w.Ships[i] = game.Ship{
			State: game.Flying, X: Unit(20 + 60*int32(i)), Y: Unit(40), Facing: game.Up, HP: 5,
		}
		v.Roster = append(v.Roster, proto.Pilot{ID: uint16(i), Slot: uint8(i), Name: name})
	}
	return v
}

// Wide makes an arena that large, and empty.
func Wide(a *game.Arena, width, height int) {
	a.Width, a.Height = width, height
	a.Tiles = []game.Tile(strings.Repeat(" ", width*height))
}

// Text returns the rows of a canvas on a terminal of 256 colours.
func Text(c *canvas.Canvas) []string {
	width, height := c.Size()
	grid := canvas.NewGrid(256)
	grid.Resize(width, height)
	c.Draw(grid)
	rows := make([]string, height)
	for y := range rows {
		var row strings.Builder
		for x := range width {
			glyph, _, _ := grid.Get(x, y)
			row.WriteString(glyph)
		}
		rows[y] = row.String()
	}
	return rows
}
