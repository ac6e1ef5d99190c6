package proto

import (
	"encoding/binary"
	"slices"
	"strings"

	"dogfight/game"
)

// tiles are the tiles by their numbers on the wire. The last number stands for two
// of them: the next bit tells which.
var tiles = [...]game.Tile{
	0: game.Space,
	1: game.Rock,
	2: game.SpawnTile,
	3: game.Team1Tile,
	4: game.Team2Tile,
	5: game.BarrelTile,
	6: game.PadTile,
	7: game.Team3Tile,
}

// lateTile is the number that stands for game.Team3Tile and, with lateTeam4, for
// game.Team4Tile.
const (
	lateTile  = 7
	lateTeam4 = 1 << 4
)

// A run of equal tiles is a byte: the tile's number above the run's length - 1.
const (
	runBits = 5
	maxRun  = 1 << runBits
)

// tileRunMax returns how long a run of the tile may be: half as long where a bit of
// the length tells which tile it is.
func tileRunMax(t game.Tile) int {
	if t == game.Team3Tile || t == game.Team4Tile {
		return maxRun / 2
	}
	return maxRun
}

func appendArena(b []byte, a *game.Arena) []byte {
	b = appendText(b, a.Name, maxWord)
	b = binary.BigEndian.AppendUint16(b, uint16(a.Width))
	b = binary.BigEndian.AppendUint16(b, uint16(a.Height))
	for left := a.Tiles; len(left) > 0; {
		n := runLength(left)
		b = append(b, tileBits(left[0])|uint8(n-1))
		left = left[n:]
	}
	return b
}

// runLength returns how many tiles, of those that a run may have, are as the first.
func runLength(left []game.Tile) int {
	n := 1
	for n < min(len(left), tileRunMax(left[0])) && left[n] == left[0] {
		n++
	}
	return n
}

// tileBits returns the byte of a run of one such tile.
func tileBits(t game.Tile) uint8 {
	if t == game.Team4Tile {
		return lateTile<<runBits | lateTeam4
	}
	return uint8(max(slices.Index(tiles[:], t), 0)) << runBits
}

// tileRun returns what tile a run is of, and how long it is.
func tileRun(b uint8) (tile game.Tile, run int) {
	tile, run = tiles[b>>runBits], int(b&(maxRun-1))+1
	if tile == game.Team3Tile && b&lateTeam4 != 0 {
		return game.Team4Tile, run - lateTeam4
	}
	return tile, run
}

// parseArena returns nil after an error.
func parseArena(r *reader) *game.Arena {
	name := r.text("arena name", maxWord)
	width := r.Within("arena width", uint32(r.U16("arena width")), 1, game.MaxTiles)
	height := r.Within("arena height", uint32(r.U16("arena height")), 1, game.MaxTiles)
	rows := parseTiles(r, int(width), int(height))
	if r.Err != nil {
		return nil
	}
	a, err := game.ParseArena(name, rows)
	if err != nil {
		r.Fail("arena", "one to play in", err)
		return nil
	}
	return a
}

// parseTiles returns the arena as the text of its file.
func parseTiles(r *reader, width, height int) string {
	size := width * height
	if least := (size + maxRun - 1) / maxRun; least > len(r.Left) {
		r.Fail("arena tiles", "no more than the bytes left can hold", size)
		return ""
	}
	var text strings.Builder
	text.Grow(size + height)
	last, lastRun := game.Tile(0), 0
	for done := 0; done < size && r.Err == nil; {
		b := r.U8("arena tiles")
		tile, run := tileRun(b)
		if run > size-done || tile == last && lastRun < tileRunMax(tile) {
			r.Fail("arena tiles", "runs of known tiles, each as long as can be", b)
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
