package proto

import (
	"encoding/binary"
	"fmt"
	"strings"

	"dogfight/game"
)

// A run of space or rock is a byte: the tile's bit above the run's length - 1. One of
// any other tile is its character with the highest bit set, and a byte: the length - 1.
const (
	rockRun     = 1 << 6
	otherRun    = 1 << 7
	maxPlainRun = 1 << 6
	maxOtherRun = 1 << 8
)

// tileRunMax returns how long a run of the tile may be.
func tileRunMax(t game.Tile) int {
	if t == game.Space || t == game.Rock {
		return maxPlainRun
	}
	return maxOtherRun
}

func appendArena(b []byte, a *game.Arena) []byte {
	b = appendText(b, a.Name, maxWord)
	b = binary.BigEndian.AppendUint16(b, uint16(a.Width))
	b = binary.BigEndian.AppendUint16(b, uint16(a.Height))
	b = append(b, uint8(a.Laps), uint8(a.Pull))
	for left := a.Tiles; len(left) > 0; {
		n := runLength(left)
		switch left[0] {
		case game.Space:
			b = append(b, uint8(n-1))
		case game.Rock:
			b = append(b, rockRun|uint8(n-1))
		default:
			b = append(b, otherRun|uint8(left[0]), uint8(n-1))
		}
		left = left[n:]
	}
	return b
}

// runLength returns how many tiles, of those that a run may have, are as the first.
func runLength(left []game.Tile) int {
	left = left[:min(len(left), tileRunMax(left[0]))]
	n := 1
	for n < len(left) && left[n] == left[0] {
		n++
	}
	return n
}

// tileRun reads what tile a run is of, and how long it is.
func (r *reader) tileRun() (tile game.Tile, run int) {
	b := r.U8("arena tiles")
	switch {
	case b < rockRun:
		return game.Space, int(b) + 1
	case b < otherRun:
		return game.Rock, int(b&^rockRun) + 1
	}
	tile, run = game.Tile(b&^otherRun), int(r.U8("arena tiles"))+1
	if tile == game.Space || tile == game.Rock {
		return 0, run // which have bytes of their own
	}
	return tile, run
}

// parseArena returns nil after an error.
func parseArena(r *reader) *game.Arena {
	name := r.text("arena name", maxWord)
	width := r.Within("arena width", uint32(r.U16("arena width")), 1, game.MaxTiles)
	height := r.Within("arena height", uint32(r.U16("arena height")), 1, game.MaxTiles)
	laps := r.UpTo("arena laps", game.MaxLaps)
	pull := r.UpTo("arena pull", game.MaxPull)
	rows := parseTiles(r, int(width), int(height))
	if r.Err != nil {
		return nil
	}
	a, err := game.ParseArena(name, arenaSettings(laps, pull)+rows)
	if err != nil {
		r.Fail("arena", "one to play in", err)
		return nil
	}
	return a
}

// arenaSettings returns the lines that stand above the rows of an arena's file.
func arenaSettings(laps, pull uint8) (text string) {
	if laps > 0 {
		text += fmt.Sprintf("laps = %d\n", laps)
	}
	if pull > 0 {
		text += fmt.Sprintf("pull = %d\n", pull)
	}
	return text
}

// parseTiles returns the arena as the text of its file.
func parseTiles(r *reader, width, height int) string {
	size := width * height
	if least := size / (maxOtherRun / 2); least > len(r.Left) {
		r.Fail("arena tiles", "no more than the bytes left can hold", size)
		return ""
	}
	var text strings.Builder
	text.Grow(size + height)
	last, lastRun := game.Tile(0), 0
	for done := 0; done < size && r.Err == nil; {
		tile, run := r.tileRun()
		if run > size-done || tile == last && lastRun < tileRunMax(tile) || !tile.Valid() {
			r.Fail("arena tiles", "runs of known tiles, each as long as can be", tile)
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
