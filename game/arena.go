package game

import (
	"fmt"
	"strings"
)

// Arena is the board: a grid of tiles and what stands on them. Read-only once
// parsed.
type Arena struct {
	Name          string
	Width, Height int     // tiles
	Tiles         []Tile  // row by row
	Spawns        []Point // at least one
	Barrels       []Point // at most MaxBarrels
	Pads          []Point // at most MaxPads

	TeamSpawns [MaxTeams + 1][]Point // by team, perhaps none; [0] is unused
	Bases      [MaxTeams + 1][]Point // tiles, likewise
	Gates      []Point               // checkpoints in their order: a tile in the middle of each
	Ways       []Way                 // to the tiles of each
	Legs       []int32               // how far it is to each from the one before, to the first from the last
	Wells      []Point               // at most MaxWells

	Pull int32 // of the wells at their edge, units a second a second
	Laps int   // of a race

	Middle Point // the place nearest to the middle that has room for a ship
}

// Point is a position in 1/256 unit.
type Point struct{ X, Y int32 }

// Tile is one character of an arena file.
type Tile byte

// The tiles.
const (
	Space      Tile = '.' // a blank reads as this
	Rock       Tile = '#'
	SpawnTile  Tile = '@'
	Team1Tile  Tile = '1'
	Team2Tile  Tile = '2'
	Team3Tile  Tile = '3'
	Team4Tile  Tile = '4'
	BarrelTile Tile = 'o'
	PadTile    Tile = '+'
	Nebula     Tile = '~'
	LaneUp     Tile = '^'
	LaneDown   Tile = 'v'
	LaneLeft   Tile = '<'
	LaneRight  Tile = '>'
	WellTile   Tile = '*'
	Base1Tile  Tile = 'A'
	Base2Tile  Tile = 'B'
	Base3Tile  Tile = 'C'
	Base4Tile  Tile = 'D'
)

// gateTiles are the checkpoints in their order: the letters that are no other tile.
const gateTiles = "abcdefghijklmnpqrstuwxyz"

// Valid reports whether t is one of the tiles.
func (t Tile) Valid() bool { return t != ' ' && strings.IndexByte(tileChars, byte(t)) >= 0 }

// Gate returns the number of the checkpoint that the tile belongs to, from 0.
func (t Tile) Gate() (gate int, ok bool) {
	if t < 'a' || t > 'z' { // as most tiles
		return -1, false
	}
	gate = strings.IndexByte(gateTiles, byte(t))
	return gate, gate >= 0
}

// Lane returns the course along which the tile speeds ships up, or Idle.
func (t Tile) Lane() Course {
	switch t {
	case LaneUp:
		return Up
	case LaneDown:
		return Down
	case LaneLeft:
		return Left
	case LaneRight:
		return Right
	}
	return Idle
}

// Base returns the team whose base the tile is part of, or 0.
func (t Tile) Base() uint8 {
	if t >= Base1Tile && t <= Base4Tile {
		return uint8(1 + t - Base1Tile)
	}
	return 0
}

// spawns reports whether ships may enter at the tile.
func (t Tile) spawns() bool { return t == SpawnTile || t >= Team1Tile && t <= Team4Tile }

// Size returns the arena's width and height in 1/256 unit.
func (a *Arena) Size() (w, h int32) {
	return int32(a.Width) << tileShift, int32(a.Height) << tileShift
}

// At returns the tile that holds (x, y), in 1/256 unit: Rock outside.
func (a *Arena) At(x, y int32) Tile {
	tx, ty := int(x>>tileShift), int(y>>tileShift)
	if uint(tx) >= uint(a.Width) || uint(ty) >= uint(a.Height) {
		return Rock
	}
	return a.Tiles[ty*a.Width+tx]
}

// Solid reports whether (x, y), in 1/256 unit, is rock or outside.
func (a *Arena) Solid(x, y int32) bool {
	tx, ty := int(x>>tileShift), int(y>>tileShift)
	return uint(tx) >= uint(a.Width) || uint(ty) >= uint(a.Height) || a.Tiles[ty*a.Width+tx] == Rock
}

// HullFits reports whether a ship at (x, y), in 1/256 unit, touches neither rock
// nor the edge; none that flies ever does. The hull is wider than a tile and
// narrower than two, so its middles are looked at too.
func (a *Arena) HullFits(x, y int32) bool {
	for dy := int32(-HullHalf); dy <= HullHalf; dy += HullHalf {
		for dx := int32(-HullHalf); dx <= HullHalf; dx += HullHalf {
			if a.Solid(x+dx, y+dy) {
				return false
			}
		}
	}
	return true
}

// Text returns the arena as a file that ParseArena reads into an equal one.
func (a *Arena) Text() string {
	text := make([]byte, 0, (a.Width+1)*a.Height)
	for _, set := range arenaSettings {
		if v := set.get(a); v != 0 {
			text = fmt.Appendf(text, "%s = %d\n", set.name, v)
		}
	}
	for y := range a.Height {
		for _, tile := range a.Tiles[y*a.Width : (y+1)*a.Width] {
			text = append(text, byte(tile))
		}
		text = append(text, '\n')
	}
	return string(text)
}

// tileCentre returns the middle of the tile in column x of row y.
func tileCentre(x, y int) Point {
	return Point{int32(x)<<tileShift + TileSize*One/2, int32(y)<<tileShift + TileSize*One/2}
}
