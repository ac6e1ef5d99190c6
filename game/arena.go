package game

import (
	"cmp"
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

// BaseRadius is how far around a spawn of a team its base reaches, where the arena has
// no tiles of bases.
const BaseRadius = 24 * One

// HasBase reports whether there is a place to which the team can carry the orb.
func (a *Arena) HasBase(team uint8) bool {
	return len(a.Bases[team]) > 0 || len(a.TeamSpawns[team]) > 0
}

// InBase reports whether (x, y), in 1/256 unit, lies in the base of the team: on one of
// its tiles or, where it has none, near one of its spawns.
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

// BaseTiles returns the places that are the nearest to go to for whoever wants to be in the
// base of the team: the middles of its tiles, or its spawns.
func (a *Arena) BaseTiles(team uint8) []Point {
	if len(a.Bases[team]) > 0 {
		return a.Bases[team]
	}
	return a.TeamSpawns[team]
}

// findMiddle finds the place nearest to the middle that has room for a ship: the middle
// itself, or else that of a tile. Every arena has a spawn, so there is one.
func (a *Arena) findMiddle() {
	width, height := a.Size()
	a.Middle = Point{width / 2, height / 2}
	if a.HullFits(a.Middle.X, a.Middle.Y) {
		return
	}
	nearest, middle := int64(1)<<62, a.Middle
	for i, tile := range a.Tiles {
		at := tileCentre(i%a.Width, i/a.Width)
		dx, dy := int64(at.X-middle.X), int64(at.Y-middle.Y)
		if d := dx*dx + dy*dy; tile != Rock && d < nearest && a.HullFits(at.X, at.Y) {
			nearest, a.Middle = d, at
		}
	}
}

// findGates finds the middle of each checkpoint, of which none may be left out, and
// fills in the settings that are needed and not said.
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
			return p.problem(i%a.Width, i/a.Width, "checkpoint %q without one before: must have %q too", tile, gateTiles[len(a.Gates)])
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

// nearestTile returns the middle of the tile of that kind that is nearest to the one
// in column x of row y.
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

// findWays finds the ways to the checkpoints, and how long those are between them.
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

// Course is the direction a ship is steered in. Idle to Right are numbered as
// in the Dogfight protocol, so that its dialect needs no table.
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

// diagonal is 256/sqrt(2), so that a diagonal is flown no faster than a straight.
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
