package proto

import (
	"fmt"
	"strings"

	"dogfight/game"
)

// A run of space or rock is a byte: the tile's bit above the run's length - 1. One of any other tile is its character with the
// highest bit set, and a byte: the length - 1.
const (
	rockRun     = 1 << 6
	otherRun    = 1 << 7
	maxPlainRun = 1 << 6
	maxOtherRun = 1 << 8
)

// tileRunMax returns the length of the longest run of the tile.
func tileRunMax(t game.Tile) int {
	if t == game.Space || t == game.Rock {
		return maxPlainRun
	}
	return maxOtherRun
}

// arena codes an arena. Reading gives nil after an error.
func (c *FieldCoder) arena(arena **game.Arena) {
	var a game.Arena
	if !c.Reading {
		a = **arena
	}
	c.Text("arena name", &a.Name, maxWord)
	Range16(c, "arena width", &a.Width, 1, game.MaxTiles)
	Range16(c, "arena height", &a.Height, 1, game.MaxTiles)
	Range8(c, "arena laps", &a.Laps, 0, game.MaxLaps)
	Range8(c, "arena pull", &a.Pull, 0, game.MaxPull)
	if !c.Reading {
		c.Out = appendTiles(c.Out, a.Tiles)
		return
	}
	rows := c.readTiles(a.Width, a.Height)
	if c.Err != nil {
		return
	}
	read, err := game.ParseArena(a.Name, arenaSettings(a.Laps, int(a.Pull))+rows)
	if err != nil {
		c.Fail("arena", "one to play in", err)
	}
	*arena = read
}

// arenaSettings returns the lines above the rows of an arena's file.
func arenaSettings(laps, pull int) (text string) {
	if laps > 0 {
		text += fmt.Sprintf("laps = %d\n", laps)
	}
	if pull > 0 {
		text += fmt.Sprintf("pull = %d\n", pull)
	}
	return text
}

func appendTiles(b []byte, tiles []game.Tile) []byte {
	for len(tiles) > 0 {
		n := runLength(tiles[:min(len(tiles), tileRunMax(tiles[0]))])
		switch tiles[0] {
		case game.Space:
			b = append(b, uint8(n-1))
		case game.Rock:
			b = append(b, rockRun|uint8(n-1))
		default:
			b = append(b, otherRun|uint8(tiles[0]), uint8(n-1))
		}
		tiles = tiles[n:]
	}
	return b
}

// runLength returns how many items from the first on are equal to it.
func runLength[T comparable](items []T) int {
	n := 1
	for n < len(items) && items[n] == items[0] {
		n++
	}
	return n
}

// tileRun reads the tile of a run, and its length.
func (c *FieldCoder) tileRun() (tile game.Tile, run int) {
	b := c.U8("arena tiles")
	switch {
	case b < rockRun:
		return game.Space, int(b) + 1
	case b < otherRun:
		return game.Rock, int(b&^rockRun) + 1
	}
	tile, run = game.Tile(b&^otherRun), int(c.U8("arena tiles"))+1
	if tile == game.Space || tile == game.Rock {
		return 0, run // these have bytes of their own
	}
	return tile, run
}

// readTiles returns the rows of an arena as its file has them.
func (c *FieldCoder) readTiles(width, height int) string {
	size := width * height
	if least := size / (maxOtherRun / 2); least > len(c.Left) {
		c.Fail("arena tiles", "no more than the bytes left can hold", size)
		return ""
	}
	var text strings.Builder
	text.Grow(size + height)
	last, lastRun := game.Tile(0), 0
	for done := 0; done < size && c.Err == nil; {
		tile, run := c.tileRun()
		if run > size-done || tile == last && lastRun < tileRunMax(tile) || !tile.Valid() {
			c.Fail("arena tiles", "runs of known tiles, each as long as can be", tile)
			break
		}
		for range run {
			text.WriteByte(byte(tile))
			if done++; done%width == 0 {
				text.WriteByte('\n')
			}
		}
		last, lastRun = tile, run
	}
	return text.String()
}
