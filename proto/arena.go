package proto

import (
	"encoding/binary"
	"strings"

	"dogfight/game"
)

// tiles are the tiles by their numbers on the wire.
var tiles = [...]game.Tile{
	0: game.Space,
	1: game.Rock,
	2: game.SpawnTile,
	3: game.Team1Tile,
	4: game.Team2Tile,
	5: game.BarrelTile,
	6: game.PadTile,
}

// A run of equal tiles is a byte: the tile's number above the run's length - 1.
const (
	runBits = 5
	maxRun  = 1 << runBits
)

func appendArena(b []byte, a *game.Arena) []byte {
	b = appendText(b, a.Name, maxWord)
	b = binary.BigEndian.AppendUint16(b, uint16(a.Width))
	b = binary.BigEndian.AppendUint16(b, uint16(a.Height))
	for left := a.Tiles; len(left) > 0; {
		n := runLength(left)
		b = append(b, tileNumber(left[0])<<runBits|uint8(n-1))
		left = left[n:]
	}
	return b
}

// runLength returns how many tiles, at most maxRun, are as the first.
func runLength(left []game.Tile) int {
	n := 1
	for n < min(len(left), maxRun) && left[n] == left[0] {
		n++
	}
	return n
}

func tileNumber(t game.Tile) uint8 {
	for n, tile := range tiles {
		if tile == t {
			return uint8(n)
		}
	}
	return 0
}

// parseArena returns nil after an error.
func parseArena(r *reader) *game.Arena {
	name := r.text("arena name", maxWord)
	width := r.within("arena width", uint32(r.u16("arena width")), 1, game.MaxTiles)
	height := r.within("arena height", uint32(r.u16("arena height")), 1, game.MaxTiles)
	rows := parseTiles(r, int(width), int(height))
	if r.err != nil {
		return nil
	}
	a, err := game.ParseArena(name, rows)
	if err != nil {
		r.fail("arena", "one to play in", err)
		return nil
	}
	return a
}

// parseTiles returns the arena as the text of its file.
func parseTiles(r *reader, width, height int) string {
	size := width * height
	if least := (size + maxRun - 1) / maxRun; least > len(r.left) {
		r.fail("arena tiles", "bytes for all of them", len(r.left))
		return ""
	}
	var text strings.Builder
	text.Grow(size + height)
	last, lastRun := -1, maxRun
	for done := 0; done < size && r.err == nil; {
		b := r.u8("arena tiles")
		number, run := int(b>>runBits), int(b&(maxRun-1))+1
		if number >= len(tiles) || run > size-done || number == last && lastRun < maxRun {
			r.fail("arena tiles", "runs of known tiles, each as long as can be", b)
			break
		}
		for range run {
			text.WriteByte(byte(tiles[number]))
			if done++; done%width == 0 {
				text.WriteByte('\n')
			}
		}
		last, lastRun = number, run
	}
	return text.String()
}
