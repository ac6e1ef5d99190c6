package game

import (
	"cmp"
	"fmt"
	"strings"
)

// Arena is the board: a grid of tiles and the things on it. Read-only once parsed.
type Arena struct {
	Name          string
	Width, Height int     // tiles
	Tiles         []Tile  // row by row
	Spawns        []Point // at least one
	Barrels       []Point // at most MaxBarrels
	Pads          []Point // at most MaxPads

	TeamSpawns [MaxTeams + 1][]Point // by team, may be empty; [0] is unused
	Bases      [MaxTeams + 1][]Point // tiles, likewise
	Gates      []Point               // gates in their order: a tile in the middle of each
	Ways       []Way                 // to the tiles of each
	Legs       []int32               // length of the way to each from the one before; to the first from the last
	Wells      []Point               // at most MaxWells

	Pull int32 // of the wells at their edge, units/second²
	Laps int   // of a race

	Middle Point // the place nearest to the middle with room for a ship
}

// Point is a position in 1/256 unit.
type Point struct{ X, Y int32 }

// Tile is one character of an arena file.
type Tile byte

// The tiles.
const (
	Space      Tile = '.' // a blank means the same
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

// gateTiles are the gates in their order: the letters without another meaning.
const gateTiles = "abcdefghijklmnpqrstuwxyz"

// Valid reports whether t is one of the tiles.
func (t Tile) Valid() bool { return t != ' ' && strings.IndexByte(tileChars, byte(t)) >= 0 }

// Gate returns the gate of the tile, from 0.
func (t Tile) Gate() (gate int, ok bool) {
	if t < 'a' || t > 'z' { // most tiles
		return -1, false
	}
	gate = strings.IndexByte(gateTiles, byte(t))
	return gate, gate >= 0
}

// Lane returns the course of a boost lane, or Idle.
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

// Base returns the team of a base tile, or 0.
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

// At returns the tile at (x, y), in 1/256 unit; Rock outside.
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

// HullFits reports whether a ship at (x, y), in 1/256 unit, touches neither rock nor the
// edge. The hull is wider than a tile and narrower than two, so the middles of its sides
// are checked too.
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

// Text returns the arena as a file, which ParseArena reads into an equal arena.
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

// BaseRadius is the reach of a base around a spawn, for a team without base tiles.
const BaseRadius = 24 * One

// HasBase reports whether the team has a base.
func (a *Arena) HasBase(team uint8) bool {
	return len(a.Bases[team]) > 0 || len(a.TeamSpawns[team]) > 0
}

// InBase reports whether (x, y), in 1/256 unit, is in the team's base: on one of its
// tiles or, without any, near one of its spawns.
func (a *Arena) InBase(team uint8, x, y int32) bool {
	if len(a.Bases[team]) > 0 {
		return a.At(x, y).Base() == team
	}
	for _, at := range a.TeamSpawns[team] {
		if within(x-at.X, y-at.Y, BaseRadius) {
			return true
		}
	}
	return false
}

// BaseTiles returns places in the team's base: the middles of its tiles, or its spawns.
func (a *Arena) BaseTiles(team uint8) []Point {
	if len(a.Bases[team]) > 0 {
		return a.Bases[team]
	}
	return a.TeamSpawns[team]
}

// findMiddle finds the place nearest to the middle with room for a ship: the middle
// itself or that of a tile. It exists, as every arena has a spawn.
func (a *Arena) findMiddle() {
	width, height := a.Size()
	a.Middle = Point{width / 2, height / 2}
	if a.HullFits(a.Middle.X, a.Middle.Y) {
		return
	}
	nearest, middle := int64(1)<<62, a.Middle
	for i, tile := range a.Tiles {
		at := tileCentre(i%a.Width, i/a.Width)
		if d := distance2(at, middle); tile != Rock && d < nearest && a.HullFits(at.X, at.Y) {
			nearest, a.Middle = d, at
		}
	}
}

// findGates finds the middle of each gate, none of which may be missing, and sets
// the settings that the file leaves out.
func (p *arenaParser) findGates() error {
	a := &p.arena
	var columns, rows, tiles [MaxGates]int
	for i, tile := range a.Tiles {
		if gate, ok := tile.Gate(); ok {
			columns[gate] += i % a.Width
			rows[gate] += i / a.Width
			tiles[gate]++
		}
	}
	for gate := range tiles {
		if tiles[gate] == 0 {
			break
		}
		a.Gates = append(a.Gates, a.nearestTile(Tile(gateTiles[gate]), columns[gate]/tiles[gate], rows[gate]/tiles[gate]))
	}
	for i, tile := range a.Tiles {
		if gate, ok := tile.Gate(); ok && gate >= len(a.Gates) {
			return p.problem(i%a.Width, i/a.Width, "gate %q without one before: must have %q too", tile, gateTiles[len(a.Gates)])
		}
	}
	a.findWays()
	if len(a.Gates) > 0 && a.Laps == 0 {
		a.Laps = usualLaps
	}
	if len(a.Wells) > 0 && a.Pull == 0 {
		a.Pull = usualPull
	}
	return nil
}

// nearestTile returns the middle of the tile of a kind nearest to column x of row y.
func (a *Arena) nearestTile(kind Tile, x, y int) Point {
	nearest, column, row := 1<<30, 0, 0
	for i, tile := range a.Tiles {
		if tile != kind {
			continue
		}
		dx, dy := i%a.Width-x, i/a.Width-y
		if d := dx*dx + dy*dy; d < nearest {
			nearest, column, row = d, i%a.Width, i/a.Width
		}
	}
	return tileCentre(column, row)
}

// findWays finds the ways to the gates, and the distances between them.
func (a *Arena) findWays() {
	if len(a.Gates) == 0 {
		return
	}
	tiles := make([][]int, len(a.Gates))
	for i, tile := range a.Tiles {
		if gate, ok := tile.Gate(); ok {
			tiles[gate] = append(tiles[gate], i)
		}
	}
	costs := a.wayCosts()
	steps := a.waySteps(costs)
	for gate := range a.Gates {
		way := a.wayTo(costs, steps, tiles[gate])
		leg := int32(NoWay)
		for _, i := range tiles[(gate+len(tiles)-1)%len(tiles)] {
			leg = min(leg, int32(way[i]))
		}
		a.Ways, a.Legs = append(a.Ways, way), append(a.Legs, leg)
	}
}

// Course is one of eight directions, or none. Idle to Right have the numbers of the
// Dogfight protocol.
type Course uint8

// The nine courses.
const (
	Idle      Course = 0
	Up        Course = 1
	Down      Course = 2
	Left      Course = 3
	Right     Course = 4
	UpLeft    Course = 5
	UpRight   Course = 6
	DownLeft  Course = 7
	DownRight Course = 8
)

// Courses is the number of courses, Idle among them.
const Courses = 9

// diagonal is 256/sqrt(2): diagonal flight is no faster than straight flight.
const diagonal = 181

var vectors = [Courses][2]int32{
	Idle:      {0, 0},
	Up:        {0, -One},
	Down:      {0, One},
	Left:      {-One, 0},
	Right:     {One, 0},
	UpLeft:    {-diagonal, -diagonal},
	UpRight:   {diagonal, -diagonal},
	DownLeft:  {-diagonal, diagonal},
	DownRight: {diagonal, diagonal},
}

// Vector returns the course as a vector of length One, or (0,0) for Idle.
func (c Course) Vector() (x, y int32) {
	v := &vectors[c%Courses]
	return v[0], v[1]
}

// CourseOf returns the course that points along the signs of (x, y).
func CourseOf(x, y int32) Course {
	return bySign[sign(y)+1][sign(x)+1]
}

var bySign = [3][3]Course{
	{UpLeft, Up, UpRight},
	{Left, Idle, Right},
	{DownLeft, Down, DownRight},
}

func sign(v int32) int32 { return int32(cmp.Compare(v, 0)) }
