package menu

import (
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// look is what is written in a cell, or several of one colour.
type look struct {
	text string
	ink  canvas.Colour
}

const (
	borderInk = canvas.Border
	rockInk   = canvas.Rock + 5 // slate, lit
)

// cell returns what shows in a column, at a half row and the one below it.
func (c *chart) cell(x, y int) look {
	upper, lower := c.look(x, y), sum{}
	if y+1 < c.halves {
		lower = c.look(x, y+1)
	}
	if upper.marked || lower.marked {
		return look{"!", canvas.Bad}
	}
	if rank(lower.thing) > rank(upper.thing) {
		upper.thing = lower.thing
	}
	if kind := kindOf(upper.thing); kind != nil {
		return look{string(rune(upper.thing)), kind.ink}
	}
	return look{c.rock(upper.rock, lower.rock), rockInk}
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

// sum is what lies behind half a cell.
type sum struct {
	rock   bool      // most of it, or half
	thing  game.Tile // the one that matters most
	marked bool
}

// look sums up the tiles behind half a cell.
func (c *chart) look(x, y int) (s sum) {
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

// rank returns how much a tile matters where several share a cell: what there are fewest of matters most. Space and rock
// have 0.
func rank(t game.Tile) int {
	for i := range ChartKinds {
		if strings.IndexByte(ChartKinds[i].Tiles, byte(t)) >= 0 {
			return len(ChartKinds) - i
		}
	}
	return 0
}
